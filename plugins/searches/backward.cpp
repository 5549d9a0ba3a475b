#include "backward.hpp"

#include "features.hpp"

namespace tamis::searches {

void Backward::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  std::vector<Feature> subset = features_outside({}, space.features());
  std::vector<Feature> removable = features_outside(goal.always(), space.features());
  std::vector<double> scores;
  space.begin(subset);
  const std::size_t to_remove = subset.size() - goal.keep();
  for (std::size_t removed = 0; removed < to_remove; ++removed) {
    runtime.progress("backward search", removed, to_remove);
    scores.resize(removable.size());
    space.score(subset, Move::remove, removable, scores);
    const std::size_t chosen = space.choose(Move::remove, removable, scores);
    if (goal.has_until() && space.better(goal.until(), scores[chosen]))
      return;  // it would get worse than wanted
    space.accept(Move::remove, removable[chosen]);
    std::erase(subset, removable[chosen]);
    removable.erase(removable.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
}

double Backward::evaluations(Feature features, const Goal& goal) const {
  const auto steps = static_cast<double>(features - goal.keep());
  const auto removable = static_cast<double>(features - goal.always().size());
  return steps * removable - steps * (steps - 1) / 2;
}

}  // namespace tamis::searches
