/// Level 4, criteria: the p values of those that have some.
#include "each_table.hpp"
#include "scoring.hpp"
#include "tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework::conformance {
namespace p_values {

std::vector<double> p_values(Scorer& scorer, std::span<const Feature> features) {
  std::vector<double> p(features.size(), std::numeric_limits<double>::quiet_NaN());
  scorer.criterion().p_values(features, p);
  return p;
}

std::vector<double> all_p_values(Scorer& scorer) {
  std::vector<Feature> all(scorer.data().features());
  std::iota(all.begin(), all.end(), Feature{0});
  return p_values(scorer, all);
}

bool has_any(const std::vector<double>& p) {
  return !std::ranges::all_of(p, [](double value) { return std::isnan(value); });
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void p_values_are_probabilities(const ComponentUnderTest& subject) {
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    const std::vector<double> p = all_p_values(scorer), again = all_p_values(scorer);
    for (Feature f = 0; f < p.size(); ++f) {
      if (!std::isnan(p[f]) && !(p[f] >= 0 && p[f] <= 1))
        fail("the p value of feature {} is {}, {}; expected 0 to 1, or NaN where there is none", f, p[f],
             with(table));
      if (!same(p[f], again[f]))
        fail("the p value of feature {} is {}, and {} when it is asked again, {}", f, p[f], again[f],
             with(table));
      if (const double alone = p_values(scorer, {&f, 1})[0]; !same(p[f], alone))
        fail("the p value of feature {} is {}, and {} when it is asked without the others, {}", f, p[f],
             alone, with(table));
    }
  });
}

/// Features 1 to 6 of plain tables are noise.
void p_values_are_uniform_by_chance(const ComponentUnderTest& subject) {
  constexpr std::uint64_t kTables = 60;
  constexpr double kBold = 0.05, kDeviations = 5;
  for (const TargetKind kind : kinds_of(subject.descriptor.traits)) {
    std::vector<double> found;
    for (std::uint64_t k = 0; k < kTables; ++k) {
      Scorer scorer(subject, subject.plan(), plain_table(kind, Rng::combine(subject.seed, k)));
      const std::vector<double> p = all_p_values(scorer);
      if (k == 0 && !has_any(p)) break;
      for (Feature f = 1; f < p.size(); ++f)
        if (!std::isnan(p[f])) found.push_back(p[f]);
    }
    const auto n = static_cast<double>(found.size());
    const auto bold = static_cast<double>(std::ranges::count_if(found, [&](double p) { return p <= kBold; }));
    if (bold > n * kBold + kDeviations * std::sqrt(n * kBold * (1 - kBold)))
      fail("of {} features that tell nothing {} have a p value of {} or less; expected about {:.0f}", n, bold,
           kBold, n * kBold);
    if (const double mean = std::accumulate(found.begin(), found.end(), 0.0) / n;
        mean < 0.5 - kDeviations * std::sqrt(1 / (12 * n)))
      fail("of {} features that tell nothing the mean p value is {:.2f}; expected 0.5 or more", n, mean);
  }
}

bool scores_features(const Descriptor& d) {
  return is_a<Criterion>(d) && !properties(d.traits.measures).depends_on_subset;
}

constexpr ComponentTest kTests[] = {
    {4, "p_values_are_probabilities", false, scores_features, p_values_are_probabilities},
    {4, "p_values_are_uniform_by_chance", false, scores_features, p_values_are_uniform_by_chance}};

}  // namespace p_values

std::span<const ComponentTest> p_value_tests() { return p_values::kTests; }

}  // namespace tamis::framework::conformance
