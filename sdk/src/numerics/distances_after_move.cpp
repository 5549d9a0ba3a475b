#include "sum_of.hpp"

#include <algorithm>
#include <limits>
#include <tamis/numerics/distances_after_move.hpp>
#include <tamis/numerics/total_order.hpp>

namespace tamis::numerics {

PaddedPointRows make_padded_rows(ConstMatrix values, std::span<const Feature> features) {
  PaddedPointRows rows{features.size(), padded(features.size()), {}};
  rows.values = AlignedArray(values.rows * rows.width);
  for (std::size_t c = 0; c < features.size(); ++c) {
    const Column x = values.column(features[c]);
    for (std::size_t i = 0; i < x.size(); ++i) rows.values[i * rows.width + c] = x[i];
  }
  return rows;
}

void DistancesAfterMove::take(const PaddedPointRows& rows, std::span<const Sample> position) {
  moves_ = rows.features;
  width_ = rows.width;
  position_ = position;
  points_ = position.size();
  values_.resize(position.size() * width_);
}

void DistancesAfterMove::removing_each(const PaddedPointRows& points, Geometry geometry, std::size_t query,
                                       std::span<const double> distance, std::span<const Sample> position) {
  take(points, position);
  kernels().lines_without_each[sum_of(geometry)]({position.size(), position.data(),
                                                  points.values.data() + query * width_, points.values.data(),
                                                  distance.data(), width_, values_.data()});
}

void LargestDifferences::find(const PaddedPointRows& points, std::size_t query,
                              std::span<const Sample> position) {
  if (first.size() < position.size()) {  // to shrink would cost when they grow
    first.resize(position.size());
    second.resize(position.size());
    which.resize(position.size());
  }
  scratch_.resize(points.width);
  kernels().largest_two({position.size(), position.data(), points.values.data() + query * points.width,
                         points.values.data(), points.width, scratch_.data(), first.data(), second.data(),
                         which.data()});
}

void DistancesAfterMove::removing_each(std::size_t features, std::span<const double> first,
                                       std::span<const double> second, std::span<const std::uint32_t> which) {
  moves_ = features;
  width_ = padded(features);
  points_ = first.size();
  if (values_.size() < points_ * width_)
    values_.resize(points_ * width_);  // to shrink would cost when it grows
  for (std::size_t p = 0; p < points_; ++p) {
    std::fill_n(values_.data() + p * width_, width_, first[p]);
    values_[p * width_ + which[p]] = second[p];
  }
}

void DistancesAfterMove::adding_each(const PaddedPointRows& joining, Geometry geometry, std::size_t query,
                                     std::span<const double> distance, std::span<const Sample> position) {
  take(joining, position);
  kernels().lines_with_each[sum_of(geometry)]({position.size(), position.data(),
                                               joining.values.data() + query * width_, joining.values.data(),
                                               distance.data(), width_, values_.data()});
}

std::span<const double> DistancesAfterMove::kth_smallest(std::size_t k) {
  constexpr std::size_t kMostSideBySide = 64;  // the time of one way grows with k, that of the other does not
  const std::size_t points = points_;
  kth_.assign(width_, std::numeric_limits<double>::infinity());
  if (points >= k && k <= kMostSideBySide) {
    scratch_.resize(kLanes * k);
    kernels().column_ranks({points, values_.data(), width_, k, scratch_.data(), kth_.data()});
  } else if (points >= k) {
    scratch_.resize(points);
    const auto kth = scratch_.begin() + static_cast<std::ptrdiff_t>(k - 1);
    for (std::size_t c = 0; c < moves_; ++c) {
      for (std::size_t p = 0; p < points; ++p) scratch_[p] = (*this)(p, c);
      std::nth_element(scratch_.begin(), kth, scratch_.end(), TotalOrder());
      kth_[c] = *kth;
    }
  }
  return {kth_.data(), moves_};
}

void DistancesAfterMove::set_limits(std::span<const double> limits) {
  limits_.assign(limits.begin(), limits.end());
  limits_.resize(width_);
  counts_.resize(width_);
}

void DistancesAfterMove::count_within(std::span<const double> limits) {
  set_limits(limits);
  kernels().column_counts({points_, values_.data(), width_, limits_.data(), counts_.data()});
}

void DistancesAfterMove::sum_within(std::span<const double> limits, const Contributions& of) {
  set_limits(limits);
  sums_.assign(of.rows * width_, 0.0);
  kernels().column_tally({points_, values_.data(), width_, limits_.data(), position_.data(), of.start.data(),
                          of.row.data(), of.amount.data(), counts_.data(), sums_.data()});
}

}  // namespace tamis::numerics
