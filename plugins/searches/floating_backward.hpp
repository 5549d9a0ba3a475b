/// \file floating_backward.hpp
/// Sequential backward elimination that may take back what it removed.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// Removes the feature that is missed least, then adds features as long as the subset is better than every
/// other one of its size so far, until `keep` are left, or, with `until`, while the subset's score stays that
/// good. floating.hpp has the rules. About (d - keep) (d + 3) scores and more for each addition, without a
/// bound known before.
struct FloatingBackward final : SearchStrategy {
  static constexpr auto describe() {
    return tamis::describe<FloatingBackward>(
               "floating_backward",
               "Sequential floating backward selection: removes features, adds back those that help")
        .cites(
            "Pudil, Novovicova, Kittler. Floating search methods in feature selection. Pattern Recognition "
            "Letters 15 (1994) 1119-1125, DOI 10.1016/0167-8655(94)90127-9")
        .moves(Move::add, Move::remove, Move::whole)
        .subset_only();
  }
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  double evaluations(Feature features, const Goal& goal) const override;
};

}  // namespace tamis::searches
