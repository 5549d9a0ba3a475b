/// \file lists_of_points.hpp
/// Lists of near points for tests: plain ones, and distances of every kind.
#pragma once

#include "every_path.hpp"

#include <tamis/numerics/near_points.hpp>
#include <tamis/numerics/random.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace tamis::numerics {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Near {
  double distance;
  Sample position;
  bool operator==(const Near&) const = default;
};
using List = std::vector<Near>;

inline List plain(const NearPoints& points) {
  List list;
  for (std::size_t p = 0; p < points.size(); ++p)
    list.push_back({points.distance()[p], points.position()[p]});
  return list;
}

inline NearPoints near_points_of(const List& list) {
  NearPoints points;
  for (const Near& p : list) points.append(p.distance, p.position);
  return points;
}

// Positions ascend with gaps: a list holds some of the points only.
inline List list_of(const std::vector<double>& distances) {
  List list;
  for (std::size_t p = 0; p < distances.size(); ++p)
    list.push_back({distances[p], static_cast<Sample>(p + p / 5)});
  return list;
}

inline std::vector<double> uniform_numbers(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> numbers(n);
  for (double& v : numbers) v = rng.uniform();
  return numbers;
}

// Distances of every kind that a search may find.
inline std::vector<std::vector<double>> kinds_of_distances(std::size_t n) {
  const std::vector<double> uniform = uniform_numbers(n, n);
  std::vector<std::vector<double>> kinds(10, uniform);
  for (std::size_t p = 0; p < n; ++p) {
    const double u = uniform[p], sign = p % 2 == 0 ? 1 : -1;
    kinds[1][p] = std::floor(5 * u);                                     // many at each distance
    kinds[2][p] = 3.25;                                                  // all at one
    kinds[3][p] = 0;                                                     // copies
    kinds[4][p] = p == n / 2 ? 1e30 * (1 + u) : u;                       // all near but one
    kinds[5][p] = p == n / 3 ? 0 : 1 + 1e-9 * u;                         // all far but one
    kinds[6][p] = 1e12 + u;                                              // at nearly one distance
    kinds[7][p] = std::ldexp(1 + u, static_cast<int>(sign * 1000 * u));  // over the whole range
    kinds[8][p] = 5e-324 * std::floor(100 * u);                          // subnormal, and zeros
    kinds[9][p] = p < n / 2 ? 0 : u;                                     // copies and others
  }
  return kinds;
}

}  // namespace tamis::numerics
