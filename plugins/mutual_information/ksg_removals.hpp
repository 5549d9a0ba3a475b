/// \file ksg_removals.hpp
/// Estimates without each feature of a subset, all from one look at the samples.
#pragma once

#include "ksg_space.hpp"

namespace tamis::mutual_information {

/// I without each of two or more `features` in turn, bit by bit what information() says. Without one
/// feature a distance is the largest difference of the features, or the second largest if the largest is
/// that one's; and no ball grows when a feature leaves. So the ball in all features bounds the others,
/// and what lies in it in all features but one is all that they hold. Coarse differences find it in
/// O(n^2 d) operations on bytes.
std::vector<double> information_without_one(KsgColumns features, const KsgTarget& target,
                                            const Runtime& runtime);

}  // namespace tamis::mutual_information
