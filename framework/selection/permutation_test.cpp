#include "permutation_test.hpp"

#include "standard_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kTied = 1e-9;  // standard scores this close, relatively, are ties

}  // namespace

PermutationTest::PermutationTest(Registry& registry, const Plan& criterion, const LoadedData& data,
                                 const SizeRule& rule, Rng rng, GroupScore group_score, KernelSpace& space,
                                 KernelRuntime& kernel)
    : shuffled_(registry, criterion, data, rule.permutations, rng, group_score, space, kernel),
      rule_(rule),
      space_(space),
      runtime_(kernel.runtime()) {}

SizeTest PermutationTest::test(Subset subset, Feature feature) {
  SizeTest test{subset.size() + 1, feature, space_.score_of_adding(subset, feature), 1};
  std::vector<Feature> outside;
  for (Feature f = 0; f < space_.space().features(); ++f)
    if (!std::binary_search(subset.begin(), subset.end(), f)) outside.push_back(f);
  const std::uint32_t as_good = properties(space_.space().measures()).depends_on_subset
                                    ? as_good_subsets(test, subset, outside)
                                    : as_good_features(feature, subset, outside);
  test.p = (1.0 + as_good) / (1.0 + rule_.permutations);
  return test;
}

std::uint32_t PermutationTest::as_good_subsets(const SizeTest& test, Subset subset,
                                               const std::vector<Feature>& outside) {
  shuffled_.begin();
  std::uint32_t as_good = 0;
  for (std::uint32_t p = 0; p < rule_.permutations; ++p) {
    tell_progress(test.size, p);
    const double best = best_of(shuffled_.of(p, subset, outside));
    as_good += space_.space().better(test.score.value, best) ? 0 : 1;
  }
  return as_good;
}

std::uint32_t PermutationTest::as_good_features(Feature feature, Subset subset,
                                                const std::vector<Feature>& outside) {
  // scores of features do not depend on the subset: what was scored for the first test serves the later ones
  if (standard_.empty()) score_features(outside);
  const double bar = standard_[0][feature] - kTied * (1 + std::abs(standard_[0][feature]));
  std::uint32_t as_good = 0;
  for (std::uint32_t p = 0; p < rule_.permutations; ++p) {
    const std::vector<double>& scores = standard_[p + 1];
    if (std::binary_search(subset.begin(), subset.end(), best_[p])) best_[p] = best_feature(scores, outside);
    as_good += scores[best_[p]] >= bar ? 1 : 0;
  }
  return as_good;
}

void PermutationTest::score_features(const std::vector<Feature>& outside) {
  shuffled_.begin();
  std::vector<std::vector<double>> draws(1);
  for (const Feature f : outside) draws[0].push_back(space_.score_of_adding({}, f).value);
  for (std::uint32_t p = 0; p < rule_.permutations; ++p) {
    tell_progress(1, p);
    draws.push_back(shuffled_.of(p, {}, outside));
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

double PermutationTest::best_of(std::span<const double> scores) const {
  return space_.space().lower_is_better() ? *std::min_element(scores.begin(), scores.end())
                                          : *std::max_element(scores.begin(), scores.end());
}

Feature PermutationTest::best_feature(const std::vector<double>& scores,
                                      const std::vector<Feature>& outside) {
  return *std::ranges::max_element(outside, {}, [&](Feature f) { return scores[f]; });
}

}  // namespace tamis::framework
