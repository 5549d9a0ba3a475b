/// \file present_subset.hpp
/// A path to a subset that was found without one.
#pragma once

#include "whole_score.hpp"

#include <vector>

namespace tamis::searches {

/// Accepts `features` one after the other, each time the best of those that are left, so that path and ranking show which of
/// them matter most. The scores of the path are those of whole subsets. At most m (m + 3) / 2 - 2 scores for m > 0 features if
/// that of the whole subset is known.
/// \param always    features that are in the subset from the beginning.
/// \param features  the others; at least one.
/// \throws Error  as SearchSpace::score() and accept().
inline void present_subset(const SearchSpace& space, Subset always, std::vector<Feature> features) {
  std::vector<Feature> subset(always.begin(), always.end());
  while (features.size() > 1) {
    std::vector<double> scores(features.size());
    space.score(subset, Move::add, features, scores);
    const std::size_t next = space.choose(Move::add, features, scores);
    subset.push_back(features[next]);
    features.erase(features.begin() + static_cast<std::ptrdiff_t>(next));
    whole_score(space, subset);
    space.accept(Move::add, subset.back(), ScoreOf::subset);
  }
  space.accept(Move::add, features[0], ScoreOf::subset);
}

/// The scores that present_subset() needs.
inline double scores_to_present(double features) {
  return features > 0 ? features * (features + 3) / 2 - 2 : 0;
}

}  // namespace tamis::searches
