/// \file ksg_space.hpp
/// Ross's and Kraskov's estimates for any number of features: balls of the maximum norm.
#pragma once

#include "ksg_strips.hpp"
#include "ksg_target.hpp"

namespace tamis::mutual_information {

/// Features of one subset; all pointers are valid.
using KsgColumns = std::span<const KsgColumn* const>;

/// The points among which balls reach for neighbours: those of one class, or in features and output.
/// \param features  two or more for classes, one or more for real values.
/// \param per_ball  neighbours that a ball reaches; a guess costs time only.
StripIndex joint_strips(KsgColumns features, const KsgTarget& target, std::size_t per_ball);

/// For every sample, the distance to the last of `times` k neighbours. Cost: that of a StripIndex for each
/// sample, in parallel.
std::vector<double> joint_reach(KsgColumns features, const KsgTarget& target, std::size_t times,
                                const Runtime& runtime);

/// I of as many features. Cost: that of two of them for each sample, in parallel.
double information_in_space(KsgColumns features, const KsgTarget& target, const Runtime& runtime);

}  // namespace tamis::mutual_information
