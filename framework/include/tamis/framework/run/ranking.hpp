/// \file ranking.hpp
/// From the path of a search to an order of all features.
#pragma once

#include <tamis/framework/run/kernel_space.hpp>
#include <tamis/framework/run/result.hpp>

namespace tamis::framework {

/// Best first: the selected features (those that never moved by their own score, then in the order in which
/// they joined), then those left out (the last to leave first, then those that never joined, by their own
/// score). \param always  sorted. O(d log d + path).
std::vector<RankedFeature> rank_features(const KernelSpace& space, const Dataset& data, Subset always,
                                         const Traits& traits);

}  // namespace tamis::framework
