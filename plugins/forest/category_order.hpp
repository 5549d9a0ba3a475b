/// \file category_order.hpp
/// In which order the categories of a column are parted in a node.
#pragma once

#include "node_sums.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tamis::forest {

/// An order of the categories in a node, of which the best cut into two sets is one of the best or, with more than two classes, near
/// it: by the mean outputs of each category along the direction in which these vary most, the first principal component.
///
/// Coppersmith, Hong, Hosking. Partitioning nominal attributes in decision trees. Data Mining and Knowledge Discovery 3 (1999) 197-217,
/// DOI 10.1023/A:1009869804967. Of one output or two classes this is Breiman's exact order (Fisher 1958).
template <class Sums>
class CategoryOrder {
 public:
  explicit CategoryOrder(std::size_t outputs) : direction_(outputs) {}

  /// The codes that occur, O(codes outputs).
  std::span<const std::uint16_t> of(const Sums& sums, const Histogram<typename Sums::Cell>& histogram,
                                    const typename Sums::Cell* all) {
    codes_.clear(), means_.clear(), weights_.clear();
    const std::size_t outputs = direction_.size();
    // samples may weigh nothing
    const auto weight_of = [&](const auto* cells) {
      return std::max(sums.weight(cells), std::numeric_limits<double>::min());
    };
    const double total = weight_of(all);
    histogram.visit([&](std::uint16_t code, const typename Sums::Cell* cells) {
      codes_.push_back(code);
      weights_.push_back(sums.weight(cells));
      for (std::size_t k = 0; k < outputs; ++k)
        means_.push_back(sums.sum(cells, k) / weight_of(cells) - sums.sum(all, k) / total);
    });
    find_direction();
    places_.resize(codes_.size());
    for (std::size_t c = 0; c < codes_.size(); ++c) places_[c] = {along(c), codes_[c]};
    std::ranges::sort(places_);
    for (std::size_t c = 0; c < codes_.size(); ++c) codes_[c] = places_[c].second;
    return codes_;
  }

 private:
  double along(std::size_t c) const {
    double sum = 0;
    for (std::size_t k = 0; k < direction_.size(); ++k)
      sum += direction_[k] * means_[c * direction_.size() + k];
    return sum;
  }
  /// By power iteration, from the category that lies farthest from the mean; near the component is near enough.
  void find_direction() {
    constexpr int kSteps = 5;
    const std::size_t outputs = direction_.size();
    std::size_t farthest = 0;
    double most = -1;
    for (std::size_t c = 0; c < codes_.size(); ++c) {
      double squares = 0;
      for (std::size_t k = 0; k < outputs; ++k) squares += means_[c * outputs + k] * means_[c * outputs + k];
      if (weights_[c] * squares > most) most = weights_[c] * squares, farthest = c;
    }
    const auto start = means_.begin() + static_cast<std::ptrdiff_t>(farthest * outputs);
    point_along({start, start + static_cast<std::ptrdiff_t>(outputs)});
    for (int step = 0; step < kSteps && outputs > 2; ++step) {
      std::vector<double> next(outputs, 0.0);
      for (std::size_t c = 0; c < codes_.size(); ++c) {
        const double amount = weights_[c] * along(c);
        for (std::size_t k = 0; k < outputs; ++k) next[k] += amount * means_[c * outputs + k];
      }
      point_along(next);
    }
  }
  /// Keeps the direction where `v` has none, and numbers in the range of a double.
  void point_along(std::span<const double> v) {
    double largest = 0;
    for (const double x : v) largest = std::max(largest, std::abs(x));
    if (!(largest > 0) || std::isinf(largest)) return;
    for (std::size_t k = 0; k < v.size(); ++k) direction_[k] = v[k] / largest;
  }

  std::vector<std::uint16_t> codes_;
  std::vector<double> means_, weights_;  // of each code: outputs less their mean here
  std::vector<double> direction_;
  std::vector<std::pair<double, std::uint16_t>> places_;
};

}  // namespace tamis::forest
