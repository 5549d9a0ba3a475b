/// \file column_moments.hpp
/// Mean and variance of a column, of any scale and offset.
#pragma once

#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/lanes.hpp>

namespace tamis::numerics {

/// Of g = scale(x): the squares neither overflow nor vanish.
struct ColumnMoments {
  ColumnScale scale;
  double mean = 0;     ///< of g
  double squares = 0;  ///< sum of (g - mean)^2; 0 exactly where all x are equal
};

/// In two passes, in the order of a LaneSum. O(n).
/// \param x      n >= 1 finite numbers.
/// \param scale  of all of them.
inline ColumnMoments column_moments(std::span<const double> x, const ColumnScale& scale) {
  ColumnMoments m{scale, 0, 0};
  m.mean = lane_sum(x.size(), [&](std::size_t i) { return m.scale(x[i]); }) / static_cast<double>(x.size());
  m.squares = lane_sum(x.size(), [&](std::size_t i) {
    const double off = m.scale(x[i]) - m.mean;
    return off * off;
  });
  return m;
}
/// The same with weights: mean = sum w g / sum w, squares = sum w (g - mean)^2. Weights of 1 give the same bits.
/// \param weight  n numbers above 0, or empty: 1 each.
inline ColumnMoments column_moments(std::span<const double> x, std::span<const double> weight) {
  if (weight.empty()) return column_moments(x, scale_of(x));
  ColumnMoments m{scale_of(x), 0, 0};
  m.mean = lane_sum(x.size(), [&](std::size_t i) { return weight[i] * m.scale(x[i]); }) /
           lane_sum(x.size(), [&](std::size_t i) { return weight[i]; });
  m.squares = lane_sum(x.size(), [&](std::size_t i) {
    const double off = m.scale(x[i]) - m.mean;
    return weight[i] * (off * off);
  });
  return m;
}
inline ColumnMoments column_moments(std::span<const double> x) { return column_moments(x, scale_of(x)); }

}  // namespace tamis::numerics
