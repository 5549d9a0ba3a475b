/// \file ties.hpp
/// When two distances are equal: the one rule of every search for neighbours.
#pragma once

#include <tamis/distance_metric.hpp>

namespace tamis::numerics {

/// Two distances are equal where they differ by at most this share of them.
///
/// Distances are measured on (x - centre) / scale, which rounds: of three values that are equally far apart
/// the two computed gaps differ in their last digits, and which is the smaller changes with the unit, the
/// origin and the order of the rows, since the centre is a sum. A coordinate z is off by about 1e-16 |z| and
/// a distance by a share of 1e-16 |z| / distance, so 1e-9 makes up for it down to distances of 1e-7 of the
/// values; a sum over 1e6 features adds 1e-10. Distances that were measured to be different differ by more:
/// few tables carry nine digits.
///
/// Not transitive: it is applied around one distance, that of a k-th neighbour. Only 0 equals 0: copies.
inline constexpr double kTied = 1e-9;

/// The largest distance that counts as equal to it, and the smallest.
inline double farthest_tied(double distance) { return distance * (1 + kTied); }
inline double nearest_tied(double distance) { return distance * (1 - kTied); }

/// The same for distances that are known by their squares.
inline double farthest_tied_square(double square) { return square * ((1 + kTied) * (1 + kTied)); }
inline double nearest_tied_square(double square) { return square * ((1 - kTied) * (1 - kTied)); }

/// The same for what numerics::Distance orders by: squares for l2, else distances.
inline double farthest_tied(double order, Geometry geometry) {
  return geometry == Geometry::l2 ? farthest_tied_square(order) : farthest_tied(order);
}
inline double nearest_tied(double order, Geometry geometry) {
  return geometry == Geometry::l2 ? nearest_tied_square(order) : nearest_tied(order);
}

}  // namespace tamis::numerics
