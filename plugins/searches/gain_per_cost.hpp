/// \file gain_per_cost.hpp
/// Choosing features by what they add for their cost.
#pragma once

#include "whole_score.hpp"

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// The help of the option `per_cost`.
inline constexpr const char* kPerCostHelp =
    "choose by gain per cost: what a feature adds to the score, divided by what it costs";

/// The score that additions to `subset` begin at: that of the subset, or 0 if it is empty or scores are gains themselves.
/// \throws ParamError  the scores cannot be taken for gains.
inline double score_before(const SearchSpace& space, Subset subset) {
  if (space.lower_is_better() || !space.supports(Move::add))
    throw ParamError(
        "`per_cost` divides what a feature adds to the score by its cost, and this criterion's scores are no such gains "
        "(lower is better, or only removals are scored); leave it out, or use another criterion");
  if (subset.empty() || !properties(space.measures()).rates_subset) return 0;
  if (!space.supports(Move::whole))
    throw ParamError(
        "`per_cost` needs the score of the features in `always`, and this criterion scores no whole subsets; leave one of "
        "the two out");
  return whole_score(space, subset);
}

/// (score - before) / cost. A loss is not divided: dividing it would favour what costs much.
inline double gain_per_cost(const SearchSpace& space, Feature candidate, double score, double before) {
  const double gain = score - before;
  return gain > 0 ? gain / space.feature_cost(candidate) : gain;
}

}  // namespace tamis::searches
