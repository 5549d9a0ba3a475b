// A feature with missing cells is scored on the samples that have it.
#include "correlation.hpp"
#include "fisher_score.hpp"
#include "variance.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/table.hpp>

#include <cmath>

namespace {

using namespace tamis;
using namespace tamis::baselines;
using namespace tamis::testing;

/// Every tenth target is unknown, and a third of the cells of features 0 and 2 is missing.
Table with_gaps(TargetKind kind, bool weighted) {
  Table table = integer_table(60, 4, 9, 50);
  std::vector<double> y;
  auto labels = random_labels(60, 3, 9);
  for (std::size_t i = 0; i < 60; ++i) {
    y.push_back(i % 10 == 0 ? NAN : static_cast<double>((i * 37) % 23) + table.at(i, 1));
    if (i % 10 == 0) labels[i] = -1;
    if (weighted) table.weights.push_back(static_cast<double>((i * 7) % 4));
  }
  if (kind == TargetKind::real)
    table.with_real(y);
  else
    table.with_labels(labels, 3);
  table.missing.assign(60 * 4, 0);
  for (std::size_t i = 0; i < 60; i += 3) table.missing[i] = table.missing[2 * 60 + (i + 1) % 60] = 1;
  return table;
}

/// The samples that have feature j.
Table complete(const Table& table, std::size_t j) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.n; ++i)
    if (!table.missing[j * table.n + i]) rows.push_back(i);
  Table out(rows.size(), table.d);
  std::vector<std::int32_t> labels;
  std::vector<double> y;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t f = 0; f < table.d; ++f) out.at(k, f) = table.at(rows[k], f);
    if (!table.labels.empty()) labels.push_back(table.labels[rows[k]]);
    if (!table.real.empty()) y.push_back(table.real[rows[k]]);
    if (!table.weights.empty()) out.weights.push_back(table.weights[rows[k]]);
  }
  if (!labels.empty()) out.with_labels(labels, 3);
  if (!y.empty()) out.with_real(y);
  return out;
}

template <class Method>
void check_complete_pairs(TargetKind kind) {
  for (const bool weighted : {false, true}) {
    Table table = with_gaps(kind, weighted);
    const Scored all = [&] {
      Method method;
      return score_all(method, table.view(), -INFINITY);
    }();
    for (std::size_t j = 0; j < table.d; ++j) {
      Table known = complete(table, j);
      Method method;
      CHECK(all.value[j] == score_all(method, known.view(), -INFINITY).value[j]);
    }
  }
}

/// The p value of each feature.
template <class Method>
std::vector<double> p_values_of(Table& table) {
  const SerialRuntime runtime;
  Method method;
  method.prepare(table.view(), runtime);
  std::vector<Feature> features{0, 1, 2, 3};
  std::vector<double> p(4, NAN);
  method.p_values(features, p);
  return p;
}

template <class Method>
void check_p_values(TargetKind kind) {
  Table table = with_gaps(kind, false);
  const std::vector<double> all = p_values_of<Method>(table);
  for (std::size_t j = 0; j < table.d; ++j) {
    Table known = complete(table, j);
    CHECK(all[j] == Approx(p_values_of<Method>(known)[j]).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("a feature with missing cells is scored on the samples that have it", "[baselines][missing]") {
  check_complete_pairs<Variance>(TargetKind::real);
  check_complete_pairs<Correlation>(TargetKind::real);
  check_complete_pairs<FisherScore>(TargetKind::classes);
}

TEST_CASE("p values count the samples that have the feature", "[baselines][missing]") {
  check_p_values<Correlation>(TargetKind::real);
  check_p_values<FisherScore>(TargetKind::classes);
}

TEST_CASE("a feature that no sample of known target has is undefined", "[baselines][missing]") {
  for (const TargetKind kind : {TargetKind::real, TargetKind::classes}) {
    Table table = with_gaps(kind, false);
    for (std::size_t i = 0; i < 60; ++i) table.missing[i] = i % 10 != 0;
    Correlation correlation;
    FisherScore fisher;
    const Scored scored = kind == TargetKind::real ? score_all(correlation, table.view(), -INFINITY)
                                                   : score_all(fisher, table.view(), -INFINITY);
    CHECK(scored.value[0] == -INFINITY);
    CHECK(scored.reason[0].find("no sample has both this cell and a known") == 0);
  }
}
