#include "chi_squared.hpp"

#include "test_laws.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace tamis::baselines {

Independence ChiSquared::of(Feature feature) const {
  return independence(data().codes(feature), data().levels(feature), data().target().labels(),
                      data().target().classes());
}

void ChiSquared::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  runtime().parallel_for(
      candidates.size(),
      [&](std::uint64_t i) {
        const Independence table = of(candidates[i]);
        if (table.levels < 2) return scores.undefined(i, "constant");
        if (table.classes < 2) return scores.undefined(i, "single_class");
        scores[i] = corrected_cramers_v(table);
      },
      8);
}

void ChiSquared::p_values(std::span<const Feature> features, std::span<double> p) const {
  if (!data().groups().empty()) return;
  std::vector<char> rough(features.size());
  runtime().parallel_for(
      features.size(),
      [&](std::uint64_t i) {
        const Independence table = of(features[i]);
        if (table.freedom() < 1) return;
        constexpr double kMostSmall = 0.2;
        rough[i] = table.small > kMostSmall;
        p[i] = above_chi_squared(table.statistic, table.freedom());
      },
      8);
  if (const auto n = std::ranges::count(rough, 1); n > 0)
    runtime().warn(
        "of " + std::to_string(n) + (n == 1 ? " feature" : " features") +
        " more than a fifth of the expected counts are below 5, where the chi-squared law is rough; fewer "
        "bins (`data.bins`) or more samples make it better");
}

}  // namespace tamis::baselines
