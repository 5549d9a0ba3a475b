#include "forest_error.hpp"
#include "forest_importance.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>

#include <numeric>
#include <set>

namespace {

using namespace tamis;
using namespace tamis::forest;
using namespace tamis::testing;

/// Feature 0 says the class but for a tenth, 1 helps, 2 has two values and tells nothing, 3 many and nothing.
Table table_of(std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Table table(n, 4);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    const auto c = static_cast<std::int32_t>(rng.below(2));
    table.at(i, 0) = rng.uniform() + (rng.uniform() < 0.9 ? c : 1 - c);
    table.at(i, 1) = rng.uniform() + 0.4 * c;
    table.at(i, 2) = static_cast<double>(rng.below(2));
    table.at(i, 3) = rng.uniform();
    labels.push_back(c);
  }
  return table.with_labels(labels, 2);
}

TEST_CASE("permutation importance is that of trees that are walked from their roots",
          "[forest][brute_force]") {
  Table table = table_of(150, 1);
  for (std::size_t i = 0; i < 20; ++i) table.labels[i] = -1;
  const SerialRuntime runtime;
  const Bins bins(table.view(), std::vector<Feature>{0, 1, 2, 3}, runtime);
  const Outputs outputs(table.view());
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Tree tree = grow_tree(bins, outputs, {2, 2}, Rng(seed));
    std::set<Sample> judged(tree.out_of_bag.begin(), tree.out_of_bag.end());
    for (Sample i = 0; i < 20; ++i) judged.erase(i);
    std::vector<Sample> in_order(judged.begin(), judged.end()), shuffled = in_order;
    Rng(seed + 100).shuffle(shuffled);
    const std::vector<double> found = permutation_importance(tree, bins, outputs, Rng(seed + 100));
    for (std::uint32_t f = 0; f < 4; ++f) {
      double rise = 0;
      for (std::size_t k = 0; k < in_order.size(); ++k) {
        const auto error = [&](Sample of_feature) {
          const std::uint32_t leaf = tree.leaf(
              0, [&](std::uint32_t g) { return bins.column(g)[g == f ? of_feature : in_order[k]]; });
          return (tree.leaves.col(leaf) - outputs.values.row(in_order[k]).transpose()).squaredNorm();
        };
        rise += error(shuffled[k]) - error(in_order[k]);
      }
      CHECK(found[f] == Approx(rise / static_cast<double>(in_order.size())).margin(1e-12));
    }
  }
}

TEST_CASE("features that tell the classes are worth more, and of the others neither kind is preferred",
          "[forest]") {
  for (const ImportanceKind kind : {ImportanceKind::permutation, ImportanceKind::impurity}) {
    double two_values = 0, many_values = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Table table = table_of(400, seed);
      ForestImportance criterion;
      criterion.options.trees = 100;
      criterion.options.importance = kind;
      const Scored scored = score_all(criterion, table.view(), SerialRuntime(seed));
      CHECK(scored.value[0] > scored.value[1]);
      CHECK(scored.value[1] > std::max(scored.value[2], scored.value[3]));
      two_values += scored.value[2] / scored.value[0] / 10;
      many_values += scored.value[3] / scored.value[0] / 10;
    }
    CHECK(std::abs(two_values) < 0.03);
    CHECK(std::abs(many_values) < 0.03);
  }
}

TEST_CASE("a constant feature has no importance", "[forest]") {
  Table table = table_of(60, 1);
  for (std::size_t i = 0; i < 60; ++i) table.at(i, 2) = 7;
  table.feature_names = {"a", "b", "c", "d"};
  ForestImportance criterion;
  CHECK(score_all(criterion, table.view(), SerialRuntime()).why("c") == "constant");
}

TEST_CASE("the error of a forest is that of what was flipped, and falls where features help", "[forest]") {
  Table table = table_of(800, 3);
  ForestError criterion;
  const Scored scored = score_all(criterion, table.view(), SerialRuntime());
  CHECK(scored.value[0] == Approx(0.1).margin(0.09));
  CHECK(scored.value[3] > 0.35);
  const SerialRuntime runtime;
  ForestError again;
  again.prepare(table.view(), runtime);
  const double none = score_move(again, table.view(), {}, Move::whole, {}).value[0];
  CHECK(none == Approx(0.5).margin(0.05));
  const std::vector<Feature> two{0, 1};
  CHECK(score_move(again, table.view(), two, Move::whole, {}).value[0] < 0.15);
}

TEST_CASE("the error of real values is a mean square", "[forest]") {
  Table table = table_of(400, 5);
  std::vector<double> y;
  for (std::size_t i = 0; i < 400; ++i) y.push_back(3 * table.at(i, 3));
  table.with_real(y);
  ForestError criterion;
  criterion.options.candidates = 4;
  const Scored scored = score_all(criterion, table.view(), SerialRuntime());
  CHECK(scored.value[3] < 0.01);
  CHECK(scored.value[0] > 0.6);  // the variance is 9/12
}

