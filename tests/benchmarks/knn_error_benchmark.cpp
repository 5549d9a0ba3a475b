// Cross-validated nearest neighbours: steps of a search, and a whole walk backwards, on one and two threads.

#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <benchmark/benchmark.h>
#include <knn_error.hpp>
#include <numeric>
#include <point_metrics.hpp>

namespace {

using namespace tamis;

testing::Table table_for(std::size_t n, std::size_t d) {
  testing::Table table = testing::random_table(n, d, 1);
  table.with_labels(testing::random_labels(n, 2, 2), 2);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t f = 0; f < d; ++f)
      table.at(i, f) += table.labels[i] * static_cast<double>(f) / static_cast<double>(d);
  table.standardise();
  return table;
}

class Prepared {
 public:
  Prepared(std::size_t n, std::size_t d, std::int64_t threads)
      : table_(table_for(n, d)), threads_(static_cast<unsigned>(threads)), features_(d) {
    std::iota(features_.begin(), features_.end(), Feature{0});
    criterion_.options.metric = metric_;
    criterion_.prepare(table_.view(), threads_);
  }
  std::vector<double> score(Subset subset, Move move, std::span<const Feature> candidates) {
    std::vector<double> values(candidates.size());
    Scores scores(values, nullptr, std::numeric_limits<double>::infinity());
    criterion_.score(subset, move, candidates, scores);
    return values;
  }
  std::span<const Feature> features() const { return features_; }

 private:
  testing::Table table_;
  testing::ThreadedRuntime threads_;
  point_metrics::Euclidean metric_;
  knn_error::KnnError criterion_;
  std::vector<Feature> features_;
};

// n = 500, 30 -> 10: scikit-learn's SequentialFeatureSelector takes seconds (peers/knn_error_sfs.py).
void walk_backwards(benchmark::State& state) {
  Prepared prepared(500, 30, state.range(0));
  for (auto _ : state) {
    std::vector<Feature> subset(prepared.features().begin(), prepared.features().end());
    while (subset.size() > 10) {
      const std::vector<double> scores = prepared.score(subset, Move::remove, subset);
      subset.erase(subset.begin() + (std::ranges::min_element(scores) - scores.begin()));
    }
  }
}
BENCHMARK(walk_backwards)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// n samples, so many features inside, of 40.
void remove_step(benchmark::State& state) {
  Prepared prepared(static_cast<std::size_t>(state.range(0)), 40, 2);
  const Subset inside = prepared.features().first(static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) prepared.score(inside, Move::remove, inside);
}
BENCHMARK(remove_step)
    ->Args({500, 20})
    ->Args({2000, 20})
    ->Args({5000, 20})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void add_step(benchmark::State& state) {
  Prepared prepared(static_cast<std::size_t>(state.range(0)), 40, 2);
  const auto size = static_cast<std::size_t>(state.range(1));
  for (auto _ : state)
    prepared.score(prepared.features().first(size), Move::add, prepared.features().subspan(size));
}
BENCHMARK(add_step)
    ->Args({500, 0})
    ->Args({500, 1})
    ->Args({500, 10})
    ->Args({5000, 10})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
