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
    value_.reserve(sorted.size() + kAtOnce);
    value_.assign(sorted.begin(), sorted.end());
    value_.resize(sorted.size() + kAtOnce, std::numeric_limits<double>::infinity());
    const std::size_t stretches = 2 * sorted.size();
    const double factor =
        static_cast<double>(stretches - 1) / (high_ / 2 - low_ / 2);  // the range may overflow
    factor_ = factor <= std::numeric_limits<double>::max() ? factor : 0;
    begin_.resize(stretches + 1);
    for (double v : sorted) ++begin_[stretch(v) + 1];
    for (std::size_t s = 1; s <= stretches; ++s) begin_[s] += begin_[s - 1];
  }

  /// Numbers at most `limit` >= 0 away from x.
  std::uint32_t count_within(double x, double limit) const {
    const std::size_t begin = first_without_near(x - limit, [&](double v) { return x - v > limit; });
    const std::size_t end = first_without_near(x + limit, [&](double v) { return v - x <= limit; });
    return static_cast<std::uint32_t>(end - begin);
  }

 private:
  static constexpr std::size_t kAtOnce = 8;

  std::size_t stretch(double v) const {
    return static_cast<std::size_t>((std::clamp(v, low_, high_) / 2 - low_ / 2) * factor_);
  }
  // The first number that does not hold, in the stretch of `near` or, as that is rounded, in the next one.
  template <class Holds>
  std::size_t first_without_near(double near, const Holds& holds) const {
    const std::size_t s = stretch(near);
    std::size_t p = begin_[s];
    if (begin_[s + 1] - p < kAtOnce) {  // where it ends is hard to foresee: a look at all spares a branch
      std::int64_t count = 0;
      for (std::size_t next = 0; next < kAtOnce; ++next) count += holds(value_[p + next]) ? 1 : 0;
      p += static_cast<std::size_t>(count);
    } else {
      p = first_without(p, begin_[s + 1], [&](std::size_t at) { return holds(value_[at]); });
    }
    while (holds(value_[p])) ++p;
    while (p > 0 && !holds(value_[p - 1])) --p;
    return p;
  }

  double low_ = 0, high_ = 0, factor_ = 0;
  std::vector<double> value_;         // and kAtOnce infinite ones
  std::vector<std::uint32_t> begin_;  // of each stretch, and the end
};

}  // namespace tamis::mutual_information
