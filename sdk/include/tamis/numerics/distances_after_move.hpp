/// \file distances_after_move.hpp
/// A few points near a sample, and how far from it they are after each of several moves: a feature leaves, or
/// one joins. All moves are seen side by side in vector registers, point after point.
///
/// Distances are what numerics::Distance calls them, up to a relative error of (2 d + 4) 2^-53 for d
/// features besides what those of `near` have: what is subtracted is at most half of a sum. The same
/// bits on every processor.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/numerics/points.hpp>

namespace tamis::numerics {

/// Features of points, one point after the other: feature c of point i at values[i * width + c]. Filled up
/// with zeros to whole registers.
struct PaddedPointRows {
  std::size_t features = 0;
  std::size_t width = 0;
  AlignedArray values;
};
PaddedPointRows make_padded_rows(ConstMatrix values, std::span<const Feature> features);

/// The two largest differences of a feature between a query and each of some points, and whose the first is:
/// what the maximum norm says without that feature, and without any other.
struct LargestDifferences {
  std::vector<double> first, second;  ///< of the points of the last search, and perhaps of more before
  std::vector<std::uint32_t> which;
  /// O(points * features) in vector registers.
  void find(const PaddedPointRows& points, std::size_t query, std::span<const Sample> position);

 private:
  std::vector<double> scratch_;
};

/// What points add to sums: point i adds amount[e] to sum row[e] for start[i] <= e < start[i + 1].
struct Contributions {
  std::size_t rows = 0;
  std::vector<std::uint64_t> start{0};
  std::vector<std::uint32_t> row;
  std::vector<double> amount;
};

/// Holds scratch: one per thread. Column c belongs to the move of feature c of the rows; spans end with the
/// next call that makes them anew.
class DistancesAfterMove {
 public:
  /// From `query` to each of the points at `position`, without feature c in column c. O(points * features) in
  /// vector registers.
  /// \param distance  as near_points_but_one() finds them in the features of `points`.
  void removing_each(const PaddedPointRows& points, Geometry geometry, std::size_t query,
                     std::span<const double> distance, std::span<const Sample> position);
  /// The same under the maximum norm, from the two largest differences of each point. O(points * features),
  /// without a look at the points.
  void removing_each(std::size_t features, std::span<const double> first, std::span<const double> second,
                     std::span<const std::uint32_t> which);
  /// The same with feature c of `joining` besides those of `distance`.
  void adding_each(const PaddedPointRows& joining, Geometry geometry, std::size_t query,
                   std::span<const double> distance, std::span<const Sample> position);

  std::size_t moves() const { return moves_; }
  double operator()(std::size_t p, std::size_t c) const { return values_[p * width_ + c]; }

  /// The k-th smallest distance of each column, k >= 1; infinity where there are fewer. O(points * features *
  /// k) in vector registers; for k above 64 one column after the other, O(points * features).
  std::span<const double> kth_smallest(std::size_t k);

  /// Of each column the points that are at most limits[c] away.
  void count_within(std::span<const double> limits);
  /// Of each column the points that are at most limits[c] away: their number, and what they add to each row
  /// of sums, in their order.
  void sum_within(std::span<const double> limits, const Contributions& of);
  std::size_t count(std::size_t c) const { return static_cast<std::size_t>(counts_[c]); }
  double sum(std::size_t row, std::size_t c) const { return sums_[row * width_ + c]; }

 private:
  void take(const PaddedPointRows& rows, std::span<const Sample> position);
  void set_limits(std::span<const double> limits);

  std::size_t moves_ = 0, width_ = 0, points_ = 0;
  std::span<const Sample> position_;
  std::vector<double> values_, kth_, scratch_, limits_, counts_, sums_;
};

}  // namespace tamis::numerics
