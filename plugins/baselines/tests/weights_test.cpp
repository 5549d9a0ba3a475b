// Weights of samples: a weight counts the sample so many times.
#include "correlation.hpp"
#include "fisher_score.hpp"
#include "variance.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/table.hpp>

namespace {

using namespace tamis;
using namespace tamis::baselines;
using namespace tamis::testing;

constexpr std::size_t kSamples = 60, kFeatures = 5;

/// Weights of 0, 1, 2 and 3; every tenth target is unknown.
Table weighted(TargetKind kind) {
  Table table = integer_table(kSamples, kFeatures, 4, 50);
  std::vector<double> y;
  auto labels = random_labels(kSamples, 3, 9);
  for (std::size_t i = 0; i < kSamples; ++i) {
    y.push_back(i % 10 == 0 ? NAN : static_cast<double>((i * 37) % 23) + table.at(i, 1));
    if (i % 10 == 0) labels[i] = -1;
    table.weights.push_back(static_cast<double>((i * 7) % 4));
  }
  if (kind == TargetKind::real)
    table.with_real(y);
  else
    table.with_labels(labels, 3);
  return table;
}

/// Each sample as often as its weight says.
Table repeated(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.n; ++i)
    rows.insert(rows.end(), static_cast<std::size_t>(table.weights[i]), i);
  Table out(rows.size(), table.d);
  std::vector<std::int32_t> labels;
  std::vector<double> y;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t f = 0; f < table.d; ++f) out.at(k, f) = table.at(rows[k], f);
    if (!table.labels.empty()) labels.push_back(table.labels[rows[k]]);
    if (!table.real.empty()) y.push_back(table.real[rows[k]]);
  }
  if (!labels.empty()) out.with_labels(labels, 3);
  if (!y.empty()) out.with_real(y);
  return out;
}

template <class Method>
std::vector<double> scores_of(Table table) {
  Method method;
  return score_all(method, table.view(), -INFINITY).value;
}

template <class Method>
void check_counts(TargetKind kind) {
  const std::vector<double> by_weight = scores_of<Method>(weighted(kind)),
                            by_rows = scores_of<Method>(repeated(weighted(kind)));
  for (std::size_t f = 0; f < kFeatures; ++f) CHECK(by_weight[f] == Approx(by_rows[f]).epsilon(1e-12));
}

}  // namespace

TEST_CASE("a sample of weight w has the effect of w equal samples", "[baselines][weights]") {
  check_counts<FisherScore>(TargetKind::classes);
  check_counts<Correlation>(TargetKind::real);
  check_counts<Variance>(TargetKind::classes);
}

TEST_CASE("weights of 1 give the bits of no weights, and their unit does not matter",
          "[baselines][weights]") {
  for (const TargetKind kind : {TargetKind::classes, TargetKind::real}) {
    Table ones = weighted(kind), none = ones, large = ones;
    ones.weights.assign(kSamples, 1);
    none.weights.clear();
    for (double& w : large.weights) w *= 1e-6;
    if (kind == TargetKind::classes) {
      CHECK(scores_of<FisherScore>(ones) == scores_of<FisherScore>(none));
      CHECK(scores_of<Variance>(ones) == scores_of<Variance>(none));
      const auto fisher = scores_of<FisherScore>(weighted(kind)), scaled = scores_of<FisherScore>(large);
      for (std::size_t f = 0; f < kFeatures; ++f) CHECK(scaled[f] == Approx(fisher[f]).epsilon(1e-12));
    } else {
      CHECK(scores_of<Correlation>(ones) == scores_of<Correlation>(none));
      const auto r = scores_of<Correlation>(weighted(kind)), scaled = scores_of<Correlation>(large);
      for (std::size_t f = 0; f < kFeatures; ++f) CHECK(scaled[f] == Approx(r[f]).epsilon(1e-12));
    }
  }
}

TEST_CASE("weights too small for ddof, or all 0, are said", "[baselines][weights][degenerate]") {
  Table table = weighted(TargetKind::classes);
  table.weights.assign(kSamples, 1.0 / kSamples);
  Variance variance;
  variance.options.ddof = 2;
  CHECK(score_all(variance, table.view(), -INFINITY).reason[0] == "needs a sum of weights above ddof");
  table.weights.assign(kSamples, 0);
  FisherScore fisher;
  CHECK_THROWS_WITH(score_all(fisher, table.view(), -INFINITY), Catch::Contains("weight above 0"));
  CHECK_THROWS_WITH(score_all(variance, table.view(), -INFINITY), Catch::Contains("weight above 0"));
}

TEST_CASE("a column that is constant where weights are above 0 has no score",
          "[baselines][weights][degenerate]") {
  Table table = weighted(TargetKind::classes);
  for (std::size_t i = 0; i < kSamples; ++i)
    table.at(i, 2) = table.weights[i] > 0 ? 0.1 : static_cast<double>(i);
  FisherScore fisher;
  CHECK(score_all(fisher, table.view(), -INFINITY).reason[2] == "constant");
  Variance variance;
  CHECK(score_all(variance, table.view(), -INFINITY).value[2] == 0);
}
