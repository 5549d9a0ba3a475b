// The Laplacian criteria at the sizes that they are meant for, prepare and all scores
// together, on two threads.

#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <benchmark/benchmark.h>
#include <laplacian_score.hpp>
#include <numeric>
#include <point_metrics.hpp>
#include <semi_supervised_laplacian.hpp>
#include <supervised_laplacian.hpp>
#include <weighted_laplacian.hpp>

namespace {

using namespace tamis;

void run(benchmark::State& state, Criterion& criterion, const Dataset& data) {
  const testing::ThreadedRuntime threads(2);
  std::vector<Feature> features(data.features());
  std::iota(features.begin(), features.end(), Feature{0});
  std::vector<double> values(features.size());
  for (auto _ : state) {
    criterion.prepare(data, threads);
    Scores scores(values, nullptr, std::numeric_limits<double>::infinity());
    criterion.score({}, Move::add, features, scores);
  }
  state.counters["bytes_per_s"] =
      benchmark::Counter(8.0 * static_cast<double>(data.samples()) * static_cast<double>(data.features()),
                         benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
}

testing::Table table_for(const benchmark::State& state) {
  return testing::random_table(static_cast<std::size_t>(state.range(0)),
                               static_cast<std::size_t>(state.range(1)), 1);
}

// Target: 25 ms for 5000 x 100, of which the neighbours take most.
void laplacian_score(benchmark::State& state) {
  testing::Table table = table_for(state);
  table.standardise();
  point_metrics::Euclidean euclidean;
  laplacian::LaplacianScore criterion;
  criterion.options.metric = euclidean;
  run(state, criterion, table.view());
}
BENCHMARK(laplacian_score)->Args({5000, 100})->Unit(benchmark::kMillisecond)->UseRealTime();

void supervised_laplacian(benchmark::State& state) {
  testing::Table table = table_for(state);
  table.with_real({table.column(0).begin(), table.column(0).end()});
  laplacian::SupervisedLaplacian criterion;
  run(state, criterion, table.view());
}
BENCHMARK(supervised_laplacian)->Args({100000, 100})->Unit(benchmark::kMillisecond)->UseRealTime();

void semi_supervised_laplacian(benchmark::State& state) {
  testing::Table table = table_for(state);
  table.standardise();
  std::vector<double> y(table.column(0).begin(), table.column(0).end());
  for (std::size_t i = 0; i < y.size(); ++i)
    if (i % 10 != 0) y[i] = testing::kUnknown;
  table.with_real(y);
  laplacian::SemiSupervisedLaplacian criterion;
  run(state, criterion, table.view());
}
BENCHMARK(semi_supervised_laplacian)->Args({5000, 100})->Unit(benchmark::kMillisecond)->UseRealTime();

// Target: 150 ms for 100 000 x 1000 with ten classes, 60 ms if possible; reading X once takes 20 ms.
void weighted_laplacian_soft(benchmark::State& state) {
  testing::Table table = table_for(state);
  table.with_soft(testing::random_soft(table.n, 10, 2), 10);
  laplacian::WeightedLaplacian criterion;
  run(state, criterion, table.view());
}
BENCHMARK(weighted_laplacian_soft)->Args({100000, 1000})->Unit(benchmark::kMillisecond)->UseRealTime();

void weighted_laplacian_classes(benchmark::State& state) {
  testing::Table table = table_for(state);
  const auto classes = static_cast<std::uint32_t>(state.range(2));
  table.with_labels(testing::random_labels(table.n, classes, 2), classes);
  laplacian::WeightedLaplacian criterion;
  run(state, criterion, table.view());
}
BENCHMARK(weighted_laplacian_classes)
    ->Args({100000, 1000, 10})
    ->Args({100000, 1000, 100})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
