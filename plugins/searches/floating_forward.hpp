/// \file floating_forward.hpp
/// Sequential forward selection that may take back what it added.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// Adds the best feature, then removes features as long as the subset is better than every other one of its
/// size so far, until `keep` are in, or until the subset's score is as good as `until`. floating.hpp has the
/// rules. About keep (d + 3) scores and more for each removal, without a bound known before.
struct FloatingForward final : SearchStrategy {
  static constexpr auto describe() {
    return tamis::describe<FloatingForward>(
               "floating_forward",
               "Sequential floating forward selection: adds features, removes those no longer useful")
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
