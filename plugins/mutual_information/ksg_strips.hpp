/// \file ksg_strips.hpp
/// Balls of the maximum norm around points in several coordinates.
#pragma once

#include "ksg_column.hpp"

#include <tamis/numerics/aligned.hpp>
#include <tamis/numerics/line_walk.hpp>

namespace tamis::mutual_information {

/// Points in strips of neighbours along one coordinate, and in each strip in ascending order of another: what
/// lies beyond a ball in one of the two is not visited. Eight neighbours of a strip look at every point
/// together, as their balls overlap. Distances are maxima of absolute differences, as computed.
///
/// A ball that holds m of n points in d coordinates costs about n (m / n)^(2/d) (d + m) operations in vector
/// registers, at most n (d + m); more where many values of the two coordinates are equal. Memory O(n d).
class StripIndex {
 public:
  /// \param coordinates  two or more, each of all points.
  /// \param group        of each point, 0..g-1: balls hold points of their own group only. Empty: one group.
  /// \param per_ball     points that a ball is expected to hold; a guess costs time only.
  StripIndex(std::span<const KsgColumn* const> coordinates, std::span<const std::uint32_t> group,
             std::size_t per_ball);

  /// Up to eight points, neighbours in a strip.
  std::size_t blocks() const { return blocks_.size(); }
  std::span<const std::uint32_t> points(std::size_t block) const {
    return {point_.data() + blocks_[block].slot, blocks_[block].points};
  }
  /// Of each point q of a block the smallest distances to points of its group: smallest[8 r + q] for r = 0,
  /// 1, ...; the first is 0, to itself. Infinite where there are fewer.
  void nearest_distances(std::size_t block, std::span<double> smallest) const;
  /// Points of its group at most limits[q] away from each point q of a block, itself included; 0 where the
  /// limit is below 0.
  void count_within(std::size_t block, std::span<const double, numerics::kLanes> limits,
                    std::span<double, numerics::kLanes> counts) const;

 private:
  struct Strip {
    std::size_t group;
    std::size_t begin, end;  // slots
    double low, high;        // of the coordinate that strips are cut along
    std::size_t block;       // its first
  };
  struct Block {
    std::size_t strip, slot, points;
    std::size_t place_below, place_above;  // of its first point among those of the strips next to it
  };
  // A strip for so many points, with room for infinitely far ones at both ends.
  void add_strip(std::size_t group, std::size_t points);
  void assign_strips(const KsgColumn& across, std::span<const std::uint32_t> group, std::size_t per_ball);
  void fill_slots(const KsgColumn& along);
  void fill_row(std::size_t row, const KsgColumn& coordinate);
  template <class Line>
  void visit_ball(std::size_t block, unsigned lanes, const Line& line) const;

  std::size_t dimensions_, stride_ = 0;
  std::vector<Strip> strips_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> strip_, slot_;  // of each point
  std::vector<std::uint32_t> point_;         // in each slot
  // A row of stride_ slots per coordinate: first that along strips, then that across them.
  numerics::AlignedArray values_;
};

}  // namespace tamis::mutual_information
