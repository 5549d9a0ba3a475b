// A path of the lasso on one core, from lambda_max to its share by default, with right labels and with known flips.
#include "flip_matrix.hpp"
#include "path.hpp"

#include <benchmark/benchmark.h>
#include <tamis/numerics/random.hpp>
#include <tamis/testing/table.hpp>

#include <cmath>

namespace {

using namespace tamis;
using namespace tamis::sparse_linear;

/// Columns of which neighbours have the correlation .5; twenty of them, evenly spread, tell the class.
testing::Table table_of(std::size_t n, std::size_t d, std::int32_t classes, double flipped) {
  testing::Table table(n, d);
  Rng rng(1);
  std::vector<std::int32_t> labels;
  std::vector<double> logits(static_cast<std::size_t>(classes));
  for (std::size_t i = 0; i < n; ++i) {
    double z = numerics::normal(rng);
    for (std::size_t j = 0; j < d; ++j) {
      table.at(i, j) = z;
      z = 0.5 * z + std::sqrt(0.75) * numerics::normal(rng);
    }
    for (double& logit : logits) logit = -std::log(-std::log(1 - rng.uniform()));
    for (std::size_t r = 0; r < 20; ++r)
      logits[r % logits.size()] += (r % 3 == 0 ? -1 : 1) * 0.5 * table.at(i, r * (d / 20));
    const auto best = static_cast<std::int32_t>(std::ranges::max_element(logits) - logits.begin());
    labels.push_back(rng.uniform() < flipped ? (best + 1) % classes : best);
  }
  table.with_labels(labels, static_cast<std::uint32_t>(classes));
  return table;
}

/// \param state  samples, features, classes, lambdas, percent of labels that are flipped, digits of the tolerance.
void path(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0)), d = static_cast<std::size_t>(state.range(1));
  const double flipped = static_cast<double>(state.range(4)) / 100;
  testing::Table table = table_of(n, d, static_cast<std::int32_t>(state.range(2)), flipped);
  const Dataset data = table.view();
  const CountedSamples counted = counted_samples(data.target(), {});
  const ClassOutcome outcome(observe(data.target(), counted, SoftReading::shares),
                             uniform_flips(state.range(2), flipped));
  const Penalty penalty;
  double violation = 0, active = 0;
  for (auto _ : state) {
    const Design design(data, counted, Standardise::deviation);
    Solver solver(design, outcome, penalty);
    solver.fit_null();
    const Path found =
        fit_path(solver, design, outcome,
                 lambda_grid(solver.lambda_max(), usual_ratio(design.samples(), design.features()),
                             static_cast<std::size_t>(state.range(3))),
                 std::pow(10, -static_cast<double>(state.range(5))), PathEnd::all_points);
    violation = found.worst_violation() / found.lambda_max;
    active = static_cast<double>(found.points.back().features.size());
  }
  state.counters["violation"] = violation;
  state.counters["active"] = active;
}

BENCHMARK(path)
    ->ArgNames({"samples", "features", "classes", "lambdas", "flipped", "digits"})
    ->Args({2000, 500, 2, 100, 0, 4})
    ->Args({2000, 500, 2, 100, 0, 7})
    ->Args({2000, 500, 2, 100, 20, 7})
    ->Args({200, 5000, 2, 100, 0, 7})
    ->Args({500, 20000, 2, 100, 0, 7})
    ->Args({2000, 500, 3, 50, 0, 7})
    ->Args({2000, 500, 3, 50, 20, 4})
    ->Unit(benchmark::kMillisecond);

}  // namespace
