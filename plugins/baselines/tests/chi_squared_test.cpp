#include "chi_squared.hpp"
#include "test_laws.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>

#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::baselines;
using namespace tamis::testing;

/// A feature of codes and the class, as often as a table of counts says, `times` over.
Table of_counts(const std::vector<std::vector<int>>& counts, int times = 1) {
  std::vector<double> codes;
  std::vector<std::int32_t> labels;
  for (int t = 0; t < times; ++t)
    for (std::size_t v = 0; v < counts.size(); ++v)
      for (std::size_t c = 0; c < counts[v].size(); ++c)
        for (int i = 0; i < counts[v][c]; ++i)
          codes.push_back(static_cast<double>(v)), labels.push_back(static_cast<std::int32_t>(c));
  Table table(codes.size(), 1);
  table.x = codes;
  table.as_codes();
  return table.with_labels(labels, static_cast<std::uint32_t>(counts[0].size()));
}

struct Tested {
  Scored scored;
  std::vector<double> p;
  std::vector<std::string> warnings;
};

Tested test(Table table) {
  const SerialRuntime serial;
  ChiSquared criterion;
  Tested out;
  out.scored = score_all(criterion, table.view(), Runtime(serial), -INFINITY);
  std::vector<Feature> all(table.d);
  std::iota(all.begin(), all.end(), Feature{0});
  out.p.assign(table.d, std::nan(""));
  criterion.p_values(all, out.p);
  out.warnings = serial.warnings;
  return out;
}

Independence table_of(const Table& t) {
  std::vector<std::uint8_t> codes;
  for (std::size_t i = 0; i < t.n; ++i) codes.push_back(static_cast<std::uint8_t>(t.x[i]));
  return independence(codes, 256, t.labels, t.classes);
}

/// Four levels that go with three classes a little.
const std::vector<std::vector<int>> kCounts{{5, 9, 2}, {11, 3, 8}, {4, 4, 9}, {1, 0, 7}};

}  // namespace

TEST_CASE("statistics and p values are those of SciPy's chi2_contingency", "[chi_squared]") {
  // scipy.stats.chi2_contingency(counts, correction=False), 1.10
  const Independence weak = table_of(of_counts(kCounts));
  CHECK(weak.statistic == Approx(20.67761627159605).epsilon(1e-13));
  CHECK(weak.freedom() == 6);
  CHECK(test(of_counts(kCounts)).p[0] == Approx(0.002095956895742401).epsilon(1e-12));
  const std::vector<std::vector<int>> square{{10, 20}, {30, 15}};
  CHECK(table_of(of_counts(square)).statistic == Approx(8.035714285714285).epsilon(1e-13));
  CHECK(test(of_counts(square)).p[0] == Approx(0.0045863920802535025).epsilon(1e-12));
  CHECK(test(of_counts({{40, 0}, {0, 60}})).p[0] == Approx(1.5239706048320995e-23).epsilon(1e-11));
}

TEST_CASE("the chi-squared law is that of SciPy far into its tail", "[chi_squared]") {
  CHECK(above_chi_squared(1, 1) == Approx(0.31731050786291115).epsilon(1e-13));
  CHECK(above_chi_squared(50, 3) == Approx(7.989179244951495e-11).epsilon(1e-12));
  CHECK(above_chi_squared(700, 10) == Approx(6.280146699235733e-144).epsilon(1e-11));
  CHECK(above_chi_squared(0.01, 4) == Approx(0.9999875415886458).epsilon(1e-13));
  CHECK(above_chi_squared(300, 255) == Approx(0.02772752205390483).epsilon(1e-12));
}

TEST_CASE("the statistic of a table k times over is k times as large", "[chi_squared][property]") {
  const double once = table_of(of_counts(kCounts)).statistic;
  CHECK(table_of(of_counts(kCounts, 7)).statistic == Approx(7 * once).epsilon(1e-13));
}

