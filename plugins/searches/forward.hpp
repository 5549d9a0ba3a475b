/// \file forward.hpp
/// Sequential forward selection.
#pragma once

#include "gain_per_cost.hpp"

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// Starts from `always` and adds the best feature until `keep` are in, or until the subset's score is as good
/// as `until`, or, if the criterion measures gains, until no feature is left that has a score. At most keep * d
/// scores; one call of the criterion per step. If gains diminish, a feature that cannot be the best is not scored again: Minoux.
/// Accelerated greedy algorithms for maximizing submodular set functions. Optimization Techniques, LNCIS 7 (1978) 234-243, DOI
/// 10.1007/BFb0006528. With `per_cost` the best feature is the one that adds most to the score for its cost,
/// (score - score before) / cost. Whitney. A direct method of nonparametric measurement selection.
/// IEEE Trans. Computers 20 (1971) 1100-1103, DOI 10.1109/T-C.1971.223410.
struct Forward final : SearchStrategy {
  struct Options {
    bool per_cost = false;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Forward>("forward",
                                    "Sequential forward selection: adds the best feature, one at a time")
        .cites(
            "Whitney. A direct method of nonparametric measurement selection. IEEE Trans. Computers 20 "
            "(1971) 1100-1103, DOI 10.1109/T-C.1971.223410")
        .moves(Move::add)
        .option<&Options::per_cost>("per_cost", kPerCostHelp);
  }
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  double evaluations(Feature features, const Goal& goal) const override;
};

}  // namespace tamis::searches
