#include "permutation_stopping.hpp"

#include <algorithm>

namespace tamis::framework {

PermutationStopping::PermutationStopping(PermutationTest test, bool down, KernelSpace& space)
    : test_(std::move(test)), down_(down) {
  if (!down)
    space.set_step_filter([this](Subset subset, Feature feature) { return passes(subset, feature); });
}

bool PermutationStopping::passes(Subset subset, Feature feature) {
  tests_.push_back(test_.test(subset, feature));
  return test_.passes(tests_.back());
}

void PermutationStopping::test_ranking(StageResult& result) {
  if (!down_) return;
  std::vector<Feature> subset;  // sorted
  for (RankedFeature& f : result.ranking) {
    f.selected = f.always;
    if (f.always) subset.push_back(f.feature);
  }
  std::sort(subset.begin(), subset.end());
  // in the order of the ranking those that must always stay stand among the first
  std::stable_partition(result.ranking.begin(), result.ranking.end(),
                        [](const RankedFeature& f) { return f.always; });
  for (RankedFeature& f : result.ranking) {
    if (f.always) continue;
    if (!passes(subset, f.feature)) return;
    f.selected = true;
    subset.insert(std::upper_bound(subset.begin(), subset.end(), f.feature), f.feature);
  }
}

std::optional<ChosenSize> PermutationStopping::chosen(const StageResult& result) const {
  if (tests_.empty() && result.status != StageResult::Status::complete) return std::nullopt;
  const auto kept = std::count_if(result.ranking.begin(), result.ranking.end(),
                                  [](const RankedFeature& f) { return f.selected; });
  return ChosenSize{test_.rule(), static_cast<std::size_t>(kept), tests_};
}

}  // namespace tamis::framework
