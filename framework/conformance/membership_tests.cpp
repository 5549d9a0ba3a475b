/// Level 4, criteria: the memberships of those that model the classes.
#include "each_table.hpp"
#include "scoring.hpp"
#include "tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework::conformance {
namespace memberships {

std::vector<double> memberships(Scorer& scorer, Subset subset) {
  const Dataset view = scorer.data().view();
  std::vector<double> p(view.samples() * view.target().classes(), std::numeric_limits<double>::quiet_NaN());
  scorer.criterion().memberships(subset, Matrix(p.data(), view.samples(), view.target().classes()));
  return p;
}

bool is_nan(double p) { return std::isnan(p); }

void expect_probabilities(const std::vector<double>& p, std::uint64_t samples, const TestTable& table) {
  if (std::ranges::all_of(p, is_nan)) return;
  for (std::uint64_t i = 0; i < samples; ++i) {
    double sum = 0;
    for (std::uint64_t at = i; at < p.size(); at += samples) {
      if (!(p[at] >= 0 && p[at] <= 1))
        fail("a membership of sample {} is {}; expected 0 to 1, {}", i, p[at], with(table));
      sum += p[at];
    }
    if (std::fabs(sum - 1) > kSumRounding)
      fail("the memberships of sample {} sum to {}; expected 1, {}", i, sum, with(table));
  }
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void memberships_are_probabilities(const ComponentUnderTest& subject) {
  const bool of_subsets = properties(subject.descriptor.traits.measures).depends_on_subset;
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    if (scorer.data().view().target().classes() == 0) return;
    std::vector<Feature> all(scorer.data().features());
    std::iota(all.begin(), all.end(), Feature{0});
    const std::vector<double> p = memberships(scorer, all);
    expect_probabilities(p, scorer.data().samples(), table);
    if (of_subsets && all.size() > 1)
      expect_probabilities(memberships(scorer, Subset(all).first(1)), scorer.data().samples(), table);
    if (!std::ranges::equal(memberships(scorer, all), p, same))
      fail("memberships are others when they are asked for again, {}", with(table));
  });
}

bool reads_classes(const Descriptor& d) {
  return is_a<Criterion>(d) &&
         (has(d.traits.targets, Targets::classes) || has(d.traits.targets, Targets::soft));
}

constexpr ComponentTest kTests[] = {
    {4, "memberships_are_probabilities", false, reads_classes, memberships_are_probabilities}};

}  // namespace memberships

std::span<const ComponentTest> membership_tests() { return memberships::kTests; }

}  // namespace tamis::framework::conformance
