#include "boruta.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace tamis;
using namespace tamis::forest;
using namespace tamis::testing;

/// Of `relevant` features each tells the class a little, the second as a copy of the first; the others are
/// noise.
Table table_of(std::size_t n, std::size_t features, std::size_t relevant, std::uint64_t seed) {
  Rng rng(seed);
  Table table(n, features);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    const auto c = static_cast<std::int32_t>(rng.below(2));
    for (std::size_t j = 0; j < features; ++j) table.at(i, j) = rng.uniform() + (j < relevant ? 0.5 * c : 0);
    if (relevant > 1) table.at(i, 1) = 3 * table.at(i, 0);
    labels.push_back(c);
  }
  return table.with_labels(labels, 2);
}

/// What is decided of each feature.
std::vector<std::string> decisions(Table table, std::uint64_t seed, int trees = 50) {
  Boruta criterion;
  criterion.options.trees = trees;
  criterion.options.rounds = 20;
  const Scored scored = score_all(criterion, table.view(), SerialRuntime(seed));
  for (std::size_t f = 0; f < scored.value.size(); ++f) {
    if (scored.reason[f] == "confirmed") CHECK(scored.value[f] > 0);
    if (scored.reason[f] == "rejected") CHECK(scored.value[f] <= 0);
  }
  return scored.reason;
}

using Names = std::vector<std::string>;

TEST_CASE("a decision is that of a permutation test", "[boruta][closed_form]") {
  CHECK(decide(19, 19, 0.05) == Decision::confirmed);  // 1/20
  CHECK(decide(18, 18, 0.05) == Decision::tentative);  // 1/19
  CHECK(decide(98, 99, 0.02) == Decision::confirmed);  // 2/100
  CHECK(decide(97, 99, 0.02) == Decision::tentative);
  CHECK(decide(51, 100, 0.05) == Decision::tentative);
  CHECK(decide(50, 100, 0.05) == Decision::rejected);
  CHECK(decide(0, 100, 0.05) == Decision::rejected);
}

TEST_CASE("all features that tell the classes are confirmed, copies among them, and noise is rejected",
          "[boruta]") {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Names found = decisions(table_of(300, 12, 4, seed), seed);
    for (Feature f = 0; f < 12; ++f) {
      INFO("seed " << seed << ", feature " << f);
      CHECK(found[f] == (f < 4 ? "confirmed" : "rejected"));
    }
  }
}

TEST_CASE("where nothing tells the classes, anything is confirmed as rarely as the level says", "[boruta]") {
  // 60 tables at the level .05: 3 on average, and more than 8 with a probability of .003
  int wrong = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Names found = decisions(table_of(60, seed % 3 == 0 ? 1 : 10, 0, seed), seed, 10);
    wrong += std::ranges::count(found, "confirmed") > 0;
  }
  CHECK(wrong <= 8);
}

TEST_CASE("one feature that tells the classes is confirmed where there is no other", "[boruta]") {
  CHECK(decisions(table_of(200, 1, 1, 1), 1) == Names{"confirmed"});
}

TEST_CASE("real values and soft labels are told from noise like classes", "[boruta]") {
  Rng rng(3);
  Table real(300, 6), soft(300, 6);
  std::vector<double> y, p;
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t j = 0; j < 6; ++j) real.at(i, j) = soft.at(i, j) = rng.uniform();
    y.push_back(std::abs(real.at(i, 0) - 0.5) + real.at(i, 1) / 4);
    p.push_back(0.1 + 0.8 * (real.at(i, 0) > 0.3 && real.at(i, 1) > 0.3));
  }
  for (std::size_t i = 0; i < 300; ++i) p.push_back(1 - p[i]);
  for (const Table& table : {real.with_real(y), soft.with_soft(p, 2)}) {
    const Names found = decisions(table, 7);
    for (Feature f = 0; f < 6; ++f) CHECK((found[f] == "confirmed") == (f < 2));
  }
}

TEST_CASE("a constant feature has no score, and is no bar to others", "[boruta][errors]") {
  Table table = table_of(200, 5, 3, 2);
  for (std::size_t i = 0; i < 200; ++i) table.at(i, 4) = 1;
  const Names found = decisions(std::move(table), 2);
  CHECK(found[4] == "constant");
  for (Feature f = 0; f < 3; ++f) CHECK(found[f] == "confirmed");
}

TEST_CASE("what cannot be decided is refused", "[boruta][errors]") {
  Table table = table_of(10, 2, 1, 2);
  Boruta hasty;
  hasty.options.rounds = 18;
  CHECK_THROWS_WITH(hasty.prepare(table.view(), SerialRuntime(1)),
                    Catch::Contains("with 18 rounds nothing can be confirmed"));
  Boruta coarse;  // of ten samples no tree has two leaves of five
  const Scored scored = score_all(coarse, table.view(), SerialRuntime(1));
  CHECK(scored.value[0] == -std::numeric_limits<double>::infinity());
  CHECK(scored.reason[0] == "too few samples for two leaves, or one target alone");
  std::fill(table.labels.begin() + 1, table.labels.end(), -1);
  Boruta criterion;
  CHECK_THROWS_WITH(criterion.prepare(table.view(), SerialRuntime(1)),
                    Catch::Contains("two samples or more"));
}

}  // namespace
