/// \file reordered.hpp
/// The same targets in another order of samples.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <span>

namespace tamis::framework {

/// Sample i has what sample from[i] has in `target`: labels, probabilities, values, sets, certainty and votes
/// alike. O(n l + votes).
/// \param from  as long as there are samples.
TargetColumn reordered(const TargetColumn& target, std::span<const std::uint64_t> from);

}  // namespace tamis::framework
