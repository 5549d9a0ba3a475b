/// \file feature_values.hpp
/// One coordinate of the samples that take part.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::mutual_information {

/// Candidates that join a subset in one sweep: bounds what is held in memory for each of them.
inline constexpr std::size_t kJoiningAtOnce = 64;

/// Standard deviation (divided by n), whatever the scale of the values. O(n).
double deviation_of(std::span<const double> x);

/// Feature f over `samples` in the units of distances. Where jitter > 0, normal noise is added whose standard
/// deviation is `jitter` times that of the feature, from the stream of (seed, component, f); a constant
/// feature stays constant. O(n).
std::vector<double> feature_values(const Dataset& data, Feature f, std::span<const numerics::Sample> samples,
                                   double jitter, const Component& component, const Runtime& runtime);

}  // namespace tamis::mutual_information
