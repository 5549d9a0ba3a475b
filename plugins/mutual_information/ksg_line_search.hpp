/// \file ksg_line_search.hpp
/// How many numbers of a line lie around a place on it.
#pragma once

#include "binary_search.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tamis::mutual_information {

/// Sorted numbers, and where equal stretches of their line begin among them, so that a search begins where it
/// is nearly done. O(n) to make and to hold; a search takes O(1) where numbers are spread without lumps,
/// O(log n) at most.
class LineSearch {
 public:
  LineSearch() = default;
  /// \param sorted  ascending, finite, not empty.
  explicit LineSearch(std::span<const double> sorted) : low_(sorted.front()), high_(sorted.back()) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    value_.reserve(sorted.size() + 1 + kWindow);
    value_.push_back(-kFar);
    value_.insert(value_.end(), sorted.begin(), sorted.end());
    value_.resize(sorted.size() + 1 + kWindow, kFar);
    const std::size_t stretches = 2 * sorted.size();
    const double factor =
        static_cast<double>(stretches - 1) / (high_ / 2 - low_ / 2);  // the range may overflow
    factor_ = factor <= std::numeric_limits<double>::max() ? factor : 0;
    before_.resize(stretches + 1);
    for (double v : sorted) ++before_[stretch(v) + 1];
    for (std::size_t s = 1; s <= stretches; ++s) before_[s] += before_[s - 1];
  }

  /// Numbers at most `limit` >= 0 away from x.
  std::uint32_t count_within(double x, double limit) const {
    const std::size_t begin = first_without_near(x - limit, [&](double v) { return x - v > limit; });
    const std::size_t end = first_without_near(x + limit, [&](double v) { return v - x <= limit; });
    return static_cast<std::uint32_t>(end - begin);
  }

 private:
  static constexpr std::size_t kWindow = 8;

  std::size_t stretch(double v) const {
    const double s = (std::clamp(v, low_, high_) / 2 - low_ / 2) * factor_;
    return s > 0 ? static_cast<std::size_t>(s) : 0;  // a place, also where v is no number
  }
  // The place in value_ of the first number that does not hold, which lies about `near`: mostly in a window
  // of a few numbers that begins with the last one before the stretch of `near`. Where in it is hard to
  // foresee, so all of them are looked at, without a branch.
  template <class Holds>
  std::size_t first_without_near(double near, const Holds& holds) const {
    const std::size_t first = before_[stretch(near)];
    std::int64_t count = 0;
    for (std::size_t next = 0; next < kWindow; ++next) count += holds(value_[first + next]) ? 1 : 0;
    if (count > 0 && count < static_cast<std::int64_t>(kWindow))
      return first + static_cast<std::size_t>(count);
    return first_without(0, value_.size(), [&](std::size_t p) { return holds(value_[p]); });
  }

  double low_ = 0, high_ = 0, factor_ = 0;
  std::vector<double> value_;          // and an infinite one before them, kWindow behind
  std::vector<std::uint32_t> before_;  // how many numbers come before each stretch
};

}  // namespace tamis::mutual_information
