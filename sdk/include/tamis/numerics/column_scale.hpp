/// \file column_scale.hpp
/// Shifting and scaling a feature without rounding errors that matter, before squares are taken.
#pragma once

#include <tamis/numerics/exp.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace tamis::numerics {

/// g = (x - origin) 2^-exponent, with |g| at most 8: squares and their sums stay in range for features of any
/// scale (1e-300 or 1e300), and an offset (1e9) costs no digit. Scaling is exact; a constant column becomes
/// exactly 0.
class ColumnScale {
 public:
  ColumnScale() = default;
  /// \param origin  one of the values.
  ColumnScale(double low, double high, double origin) {
    const double half_range = high / 2 - low / 2;  // half: the range itself may overflow
    if (!(half_range > 0)) {
      factor_ = low == high ? 1.0 : 0x1p1000;  // two neighbouring subnormal numbers
      exponent_ = low == high ? 0 : -1000;
    } else {
      exponent_ = std::clamp(std::ilogb(half_range), -1000, 1022);
      factor_ = detail::pow2(-exponent_);
    }
    origin_ = origin * factor_;
  }
  double operator()(double x) const { return x * factor_ - origin_; }
  int exponent() const { return exponent_; }

 private:
  double factor_ = 1, origin_ = 0;
  int exponent_ = 0;
};

/// The scale of a whole column, with its first value as origin.
inline ColumnScale scale_of(std::span<const double> x) {
  const auto [low, high] = std::ranges::minmax(x);
  return {low, high, x.front()};
}

}  // namespace tamis::numerics
