/// \file exhaustive.hpp
/// The best subset of all.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// Scores every subset of `keep` features that holds `always`, as a whole, and keeps the best: of scores
/// within the tolerance of it, the subset that comes first in the order of feature indices. It then adds that
/// subset's features one after the other, each time the best of them, so that the path and the ranking say
/// which of them matter most; the scores of these steps are of the subsets as a whole, too.
///
/// C(d - a, m) + m (m + 3) / 2 - 2 scores at most with a = |always| and m = keep - a; one call of the
/// criterion for each subset. Never misses the best one, and is for few features only.
struct Exhaustive final : SearchStrategy {
  struct Options {
    int max_subsets = 100000;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Exhaustive>("exhaustive",
                                       "Exhaustive search: scores every subset of the wanted size")
        .moves(Move::add, Move::whole)
        .subset_only()
        .option<&Options::max_subsets>("max_subsets", at_least(1),
                                       "refuse to begin when there are more subsets");
  }
  /// \throws ParamError  more than max_subsets, or a goal with `until`.
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  /// \throws Error  as run(), so that what is hopeless is refused before the criterion prepares.
  double evaluations(Feature features, const Goal& goal) const override;

 private:
  double count_subsets(Feature features, const Goal& goal) const;
};

}  // namespace tamis::searches
