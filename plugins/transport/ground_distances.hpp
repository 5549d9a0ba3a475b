/// \file ground_distances.hpp
/// The distances between the classes of a dataset, as a ground metric gives them.
#pragma once

#include <tamis/sdk.hpp>

#include <vector>

namespace tamis::transport {

/// A matrix that it owns. Not symmetric where the ground metric is not: row i is where mass comes from.
struct GroundDistances {
  std::uint64_t classes = 0;
  std::vector<double> values;
  ConstMatrix view() const { return {values.data(), classes, classes}; }
  double longest() const;
};

/// Longer ones are refused, so that costs times any number of samples are finite.
inline constexpr double kLongestGround = 1e280;

/// Asks a prepared ground metric. O(l^2) and what the metric needs.
/// \throws DataError  a distance that is negative, not finite or above kLongestGround; with the classes'
/// names.
GroundDistances ground_distances(const ClassMetric& ground, const Target& target);

/// \throws DataError  the outcome has no classes.
void require_classes(const Target& target);

}  // namespace tamis::transport
