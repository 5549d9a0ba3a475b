#include "forward.hpp"

#include "features.hpp"
#include "gain_per_cost.hpp"

#include <cmath>
#include <string>

namespace tamis::searches {
namespace {

/// The worst score that there is, which the kernel gives a feature without one.
bool is_undefined(const SearchSpace& space, double score) {
  return std::isinf(score) && (score > 0) == space.lower_is_better();
}

}  // namespace

void Forward::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  std::vector<Feature> subset(goal.always().begin(), goal.always().end());
  std::vector<Feature> outside = features_outside(subset, space.features());
  std::vector<double> scores(outside.size());
  double reached = options.per_cost ? score_before(space, subset) : 0;
  while (subset.size() < goal.keep()) {
    runtime.progress("forward search", subset.size(), goal.keep());
    scores.resize(outside.size());
    space.score(subset, Move::add, outside, scores);
    const std::size_t best = space.choose(
        Move::add, outside, options.per_cost ? gains_per_cost(space, outside, scores, reached) : scores);
    if (space.measures() == Measures::gain && is_undefined(space, scores[best])) {
      runtime.warn(std::to_string(subset.size()) + " of " + std::to_string(goal.keep()) +
                   " features were added: beside them no other one has a score");
      return;
    }
    space.accept(Move::add, outside[best]);
    if (properties(space.measures()).rates_subset) reached = scores[best];
    subset.push_back(outside[best]);
    outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(best));
    if (goal.has_until() && !space.better(goal.until(), scores[best])) return;
  }
}

double Forward::evaluations(Feature features, const Goal& goal) const {
  const auto steps = static_cast<double>(goal.keep() - goal.always().size());
  const auto outside = static_cast<double>(features - goal.always().size());
  return steps * outside - steps * (steps - 1) / 2;
}

}  // namespace tamis::searches
