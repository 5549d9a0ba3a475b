/// \file ball.hpp
/// Volumes of balls, which turn a distance to a neighbour into a density.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/numerics/log.hpp>

#include <cmath>

namespace tamis::mutual_information {

/// log c_d: the volume of a ball of DIAMETER 1 in d dimensions. Euclidean: pi^(d/2) / Gamma(d/2 + 1) / 2^d,
/// where the paper prints the surface of the unit sphere (methods that use differences of entropies do not
/// see the difference). l1: 1/d!. linf: 1. O(d).
inline double log_ball_volume(Geometry geometry, std::size_t d) {
  using numerics::logarithm;
  double sum = 0;
  if (geometry == Geometry::l1)
    for (std::size_t i = 2; i <= d; ++i) sum -= logarithm(static_cast<double>(i));
  if (geometry == Geometry::l2) {
    // V_d = V_{d-2} 2 pi r^2 / d with r = 1/2, from V_0 = 1 and V_1 = 1
    constexpr double kPi = 3.14159265358979323846;
    for (std::size_t i = d; i >= 2; i -= 2) sum += logarithm(kPi / (2.0 * static_cast<double>(i)));
  }
  return sum;
}

/// The diameters of balls of radius 0 (copies of a sample) count as this: the logarithm stays finite.
inline constexpr double kLeastDiameter = 1e-10;

/// log eps of a ball, from the distance to its last neighbour as near_points.hpp orders by it.
inline double log_diameter(Geometry geometry, double distance) {
  const double radius = geometry == Geometry::l2 ? std::sqrt(distance) : distance;
  return numerics::logarithm(std::max(2.0 * radius, kLeastDiameter));
}

}  // namespace tamis::mutual_information
