/// \file far_values.hpp
/// Real values that are far from all others: typed without a decimal point, say, or in another unit.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tamis::forest_and_lasso {

/// Values that were clipped (winsorised), so that none is far from the others.
struct ClippedValues {
  std::vector<double> values;
  std::size_t far = 0;  ///< how many were far
};

/// Clips values that are further from the median than 3 robust deviations (numerics::robust_scale()) to that distance. Where more
/// than half of the values are equal, nothing is far.
/// \param values   NaN where unknown, which stays.
/// \param weights  of the samples, or none: 1 each.
ClippedValues clip_far_values(std::span<const double> values, std::span<const double> weights);

}  // namespace tamis::forest_and_lasso