TEST_CASE("Cramer's V is 1 of levels that have one class, and 0 by chance however many levels there are",
          "[chi_squared]") {
  CHECK(test(of_counts({{40, 0}, {0, 60}})).scored.value[0] == Approx(1).epsilon(1e-12));
  CHECK(test(of_counts({{40, 0, 0}, {0, 60, 0}, {0, 0, 30}, {0, 20, 0}})).scored.value[0] ==
        Approx(1).margin(0.01));
  Rng rng(3);
  for (const std::size_t levels : {2, 10, 200}) {
    CAPTURE(levels);
    double plain = 0, corrected = 0;
    for (int repeat = 0; repeat < 200; ++repeat) {
      Table table(300, 1);
      std::vector<std::int32_t> labels;
      for (std::size_t i = 0; i < 300; ++i) {
        table.x[i] = static_cast<double>(rng.below(levels));
        labels.push_back(static_cast<std::int32_t>(rng.below(3)));
      }
      table.with_labels(labels, 3);
      const Independence found = table_of(table);
      plain += std::sqrt(found.statistic / 300 / std::min(found.levels - 1, found.classes - 1)) / 200;
      const double v = corrected_cramers_v(found);
      corrected += v * std::abs(v) / 200;  // the square has no bias
    }
    CHECK(corrected == Approx(0).margin(0.01));
    if (levels == 200) CHECK(plain > 0.5);
  }
}

TEST_CASE("an identifier is worth less than a flag that goes with the class a little", "[chi_squared]") {
  Rng rng(5);
  Table table(240, 2);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 240; ++i) {
    labels.push_back(static_cast<std::int32_t>(i % 2));
    table.at(i, 0) = static_cast<double>(i);
    table.at(i, 1) = rng.uniform() < 0.65 ? labels[i] : 1 - labels[i];
  }
  table.as_codes();
  const Tested found = test(table.with_labels(labels, 2));
  CHECK(found.scored.value[1] > 0.15);
  CHECK(found.scored.value[0] < 0.05);
  CHECK(found.p[0] > 0.1);
  REQUIRE(found.warnings.size() == 1);
  CHECK_THAT(found.warnings[0], Catch::Contains("of 1 feature more than a fifth"));
}

TEST_CASE("codes and classes may be renumbered and samples reordered", "[chi_squared][invariance]") {
  const Tested before = test(of_counts(kCounts));
  auto counts = kCounts;
  std::swap(counts[0], counts[3]);
  for (auto& row : counts) std::swap(row[0], row[2]);
  const Tested after = test(of_counts(counts));
  CHECK(after.scored.value[0] == Approx(before.scored.value[0]).epsilon(1e-12));
  CHECK(after.p[0] == Approx(before.p[0]).epsilon(1e-11));
}

TEST_CASE("p values are as often small as the permutations of the labels have it", "[chi_squared]") {
  const Table table = of_counts(kCounts, 2);
  const double observed = table_of(table).statistic;
  const double p = above_chi_squared(observed / 4, 6);  // a statistic in the bulk of the law
  Rng rng(11);
  Table shuffled = table;
  int above = 0;
  constexpr int kTimes = 4000;
  for (int t = 0; t < kTimes; ++t) {
    for (std::size_t i = shuffled.n - 1; i > 0; --i)
      std::swap(shuffled.labels[i], shuffled.labels[rng.below(i + 1)]);
    above += table_of(shuffled).statistic >= observed / 4;
  }
  CHECK(static_cast<double>(above) / kTimes == Approx(p).margin(0.03));
}

TEST_CASE("constant features, one class and samples in groups have no p values",
          "[chi_squared][degenerate]") {
  const Tested constant = test(of_counts({{20, 30}}));
  CHECK(constant.scored.reason[0] == "constant");
  CHECK(std::isnan(constant.p[0]));
  Table one = of_counts({{20, 0}, {30, 0}});
  CHECK(test(one).scored.reason[0] == "single_class");
  CHECK(std::isnan(test(one).p[0]));
}
