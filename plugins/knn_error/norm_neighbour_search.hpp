/// \file norm_neighbour_search.hpp
/// Neighbours by a norm, of a panel of samples at a time: in one subset of features, and in all those that
/// differ from it by one feature.
#pragma once

#include "neighbours_with_ties.hpp"
#include "fold_losses.hpp"

#include <array>

namespace tamis::knn_error {

/// The features of a subset, ascending.
using Coordinates = std::vector<Coordinate>;

/// The neighbours before a move bound those after it, so one list of near points serves all candidates, side
/// by side in vector registers. A distance after a move is the one before it, plus or minus one feature's
/// part, and rounding may put such a sum on the wrong side of another. So it decides who is nearer only where
/// the two differ by more than rounding; else both distances are summed from all their features. Holds
/// scratch: one per thread.
///
/// Each function writes the losses of the samples of one panel, in column c those of candidate c, whose
/// subset after the move is subsets[c].
class NormNeighbourSearch {
 public:
  /// \param points  the samples in the subset before the move; like `cv`, it outlives this object.
  NormNeighbourSearch(const CrossValidation& cv, Geometry geometry, const numerics::PointPanels& points);

  void whole(std::size_t panel, std::span<double> losses);
  /// \param rows    the same samples, one after the other.
  /// \param places  of each candidate among the features of the points.
  /// \param known   of each sample, what no voter exceeds after any feature has left; infinity: a
  ///                bound is looked for.
  /// \param bounds  written: the same, as this move shows it.
  void removing_each(std::size_t panel, const numerics::PaddedPointRows& rows, std::span<const double> known,
                     std::span<const std::size_t> places, std::span<const Coordinates> subsets,
                     const Matrix& losses, std::span<double> bounds);
  /// \param joining  the samples in the features of the candidates.
  void adding_each(std::size_t panel, const numerics::PaddedPointRows& joining,
                   std::span<const Coordinates> subsets, const Matrix& losses);

 private:
  std::size_t count(std::size_t panel) const {
    return std::min(numerics::kLanes, cv_.samples.size() - panel * numerics::kLanes);
  }
  void bound(std::size_t panel);
  double rank();
  double loss(std::size_t i, std::size_t column, const Coordinates& subset);

  const CrossValidation& cv_;
  Geometry geometry_;
  const numerics::PointPanels& points_;
  double slack_;
  NeighboursWithTies near_neighbours_, nearest_;
  std::vector<numerics::NearPoints> near_;  ///< of each sample of the panel
  std::array<double, numerics::kLanes> limits_;
  numerics::DistancesAfterMove moved_;
  std::vector<double> kth_distances_;  ///< after each move: who is farther away does not vote
  std::vector<double> votes_, distance_;
  std::vector<Sample> position_;
};

}  // namespace tamis::knn_error
