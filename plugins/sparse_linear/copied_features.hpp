/// \file copied_features.hpp
/// Features that no linear model can tell apart.
#pragma once

#include "design.hpp"

namespace tamis::sparse_linear {

/// Of each feature the first one whose standardised column is the same up to its sign and to rounding, or itself. Of such copies
/// coordinate descent gives everything to the first, so that a ranking has to say that the others are as good (page, section 3).
/// O(n d) and the comparisons of likely copies.
std::vector<Index> first_copies(const Design& design);

}  // namespace tamis::sparse_linear
