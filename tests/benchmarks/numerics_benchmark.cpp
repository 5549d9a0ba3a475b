// The kernels under the methods: memberships times columns (dense and sparse), a feature on
// a graph, the exponential.

#include <benchmark/benchmark.h>
#include <numeric>
#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/graph.hpp>
#include <tamis/numerics/memberships.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

namespace {

using namespace tamis;
using namespace tamis::numerics;

std::vector<Feature> features_of(const Dataset& data) {
  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

void bytes(benchmark::State& state, double per_iteration) {
  state.counters["bytes_per_s"] = benchmark::Counter(
      per_iteration, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
}

void column_sums(benchmark::State& state, const Target& target, const Dataset& data) {
  const testing::ThreadedRuntime threads(2);
  const Memberships p(target, Unknown::drop);
  const std::vector<Feature> features = features_of(data);
  for (auto _ : state)
    p.column_sums(data, features, threads,
                  [](std::size_t, const ColumnSums& s) { benchmark::DoNotOptimize(s.squares); });
  bytes(state, 8.0 * static_cast<double>(data.samples()) * static_cast<double>(data.features()));
}

// Entries per row of P that are not zero against classes: where does a list of entries win?
void columns_by_share(benchmark::State& state) {
  const std::size_t n = 20000, d = 64;
  const auto classes = static_cast<std::uint32_t>(state.range(0)),
             filled = static_cast<std::uint32_t>(state.range(1));
  testing::Table table = testing::random_table(n, d, 1);
  std::vector<double> soft(n * classes, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::uint32_t e = 0; e < filled; ++e) soft[i + (i * 7 + e) % classes * n] = 1.0 / filled;
  table.with_soft(soft, classes);
  const Dataset data = table.view();
  column_sums(state, data.target(), data);
}
BENCHMARK(columns_by_share)
    ->ArgsProduct({{10, 20, 40, 80}, {1, 2, 4}})
    ->ArgNames({"classes", "filled"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void columns_by_path(benchmark::State& state) {
  const auto path = static_cast<SimdPath>(state.range(0));
  if (!simd_supported(path)) return state.SkipWithError("not supported here");
  testing::Table table = testing::random_table(100000, 64, 1);
  table.with_soft(testing::random_soft(100000, 10, 2), 10);
  const Dataset data = table.view();
  force_simd_path(path);
  column_sums(state, data.target(), data);
  release_simd_path();
}
BENCHMARK(columns_by_path)->DenseRange(0, 2)->Unit(benchmark::kMillisecond)->UseRealTime();

void graph(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  testing::Table table = testing::random_table(n, 64, 1);
  const Dataset data = table.view();
  const testing::ThreadedRuntime threads(2);
  NeighbourLists lists;  // five samples at random each
  Rng rng(1);
  lists.start.push_back(0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t e = 0; e < 5; ++e) {
      const auto j = static_cast<Sample>(rng.below(n));
      if (j == i) continue;
      lists.index.push_back(j);
      lists.distance.push_back(1);
    }
    lists.start.push_back(lists.index.size());
  }
  Graph g = make_graph(n, all_samples(data), lists);
  set_heat_weights(g, g.distance, "", threads);
  std::vector<GraphMoments> moments(64);
  for (auto _ : state) graph_moments(g, data, features_of(data), moments, threads);
  state.counters["edges_per_s"] =
      benchmark::Counter(64 * static_cast<double>(g.edges()), benchmark::Counter::kIsIterationInvariantRate);
  bytes(state, 64 * 8.0 * static_cast<double>(n));
}
BENCHMARK(graph)->Arg(5000)->Arg(100000)->Unit(benchmark::kMillisecond)->UseRealTime();

void exponential(benchmark::State& state) {
  std::vector<double> x(4096);
  Rng rng(1);
  for (double& v : x) v = -10 * rng.uniform();
  for (auto _ : state)
    for (double v : x) benchmark::DoNotOptimize(numerics::exponential(v));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(x.size()));
}
BENCHMARK(exponential);

}  // namespace
