/// \file far_values.hpp
/// Real values that are far from all others: typed without a decimal point, say, or in another unit.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tamis::forest_and_lasso {

/// Values none of which is far from the others.
struct NearValues {
  std::vector<double> values;
  std::size_t moved = 0;  ///< how many were far
};

/// Moves values that are further from the median than 3 standard deviations to that distance. The deviation is measured by 1.4826
/// times the median distance from the median, which is right for normal values, and is not moved by errors as squares are. Where more
/// than half of the values are equal it is 0, and nothing is far.
///
/// Leys, Ley, Klein, Bernard, Licata. Detecting outliers. J. Experimental Social Psychology 49 (2013) 764-766, DOI
/// 10.1016/j.jesp.2013.03.013.
/// \param values   NaN where unknown, which stays.
/// \param weights  of the samples, or none: 1 each.
NearValues without_far_values(std::span<const double> values, std::span<const double> weights);

}  // namespace tamis::forest_and_lasso
