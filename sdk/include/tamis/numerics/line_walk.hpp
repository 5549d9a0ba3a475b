/// \file line_walk.hpp
/// From eight points of a line outwards to others: the inner loop of searches that lay points out in lines,
/// so that what lies beyond a ball is not visited.
///
/// Distances are maxima of absolute differences, as a plain loop computes them: the same
/// bits on every processor.
#pragma once

#include <cstddef>
#include <span>

namespace tamis::numerics {

/// Points in two or more coordinates: coordinate f of point p at values[f * stride + p]. A line is a stretch
/// of points along which coordinate 0 ascends; at least eight infinitely far ones stand at
/// both of its ends.
struct LineWalk {
  const double* values;
  std::size_t stride, coordinates;
  std::size_t query;  ///< the first of the eight points that ask; those that `lanes` leaves out may be any
  unsigned lanes;     ///< bit q: point query + q asks
  std::size_t begin, end;  ///< where the first query is on the line: between these two points of it
  double low, high;        ///< of coordinate 1 on the line
};

/// Puts the distances of points of the line among the smallest so far: smallest[8 r + q] is the r-th of query
/// q, infinity at first. Walks outwards from the first query, both sides in turn, until no point of the line
/// can be nearer than the last of them for any query. A query that is on the line itself is a point of
/// distance 0. False where the line is out of reach as a whole. O(log n + points walked * (coordinates +
/// ranks)) in vector registers, for the eight together.
bool nearest_on_line(const LineWalk& walk, std::span<double> smallest);

/// Adds to each of eight counts the points of the line that are at most limits[q] >= 0 away from query q.
bool count_on_line(const LineWalk& walk, std::span<const double> limits, std::span<double> counts);

}  // namespace tamis::numerics
