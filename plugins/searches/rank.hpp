/// \file rank.hpp
/// Scores every feature once and keeps the best: the whole search for criteria that measure single features.
#pragma once

#include "gain_per_cost.hpp"

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// One call for all d features, then O(d log d). With a criterion that adds, a feature is scored as an
/// addition to `always`; with one that only removes, as a removal from the full set, and the features that
/// cost most to remove come first. With `per_cost` features are ordered by what they add to the score, divided by their cost.
struct Rank final : SearchStrategy {
  struct Options {
    bool per_cost = false;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Rank>("rank", "Ranking: scores each feature once and keeps the best")
        .moves(Move::add, Move::remove)
        .any_move()
        .option<&Options::per_cost>("per_cost", kPerCostHelp);
  }
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  double evaluations(Feature features, const Goal& goal) const override;
};

}  // namespace tamis::searches
