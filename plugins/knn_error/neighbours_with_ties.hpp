/// \file neighbours_with_ties.hpp
/// Of the points near a sample, those that vote.
#pragma once

#include <tamis/numerics/near_points.hpp>

namespace tamis::knn_error {

using numerics::Sample;

/// The voters on a sample are its k nearest outside its fold, and every other one that is as near as the last
/// of them (numerics/ties.hpp): which of several equally near samples comes first is a matter of their order,
/// and decides nothing. All vote where there are k or fewer. Holds scratch: one per thread.
class NeighboursWithTies {
 public:
  /// \param folds     of each sample; outlives this object.
  /// \param geometry  of the distances: those of l2 are squares.
  NeighboursWithTies(std::span<const std::uint32_t> folds, std::size_t k, Geometry geometry)
      : folds_(folds), k_(k), geometry_(geometry) {}

  /// The voters among points with their distances, in the order of `position`.
  std::span<const Sample> nearest(std::size_t i, std::span<const double> distance,
                                  std::span<const Sample> position);

  /// Of points with their distances, all that may vote on sample i: they stay in distance() and position()
  /// until the next call.
  void gather(std::size_t i, std::span<const double> distance, std::span<const Sample> position);
  std::span<const double> distance() const { return distance_; }
  std::span<const Sample> position() const { return position_; }

  /// The largest distance with which a point is a voter, as nearest() found it; infinity where it found k or
  /// fewer points.
  double kth_distance() const { return kth_distance_; }

 private:
  void keep_nearest();

  std::span<const std::uint32_t> folds_;
  std::size_t k_;
  Geometry geometry_;
  double kth_distance_ = 0;
  std::vector<double> distance_, sorting_;
  std::vector<Sample> position_;
};

}  // namespace tamis::knn_error
