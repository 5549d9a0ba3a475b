/// \file grow.hpp
/// How a tree is grown on a bootstrap sample.
#pragma once

#include "outputs.hpp"
#include "tree.hpp"

namespace tamis::forest {

struct GrowOptions {
  std::size_t leaf = 5;  ///< distinct samples that a leaf has at least
  std::size_t candidates =
      1;  ///< features that are drawn for a split, those that are constant there not counted
  /// Of samples, with replacement, at most; 0: as many as can be learned from. Where the outputs have lots of
  /// several samples it is lots that are drawn.
  std::size_t draws = 0;
};

/// A tree on a bootstrap sample of those that can be learned from, drawn by lots (Outputs). At each node the
/// drawn feature and threshold are taken that lower the impurity most: of classes Gini's, of real values the
/// variance.
///
/// Splits are found in histograms of the codes: O(samples of the node + bins) per candidate, so a tree takes
/// O(draws log(draws) candidates).
///
/// L. Breiman. Random forests. Machine Learning 45 (2001) 5-32, DOI 10.1023/A:1010933404324.
Tree grow_tree(const Bins& bins, const Outputs& outputs, const GrowOptions& options, Rng rng);

}  // namespace tamis::forest
