#include "shuffled_scores.hpp"

#include "silent.hpp"

#include <fmt/format.h>

namespace tamis::framework {

ShuffledScores::ShuffledScores(Registry& registry, const Plan& criterion, const LoadedData& data,
                               std::uint32_t permutations, Rng rng, GroupScore group_score,
                               KernelSpace& space, KernelRuntime& kernel)
    : registry_(registry),
      criterion_(criterion),
      units_(data.parts()),
      group_score_(group_score),
      data_(data),
      remembered_(criterion, data, kernel),
      key_(rng.next()),
      space_(space),
      draws_(kernel.team(), permutations, "a permutation"),
      silent_(silent(kernel.runtime())) {}

std::vector<double> ShuffledScores::of(std::uint32_t permutation, Subset subset,
                                       std::span<const Feature> features) {
  space_.count(features.size());
  std::vector<double> scores(features.size());
  std::optional<MemoryKey> key = remembered_.name();
  if (key) {
    key = key->with(key_).with(permutation);
    if (units_.has_groups()) key = key->with(static_cast<std::uint64_t>(group_score_));
    for (const std::span<const Feature> part : {subset, features})
      for (const Feature f : part) key = key->with(f);
    if (remembered_.recall(*key, scores)) return scores;
  }
  scores = draws_.of(permutation, features.size(),
                     [&](std::uint32_t number) { return of_shuffled(number, subset, features); });
  if (key) remembered_.keep(*key, scores);
  return scores;
}

std::vector<double> ShuffledScores::of_shuffled(std::uint32_t permutation, Subset subset,
                                                std::span<const Feature> features) {
  try {
    const Dataset shuffled = data_.shuffled(units_.features(subset), Rng(Rng::combine(key_, permutation)));
    Runtime runtime(&silent_);
    Composed<Criterion> criterion(registry_, criterion_);
    criterion->prepare(shuffled, runtime);
    const Traits& traits = criterion_.descriptor().traits;
    CriterionScorer of_features(*criterion, criterion.origin(), traits);
    UnitScorer scorer(of_features, units_, traits, group_score_);
    const UnitView view(shuffled, units_);
    std::vector<double> scores(features.size());
    KernelSpace space(scorer, view.view(), traits, {}, {}, runtime);
    space.space().score(subset, Move::add, features, scores);
    return scores;
  } catch (Error& e) {
    e.step = fmt::format("testing size {}, permutation {}", subset.size() + 1, permutation + 1);
    throw;
  }
}

}  // namespace tamis::framework
