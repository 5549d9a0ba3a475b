// Mutual information by nearest neighbours: every feature alone, and the steps of a search, on two threads.

#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <benchmark/benchmark.h>
#include <ksg_mi.hpp>
#include <numeric>

namespace {

using namespace tamis;

// Prepares, then scores every feature outside the first `inside` of them (add) or each of those (remove).
void run(benchmark::State& state, testing::Table& table, std::size_t inside, Move move) {
  const Dataset data = table.view();
  const testing::ThreadedRuntime threads(2);
  std::vector<Feature> features(table.d);
  std::iota(features.begin(), features.end(), Feature{0});
  const std::span<const Feature> all(features), subset = all.first(inside);
  const std::span<const Feature> candidates = move == Move::remove ? subset : all.subspan(inside);
  std::vector<double> values(candidates.size());
  for (auto _ : state) {
    mutual_information::KsgMi criterion;
    criterion.prepare(data, threads);
    Scores scores(values, nullptr, -std::numeric_limits<double>::infinity());
    criterion.score(subset, move, candidates, scores);
  }
}

testing::Table table_for(std::size_t n, std::size_t d) {
  testing::Table table = testing::random_table(n, d, 1);
  table.standardise();
  return table;
}
testing::Table classified(std::size_t n, std::size_t d, std::uint32_t classes) {
  testing::Table table = table_for(n, d);
  table.with_labels(testing::random_labels(n, classes, 2), classes);
  return table;
}
testing::Table regressed(std::size_t n, std::size_t d) {
  testing::Table table = table_for(n, d);
  Rng rng(3);
  std::vector<double> y;
  for (double x : table.column(0)) y.push_back(x + testing::normal(rng));
  table.with_real(y);
  return table;
}

// Target: 36 ms for 5000 x 100, 15 ms if possible, of which sorting takes half.
void single_features_classes(benchmark::State& state) {
  testing::Table table =
      classified(static_cast<std::size_t>(state.range(0)), 100, static_cast<std::uint32_t>(state.range(1)));
  run(state, table, 0, Move::add);
}
BENCHMARK(single_features_classes)
    ->Args({5000, 2})
    ->Args({5000, 10})
    ->Args({100000, 10})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// Many equal values: a walk along one coordinate visits all of them.
void single_features_real(benchmark::State& state) {
  testing::Table table = regressed(static_cast<std::size_t>(state.range(0)), 100);
  if (const auto levels = static_cast<double>(state.range(1)); levels > 0)
    for (double& x : table.x) x = std::floor(x * levels / 4);
  table.standardise();
  run(state, table, 0, Move::add);
}
BENCHMARK(single_features_real)
    ->Args({5000, 0})
    ->Args({5000, 2})
    ->Args({5000, 20})
    ->Args({50000, 0})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void add_step(benchmark::State& state) {
  testing::Table table = classified(5000, 30, 2);
  run(state, table, static_cast<std::size_t>(state.range(0)), Move::add);
}
BENCHMARK(add_step)->Arg(1)->Arg(2)->Arg(4)->Arg(9)->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();

void add_step_real(benchmark::State& state) {
  testing::Table table = regressed(5000, 30);
  run(state, table, static_cast<std::size_t>(state.range(0)), Move::add);
}
BENCHMARK(add_step_real)->Arg(1)->Arg(4)->Arg(9)->Unit(benchmark::kMillisecond)->UseRealTime();

void remove_step(benchmark::State& state) {
  testing::Table table = classified(static_cast<std::size_t>(state.range(0)), 40, 2);
  run(state, table, static_cast<std::size_t>(state.range(1)), Move::remove);
}
BENCHMARK(remove_step)
    ->Args({1000, 10})
    ->Args({1000, 40})
    ->Args({5000, 20})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
