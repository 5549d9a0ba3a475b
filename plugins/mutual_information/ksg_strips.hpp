/// \file ksg_strips.hpp
/// Balls of the maximum norm around points in several coordinates.
#pragma once

#include "ksg_column.hpp"

#include <tamis/numerics/aligned.hpp>

namespace tamis::mutual_information {

/// Points in strips of neighbours along one coordinate, and in each strip in ascending order of another: what
/// lies beyond a ball in one of the two is not visited, and what is visited stands side by side in memory.
/// Distances are maxima of absolute differences, as computed.
///
/// A ball that holds m of n points in d coordinates costs about n (m / n)^(2/d) d operations in vector
/// registers, at most n d; more where many values of the two coordinates are equal. Each of the k nearest
/// costs O(k) when it is found. Memory O(n d).
class Strips {
 public:
  /// \param coordinates  two or more, each of all points.
  /// \param group        of each point, 0..g-1: balls hold points of their own group only. Empty: one group.
  /// \param per_ball     points that a ball is expected to hold; a guess costs time only.
  Strips(std::span<const KsgColumn* const> coordinates, std::span<const std::uint32_t> group,
         std::size_t per_ball);

  /// Points in an order in which their balls overlap.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Finds the k = nearest.size() smallest distances from a point to others of its group, ascending. Infinite
  /// where there are fewer.
  void nearest_distances(std::uint32_t point, std::span<double> nearest) const;
  /// Points of its group at most `limit` >= 0 away from a point, itself included.
  std::uint32_t count_within(std::uint32_t point, double limit) const;

 private:
  struct Strip {
    std::size_t group;
    std::size_t begin, end;  // slots
    double low, high;        // of the coordinate that strips are cut along
  };
  // A strip for so many points, with room for infinitely far ones at both ends.
  void add_strip(std::size_t group, std::size_t points);
  void cut(const KsgColumn& across, std::span<const std::uint32_t> group, std::size_t per_ball);
  void place(const KsgColumn& along);
  void fill_row(std::size_t row, const KsgColumn& coordinate);
  template <class Ball>
  void walk(std::uint32_t point, Ball& ball) const;

  std::size_t dimensions_, stride_ = 0;
  std::vector<std::uint32_t> order_;
  std::vector<Strip> strips_;
  std::vector<std::uint32_t> strip_, slot_;  // of each point
  // A row of stride_ slots per coordinate: first that along strips, then that across them.
  numerics::AlignedArray values_;
};

}  // namespace tamis::mutual_information
