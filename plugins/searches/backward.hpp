/// \file backward.hpp
/// Sequential backward elimination.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// Starts from all features and removes the one that is missed least until `keep` are left, or, with `until`,
/// while the subset's score stays that good. At most (d - keep) * (d + keep + 1) / 2 scores; one call of the
/// criterion per step. What "missed least" means depends on what the criterion measures: the removal that
/// leaves the best subset, the least loss, or the worst feature. Marill, Green. On the effectiveness of
/// receptors in recognition systems. IEEE Trans. Information Theory 9 (1963) 11-17,
/// DOI 10.1109/TIT.1963.1057810.
struct Backward final : SearchStrategy {
  static constexpr auto describe() {
    return tamis::describe<Backward>(
               "backward", "Sequential backward elimination: removes the least useful feature, one at a time")
        .cites(
            "Marill, Green. On the effectiveness of receptors in recognition systems. IEEE Trans. "
            "Information Theory 9 (1963) 11-17, DOI 10.1109/TIT.1963.1057810")
        .moves(Move::remove);
  }
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  double evaluations(Feature features, const Goal& goal) const override;
};

}  // namespace tamis::searches
