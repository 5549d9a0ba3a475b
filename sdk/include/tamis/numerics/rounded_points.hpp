/// \file rounded_points.hpp
/// Points rounded to whole steps: sums of absolute differences (Geometry::l1) of many pairs at a fraction of what they cost in
/// doubles, each with a bound on how far it is from the exact one. They find the few pairs that are worth an exact distance.
#pragma once

#include <tamis/matrix.hpp>
#include <tamis/numerics/aligned.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::numerics {

/// A coordinate x, 0 <= x <= 1, is the whole number nearest to kSteps x. Points lie in panels of 32, each of one class.
class RoundedPoints {
 public:
  static constexpr double kSteps = 4095;  ///< differences of sixteen coordinates add up in 16 bits
  static constexpr std::size_t kPanel = 32;
  static constexpr std::size_t kMostCoordinates = 500'000;  ///< the sums stay below 2^31

  RoundedPoints() = default;
  /// \param coordinates  n x d, all from 0 to 1; d <= kMostCoordinates.
  /// \param classes      of each point, 0..; empty: all are of class 0.
  /// O(n d).
  RoundedPoints(ConstMatrix coordinates, std::span<const std::uint32_t> classes);

  std::size_t size() const { return error_.size(); }
  std::size_t panels() const { return panel_start_.empty() ? 0 : panel_start_.size() - 1; }
  /// Panels of class c: first_panel(c) .. first_panel(c + 1) - 1.
  std::size_t first_panel(std::size_t c) const { return first_panel_[c]; }
  /// The points of a panel, at most 32, ascending, after those of the panels of their class before it.
  std::span<const std::uint32_t> points(std::size_t panel) const {
    return std::span(order_).subspan(panel_start_[panel], panel_start_[panel + 1] - panel_start_[panel]);
  }
  /// Distances of points first, first + 1, ..., first + count - 1 in steps: to point j of panel p as sums[(q * panels() + p) * 32 + j],
  /// and the least of them as least[q * panels() + p]. O(count n d) in vector registers. The same on every processor.
  void distances(std::size_t first, std::size_t count, std::span<std::uint32_t> sums,
                 std::span<std::uint32_t> least) const;
  /// By how many steps at most rounding moves a distance from point i; a distance between i and j is off by
  /// at most error(i) + error(j).
  double error(std::size_t i) const { return error_[i]; }
  double largest_error() const { return largest_error_; }

 private:
  void arrange(std::span<const std::uint32_t> classes);

  std::size_t features_ = 0;
  std::vector<std::uint32_t> order_;  // points, class by class
  std::vector<std::size_t> panel_start_, first_panel_;
  std::vector<std::uint32_t> place_;  // of each point: 32 panel + lane
  Aligned<std::uint16_t>
      steps_;  // coordinate f of the point at place k: steps_[(k / 32 * d + f) * 32 + k % 32]
  std::vector<std::uint32_t> total_;  // of the coordinates at each place
  std::vector<double> error_;
  double largest_error_ = 0;
};

}  // namespace tamis::numerics
