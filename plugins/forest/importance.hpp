/// \file importance.hpp
/// What the features of a forest are worth to it.
#pragma once

#include "forest.hpp"

namespace tamis::forest {

/// How much worse a tree predicts the samples that it has not seen when the values of one feature change
/// places among them: the mean rise of the squared error, summed over the outputs (of classes Brier's score),
/// by the weights of the samples, for each feature; 0 for those that the tree does not ask.
///
/// One order of the samples serves all features. A sample is sent anew from the first node on its way that
/// asks the feature, so it costs O(samples out of bag * depth^2) and not O(features * samples * depth).
///
/// Breiman 2001, section 10.
std::vector<double> permutation_importance(const Tree& tree, const Bins& bins, const Outputs& outputs,
                                           Rng rng);

}  // namespace tamis::forest
