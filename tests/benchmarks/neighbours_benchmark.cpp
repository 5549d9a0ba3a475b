// Neighbour searches: the tree against the blocks, which settles choose_algorithm(), and the size of the
// target.

#include <benchmark/benchmark.h>
#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/neighbours_1d.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

namespace {

using namespace tamis;
using namespace tamis::numerics;

void search(benchmark::State& state, NeighbourAlgorithm which) {
  const auto n = static_cast<std::size_t>(state.range(0)), d = static_cast<std::size_t>(state.range(1));
  testing::Table table = testing::random_table(n, d, 1);
  const testing::ThreadedRuntime threads(2);
  const Dataset data = table.view();
  const std::vector<Sample> all = all_samples(data);
  for (auto _ : state)
    benchmark::DoNotOptimize(nearest_neighbours(data, all, all, 5, Distance{}, threads, which));
  const double pairs = static_cast<double>(n) * static_cast<double>(n);
  state.counters["features_per_s"] =
      benchmark::Counter(pairs * static_cast<double>(d), benchmark::Counter::kIsIterationInvariantRate,
                         benchmark::Counter::kIs1000);
}
void tree(benchmark::State& state) { search(state, NeighbourAlgorithm::kd_tree); }
void blocks(benchmark::State& state) { search(state, NeighbourAlgorithm::brute_force); }
void screen(benchmark::State& state) { search(state, NeighbourAlgorithm::float_filter); }

void sizes(benchmark::internal::Benchmark* b) {
  for (std::int64_t n : {500, 2000, 10000, 30000})
    for (std::int64_t d : {2, 4, 6, 8, 10, 12, 16}) b->Args({n, d});
  b->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK(tree)->Apply(sizes);
BENCHMARK(blocks)->Apply(sizes);
BENCHMARK(screen)->Apply(sizes);
BENCHMARK(blocks)->Args({5000, 100})->Unit(benchmark::kMillisecond)->UseRealTime();
// The target: 20 ms on two cores.
BENCHMARK(screen)->Args({5000, 100})->Unit(benchmark::kMillisecond)->UseRealTime();

void by_path(benchmark::State& state, NeighbourAlgorithm which) {
  const auto path = static_cast<SimdPath>(state.range(2));
  if (!simd_supported(path)) return state.SkipWithError("not supported here");
  force_simd_path(path);
  search(state, which);
  release_simd_path();
}
void blocks_by_path(benchmark::State& state) { by_path(state, NeighbourAlgorithm::brute_force); }
void screen_by_path(benchmark::State& state) { by_path(state, NeighbourAlgorithm::float_filter); }
BENCHMARK(blocks_by_path)
    ->ArgsProduct({{5000}, {100}, {0, 1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(screen_by_path)
    ->ArgsProduct({{5000}, {100}, {0, 1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void line(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  Rng rng(1);
  std::vector<double> y(n);
  for (double& v : y) v = state.range(1) == 0 ? rng.uniform() : static_cast<double>(rng.below(2));
  std::vector<Sample> ids(n);
  for (std::size_t i = 0; i < n; ++i) ids[i] = static_cast<Sample>(i);
  const testing::ThreadedRuntime threads(2);
  for (auto _ : state)
    benchmark::DoNotOptimize(nearest_on_line(y, ids, 5, DifferenceNorm::absolute, threads));
}
BENCHMARK(line)->ArgsProduct({{100000}, {0, 1}})->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
