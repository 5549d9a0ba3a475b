/// \file ground_distances.hpp
/// The distances between the classes of a dataset, as a ground metric gives them.
#pragma once

#include <tamis/eigen.hpp>
#include <tamis/sdk.hpp>

namespace tamis::transport {

/// Longer ones are refused, so that costs times any number of samples are finite.
inline constexpr double kLongestGround = 1e280;

/// Asks a prepared ground metric: l x l, not symmetric where the metric is not; row i is where mass comes
/// from. O(l^2) and what the metric needs.
/// \throws DataError  a distance that is negative, not finite or above kLongestGround, with the classes'
/// names.
Eigen::MatrixXd ground_distances(const ClassMetric& ground, const Target& target);

/// \throws DataError  the outcome has no classes.
void require_classes(const Target& target);

}  // namespace tamis::transport
