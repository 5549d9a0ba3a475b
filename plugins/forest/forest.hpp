/// \file forest.hpp
/// Many trees, and what they say of samples that they have not seen.
#pragma once

#include "grow.hpp"

#include <functional>
#include <optional>

namespace tamis::forest {

struct ForestOptions {
  std::size_t trees = 300;
  std::size_t leaf = 5;  ///< distinct samples that a leaf has at least
  /// Features that are drawn for a split; 0: the root of their number, of real values a third.
  std::size_t candidates = 0;
  std::size_t draws = 0;  ///< of samples for a tree, at most; 0: as many as can be learned from
};

/// What the trees that did not draw a sample say of it, on the average.
struct OutOfBag {
  Eigen::MatrixXd mean;              ///< samples x outputs; NaN where no tree is out of bag
  std::vector<std::uint32_t> trees;  ///< that did not draw the sample
};

/// Grows a forest; each tree is shown to `use(number, tree)` from any thread, then let go.
///
/// Breiman 2001, as grow.hpp. The tree of a number is drawn from a stream of its own, and sums go over trees
/// in their order, so a result has the same bits on any number of threads.
///
/// O(trees n log n candidates); memory O(n) for each of the trees that are grown at a time (64), and n
/// outputs.
OutOfBag grow_forest(const Bins& bins, const Outputs& outputs, const ForestOptions& options, Rng key,
                     const Runtime& runtime, const std::function<void(std::size_t, const Tree&)>& use = {});

}  // namespace tamis::forest
