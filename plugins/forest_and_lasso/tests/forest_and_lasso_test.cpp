#include "forest_and_lasso.hpp"

#include <catch2/catch.hpp>
#include <tamis/numerics/random.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/score_all.hpp>

#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::forest_and_lasso;
using namespace tamis::testing;

/// The class follows `signal` of a row of normal numbers.
template <class Signal>
Table table_of(std::size_t n, std::size_t features, std::uint64_t seed, const Signal& signal) {
  Rng rng(Rng::mix(seed));
  Table table(n, features);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < features; ++j) table.at(i, j) = numerics::normal(rng);
    labels.push_back(signal([&](std::size_t j) { return table.at(i, j); }) > 0);
  }
  return table.with_labels(labels, 2);
}

/// What the criterion says of each feature.
std::vector<double> scores_of(Table table) {
  ForestAndLasso criterion;
  return score_all(criterion, table.view(), SerialRuntime()).value;
}

/// The same by its parts, fitted one by one.
struct Parts {
  std::vector<double> forest, lasso;
};
Parts parts_of(Table table) {
  const ForestAndLasso::Options options;
  forest::ForestImportance forest;
  forest.set_path(".forest");
  forest.options.trees = options.trees;
  sparse_linear::RobustLasso lasso;
  lasso.set_path(".lasso");
  lasso.options.flips = sparse_linear::FlipSource::none;
  lasso.options.ranking = sparse_linear::RankingKind::explained;
  lasso.options.lambdas = options.lambdas;
  lasso.options.folds = options.folds;
  Parts parts{score_all(forest, table.view(), SerialRuntime()).value,
              score_all(lasso, table.view(), SerialRuntime()).value};
  for (double& of : parts.forest) of /= forest.impurity();
  return parts;
}

}  // namespace

TEST_CASE(
    "a score is the share of the target that the forest or an interaction explains by a feature, and that the lasso does",
    "[forest_and_lasso]") {
  const Table table = table_of(200, 8, 1, [](const auto& x) { return x(0) + x(1) * x(2); });
  const std::vector<double> scores = scores_of(table);
  const Parts parts = parts_of(table);
  Table same = table;
  const std::vector<PairInteraction> pairs = pair_interactions(same.view(), Rng(1), SerialRuntime());
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].explained > parts.forest[2]);
  for (std::size_t j = 0; j < 8; ++j) {
    INFO(j);
    const bool in_pair = j == pairs[0].first || j == pairs[0].second;
    const double forest = in_pair ? std::max(parts.forest[j], pairs[0].explained) : parts.forest[j];
    CHECK(scores[j] == Approx(forest + parts.lasso[j]).epsilon(1e-12));
  }
  // shares of one whole: more than nothing, and less than all
  for (const std::vector<double>& of : {parts.forest, parts.lasso}) {
    const double sum = std::accumulate(of.begin(), of.end(), 0.0);
    CHECK(sum > 0.05);
    CHECK(sum < 1);
  }
}

TEST_CASE("features that act together only are found, and sums of many weak ones", "[forest_and_lasso]") {
  const auto worst_of_first = [](const std::vector<double>& scores, std::size_t count) {
    const auto others = scores.begin() + static_cast<std::ptrdiff_t>(count);
    return *std::min_element(scores.begin(), others) - *std::max_element(others, scores.end());
  };
  // a line sees nothing of a product, and trees of thirty features seldom split by both of them
  CHECK(worst_of_first(scores_of(table_of(300, 30, 2, [](const auto& x) { return x(0) * x(1); })), 2) > 0.3);
  const auto sum = [](const auto& x) {
    double of = 0;
    for (std::size_t j = 0; j < 12; ++j) of += x(j);
    return of;
  };
  CHECK(worst_of_first(scores_of(table_of(400, 40, 3, sum)), 12) > 0);
}

TEST_CASE("a target that no feature tells leaves little to be shared out", "[forest_and_lasso]") {
  double most = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng(Rng::mix(seed));
    const std::vector<double> scores =
        scores_of(table_of(300, 10, seed, [&](const auto&) { return rng.uniform() - 0.5; }));
    most = std::max(most, *std::ranges::max_element(scores));
  }
  const std::vector<double> told = scores_of(table_of(300, 10, 1, [](const auto& x) { return x(0); }));
  CHECK(most < 0.1);
  CHECK(told[0] > 0.8);
}

