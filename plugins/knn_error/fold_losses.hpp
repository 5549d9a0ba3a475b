/// \file fold_losses.hpp
/// The loss of every sample in every subset that a move leads to: the mathematics of the
/// criterion, and its cost.
#pragma once

#include "neighbours_with_ties.hpp"
#include "prediction_targets.hpp"
#include "samples.hpp"

namespace tamis::knn_error {

/// What subsets do not change.
struct CrossValidation {
  Samples samples;
  PredictionTargets targets;
  std::vector<std::uint32_t> folds;
  std::size_t neighbours = 0;
};

/// What one step of removals passes on to the next: in a subset of `features` that lacks one of them or more, no
/// voter on sample i is farther away than distance[i].
struct KthDistanceBounds {
  std::vector<Feature> features;
  std::vector<double> distance;
};

/// losses(i, c) = the loss of sample i by its voters in the subset after the move of candidate c (one column
/// for Move::whole). The voters are those of distances summed afresh over the features of that subset in
/// ascending order, to the bit, whatever the way to them.
///
/// Norms (l1, l2, linf): the sample's neighbours before the move bound those after it, and one pass over all
/// samples finds the m near enough for every candidate: O(n^2 |S| + n m (k + votes) candidates), memory
/// O(n (|S| + candidates)).
/// General metrics, and norms where cells are missing: O(n^2) distances for each candidate, memory O(n |S|).
/// \param bounds  used and replaced by a removal with a norm; they change no loss, only the time.
void losses_after_move(const CrossValidation& cv, const PointMetric& metric, Subset subset, Move move,
                       std::span<const Feature> candidates, Matrix losses, KthDistanceBounds& bounds,
                       const Runtime& runtime);

}  // namespace tamis::knn_error