TEST_CASE("rows of no weight do not count in an error", "[forest][weights]") {
  Table table = table_of(800, 3);  // feature 0 is above 1 where it says class 1, which is wrong for a tenth
  for (std::size_t i = 0; i < 800; ++i)
    table.weights.push_back((table.at(i, 0) > 1) == (table.labels[i] == 1) ? 2 : 0);
  ForestError criterion;
  CHECK(score_all(criterion, table.view(), SerialRuntime()).value[0] < 0.01);
  for (double& w : table.weights) w = 2 - w;
  ForestError other;
  CHECK(score_all(other, table.view(), SerialRuntime()).value[0] < 0.01);  // it learns the contrary
}

TEST_CASE("weights have no unit, and weights that are alike are none", "[forest][weights]") {
  Table plain = table_of(300, 6);
  const auto scores = [](Table& table, ImportanceKind kind = ImportanceKind::permutation) {
    ForestImportance criterion;
    criterion.options.trees = 50;
    criterion.options.importance = kind;
    return score_all(criterion, table.view(), SerialRuntime()).value;
  };
  Table alike = plain;
  alike.weights.assign(300, 0.7);
  CHECK(scores(alike) == scores(plain));
  for (std::size_t i = 0; i < 300; ++i) plain.weights.push_back(static_cast<double>(1 + i % 4));
  const std::vector<double> once = scores(plain);
  CHECK(once != scores(alike));
  for (const double unit : {1e-300, 1.0 / 1024, 3e307}) {
    Table other = plain;
    for (double& w : other.weights) w *= unit;
    const std::vector<double> again = scores(other);
    for (std::size_t j = 0; j < again.size(); ++j) CHECK(again[j] == Approx(once[j]).margin(1e-9));
  }
  for (double& w : plain.weights) w /= 1024;  // exactly, where the last bit may decide between two equal splits
  CHECK(scores(plain, ImportanceKind::impurity) == [&] {
    for (double& w : plain.weights) w *= 1024;
    return scores(plain, ImportanceKind::impurity);
  }());
}

TEST_CASE("a tree learns from no more draws than it is given", "[forest]") {
  Table table = table_of(400, 8);
  const Bins bins(table.view(), std::vector<Feature>{0, 1, 2, 3}, SerialRuntime());
  const Outputs outputs(table.view());
  const auto drawn = [&](std::size_t draws) {
    return 400 - grow_tree(bins, outputs, {2, 2, draws}, Rng(1)).out_of_bag.size();
  };
  CHECK(drawn(50) <= 50);
  CHECK(drawn(50) > 40);
  CHECK(drawn(0) == drawn(400));
  CHECK(drawn(1000) == drawn(400));
}

TEST_CASE("weights of any size give numbers", "[forest][weights]") {
  Table table = table_of(300, 7);
  std::vector<double> y;
  for (std::size_t i = 0; i < 300; ++i) {
    y.push_back(table.at(i, 0));
    table.weights.push_back(std::pow(10, -static_cast<double>(i % 40)));
  }
  table.with_real(y);
  for (const ImportanceKind kind : {ImportanceKind::permutation, ImportanceKind::impurity}) {
    ForestImportance criterion;
    criterion.options.leaf = 1;
    criterion.options.importance = kind;
    const Scored scored = score_all(criterion, table.view(), SerialRuntime());
    for (const double value : scored.value) CHECK(std::isfinite(value));
    CHECK(std::ranges::max(scored.value) == scored.value[0]);
  }
}

TEST_CASE("a feature is worth what it is worth to rows of weight", "[forest][weights]") {
  Rng rng(4);
  Table table(600, 2);  // feature 0 tells the class of every other row, feature 1 of the others
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 600; ++i) {
    labels.push_back(static_cast<std::int32_t>(rng.below(2)));
    for (std::size_t j = 0; j < 2; ++j) table.at(i, j) = rng.uniform() + (i % 2 == j ? 2.0 * labels[i] : 1);
    table.weights.push_back(i % 2 == 0 ? 1 : 0);
  }
  table.with_labels(labels, 2);
  for (const ImportanceKind kind : {ImportanceKind::permutation, ImportanceKind::impurity}) {
    ForestImportance criterion;
    criterion.options.trees = 100;
    criterion.options.importance = kind;
    const Scored scored = score_all(criterion, table.view(), SerialRuntime());
    CHECK(scored.value[0] > 0.2);
    CHECK(std::abs(scored.value[1]) < 0.01);
  }
}

}  // namespace