TEST_CASE("an order that may be chance comes with a warning, also where there is little to be seen",
          "[forest_and_lasso]") {
  const auto warns = [](Table table) {
    ForestAndLasso criterion;
    const std::vector<std::string> warnings = score_all(criterion, table.view()).warnings;
    return std::ranges::any_of(
        warnings, [](const std::string& w) { return w.starts_with("this order may be chance"); });
  };
  int of_noise = 0;  // of 20 tables
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(Rng::mix(seed));
    Table table = table_of(100, 20, seed, [&](const auto&) { return rng.uniform() - 0.5; });
    of_noise += warns(table);
    of_noise += warns(table.with_real(random_table(100, 1, seed).x));
  }
  CHECK(of_noise >= 13);
  CHECK_FALSE(warns(table_of(100, 20, 1, [](const auto& x) { return x(0); })));
  // what acts together stands out before it helps to predict; many weak features help before one of them stands out
  CHECK_FALSE(warns(table_of(600, 20, 2, [](const auto& x) { return x(0) * x(1); })));
  CHECK_FALSE(warns(table_of(400, 40, 3, [](const auto& x) {
    double of = 0;
    for (std::size_t j = 0; j < 12; ++j) of += x(j);
    return of;
  })));
}

TEST_CASE("the unit and the origin of real values do not matter", "[forest_and_lasso]") {
  Table table = table_of(150, 5, 4, [](const auto& x) { return x(0); });
  std::vector<double> y, other;
  for (std::size_t i = 0; i < 150; ++i) y.push_back(table.at(i, 0) + 0.5 * table.at(i, 1) * table.at(i, 1));
  for (const double v : y) other.push_back(1024 * v);
  const std::vector<double> scores = scores_of(table.with_real(y)),
                            scaled = scores_of(table.with_real(other));
  for (std::size_t j = 0; j < 5; ++j) CHECK(scaled[j] == Approx(scores[j]).epsilon(1e-9));
}

TEST_CASE("values that are a thousand times too large do not hide what the others say",
          "[forest_and_lasso][report]") {
  Table table = table_of(400, 6, 8, [](const auto& x) { return x(0); });
  std::vector<double> y;
  for (std::size_t i = 0; i < 400; ++i) y.push_back(std::exp(table.at(i, 0) + 0.7 * table.at(i, 1)));
  for (std::size_t i = 0; i < 400; i += 40) y[i] *= 1000;
  table.with_real(y);
  ForestAndLasso criterion;
  const std::vector<double> scores = score_all(criterion, table.view(), SerialRuntime()).value;
  for (std::size_t j = 2; j < 6; ++j) CHECK(scores[1] > 3 * std::abs(scores[j]));
  CHECK(Reported(criterion)
            .texts.at("far_values_note")
            .find(" values of the target are further from the median than 3 robust standard deviations") !=
        std::string::npos);
}

TEST_CASE("a constant feature has no score", "[forest_and_lasso]") {
  Table table = table_of(60, 3, 5, [](const auto& x) { return x(0); });
  for (std::size_t i = 0; i < 60; ++i) table.at(i, 2) = 7;
  table.feature_names = {"a", "b", "c"};
  ForestAndLasso criterion;
  CHECK(score_all(criterion, table.view(), SerialRuntime()).why("c") == "constant");
}

TEST_CASE("the path of the linear part is reported, with the penalty that was chosen",
          "[forest_and_lasso][report]") {
  Table table = table_of(150, 6, 6, [](const auto& x) { return x(0) + x(1); });
  ForestAndLasso criterion;
  score_all(criterion, table.view(), SerialRuntime());
  const Reported found(criterion);
  const std::vector<std::string>& columns = found.column_names.at("coefficient_path");
  CHECK(columns[0] == "lambda");
  CHECK(columns[1] != columns[2]);
  for (const std::size_t first : {1, 2}) CHECK((columns[first] == "0" || columns[first] == "1"));
  const std::vector<double>& path = found.tables.at("coefficient_path");
  const auto penalties = path.begin() + static_cast<std::ptrdiff_t>(path.size() / columns.size());
  CHECK(std::find(path.begin(), penalties, found.numbers.at("lambda")) != penalties);
  CHECK(found.texts.contains("coefficient_path_caption"));
}

TEST_CASE("pairs of features are named, the strongest first, and a table without any has no such note",
          "[forest_and_lasso][report]") {
  const auto note = [](Table table) {
    table.feature_names = {"a", "b", "c", "d"};
    ForestAndLasso criterion;
    score_all(criterion, table.view(), SerialRuntime());
    const Reported found(criterion);
    return found.texts.contains("interactions_note") ? found.texts.at("interactions_note") : "";
  };
  const std::string pairs =
      note(table_of(400, 4, 7, [](const auto& x) { return 2 * x(0) * x(2) + x(1) * x(3); }));
  CHECK(pairs.starts_with("Features that act together: a and c ("));
  CHECK(pairs.find(", b and d (") != std::string::npos);
  CHECK(note(table_of(400, 4, 7, [](const auto& x) { return x(0) + x(2); })).empty());
}
