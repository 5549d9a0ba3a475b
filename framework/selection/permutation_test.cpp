#include "permutation_test.hpp"

#include "standard_scores.hpp"

#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/run/score_bytes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kEqual = 1e-9;  // standard scores this close, relatively, are ties

}  // namespace

PermutationTest::PermutationTest(Registry& registry, const Plan& criterion, const LoadedData& data,
                                 const SizeRule& rule, Rng rng, KernelSpace& space, KernelRuntime& kernel)
    : registry_(registry),
      criterion_(criterion),
      data_(data),
      remembered_(criterion, data, kernel),
      rule_(rule),
      key_(rng.next()),
      space_(space),
      runtime_(kernel.runtime()),
      team_(kernel.team()),
      silent_(*runtime_.raw()) {
  silent_.warn = [](void*, tamis_text) {};
  silent_.progress = [](void*, tamis_text, std::uint64_t, std::uint64_t) {};
}

SizeTest PermutationTest::test(Subset subset, Feature feature) {
  SizeTest test{subset.size() + 1, feature, space_.score_of_adding(subset, feature), 1};
  std::vector<Feature> outside;
  for (Feature f = 0; f < space_.space().features(); ++f)
    if (!std::binary_search(subset.begin(), subset.end(), f)) outside.push_back(f);
  const std::uint32_t as_good = space_.space().measures() == Measures::feature
                                    ? as_good_features(feature, subset, outside)
                                    : as_good_subsets(test, subset, outside);
  test.p = (1.0 + as_good) / (1.0 + rule_.permutations);
  return test;
}

std::uint32_t PermutationTest::as_good_subsets(const SizeTest& test, Subset subset,
                                               const std::vector<Feature>& outside) {
  ahead_ = {};
  std::uint32_t as_good = 0;
  for (std::uint32_t p = 0; p < rule_.permutations; ++p) {
    tell_progress(test.size, p);
    const double best = best_of(scores_by_chance(p, subset, outside));
    as_good += space_.space().better(test.score.value, best) ? 0 : 1;
  }
  return as_good;
}

std::uint32_t PermutationTest::as_good_features(Feature feature, Subset subset,
                                                const std::vector<Feature>& outside) {
  // scores of features do not depend on the subset: what was scored for the first test serves the later ones
  if (standard_.empty()) score_features(outside);
  const double bar = standard_[0][feature] - kEqual * (1 + std::abs(standard_[0][feature]));
  std::uint32_t as_good = 0;
  for (std::uint32_t p = 0; p < rule_.permutations; ++p) {
    const std::vector<double>& scores = standard_[p + 1];
    if (std::binary_search(subset.begin(), subset.end(), best_[p])) best_[p] = best_feature(scores, outside);
    as_good += scores[best_[p]] >= bar ? 1 : 0;
  }
  return as_good;
}

void PermutationTest::score_features(const std::vector<Feature>& outside) {
  ahead_ = {};
  std::vector<std::vector<double>> draws(1);
  for (const Feature f : outside) draws[0].push_back(space_.score_of_adding({}, f).value);
  for (std::uint32_t p = 0; p < rule_.permutations; ++p) {
    tell_progress(1, p);
    draws.push_back(scores_by_chance(p, {}, outside));
  }
  standardise(draws, space_.space().lower_is_better());
  standard_.assign(draws.size(), std::vector<double>(space_.space().features()));
  for (std::size_t draw = 0; draw < draws.size(); ++draw)
    for (std::size_t i = 0; i < outside.size(); ++i) standard_[draw][outside[i]] = draws[draw][i];
  for (std::uint32_t p = 0; p < rule_.permutations; ++p)
    best_.push_back(best_feature(standard_[p + 1], outside));
}

void PermutationTest::tell_progress(std::size_t size, std::uint32_t permutation) const {
  runtime_.progress(fmt::format("testing size {}", size), permutation, rule_.permutations);
}

std::vector<double> PermutationTest::scores_by_chance(std::uint32_t permutation, Subset subset,
                                                      const std::vector<Feature>& outside) {
  space_.count(outside.size());
  std::vector<double> scores(outside.size());
  std::optional<MemoryKey> key = remembered_.name();
  if (key) {
    key = key->with(key_).with(permutation);
    for (const Feature f : subset) key = key->with(f);
    if (remembered_.recall(*key, scores)) return scores;
  }
  scores =
      team_ ? shared_scores(permutation, subset, outside) : scores_of_shuffled(permutation, subset, outside);
  if (key) remembered_.keep(*key, scores);
  return scores;
}

/// Each process scores one of the permutations that follow.
std::vector<double> PermutationTest::shared_scores(std::uint32_t permutation, Subset subset,
                                                   std::span<const Feature> outside) {
  if (ahead_.scores.empty() || permutation - ahead_.begin >= ahead_.scores.size()) {
    const auto mine = static_cast<std::uint32_t>(permutation + team_->rank());
    const auto score_mine = [&] {
      std::vector<double> scores(outside.size());
      if (mine < rule_.permutations) scores = scores_of_shuffled(mine, subset, outside);
      return score_bytes(scores, {});
    };
    ahead_ = {permutation, {}};
    for (const std::string& bytes : team_->meet(score_mine, "a permutation"))
      if (read_scores(bytes, ahead_.scores.emplace_back(outside.size())) == std::nullopt)
        throw PluginError("another process of the run answered something else than it was asked");
  }
  return ahead_.scores[permutation - ahead_.begin];
}

std::vector<double> PermutationTest::scores_of_shuffled(std::uint32_t permutation, Subset subset,
                                                        std::span<const Feature> outside) {
  try {
    const Dataset shuffled = data_.shuffled(subset, Rng(Rng::combine(key_, permutation)));
    Runtime silent(&silent_);
    Composed<Criterion> criterion(registry_, criterion_);
    criterion->prepare(shuffled, silent);
    const Traits& traits = criterion_.descriptor().traits;
    CriterionScorer scorer(*criterion, criterion.origin(), traits);
    std::vector<double> scores(outside.size());
    KernelSpace(scorer, shuffled, traits, {}, {}, silent).space().score(subset, Move::add, outside, scores);
    return scores;
  } catch (Error& e) {
    e.step = fmt::format("testing size {}, permutation {}", subset.size() + 1, permutation + 1);
    throw;
  }
}

double PermutationTest::best_of(std::span<const double> scores) const {
  return space_.space().lower_is_better() ? *std::min_element(scores.begin(), scores.end())
                                          : *std::max_element(scores.begin(), scores.end());
}

Feature PermutationTest::best_feature(const std::vector<double>& scores, const std::vector<Feature>& outside) {
  return *std::ranges::max_element(outside, {}, [&](Feature f) { return scores[f]; });
}

}  // namespace tamis::framework
