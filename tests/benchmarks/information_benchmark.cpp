// Forward selection by criteria of counts, on one and two threads: 50 of 1000 features of 5 codes, 5000 samples, 4 classes.

#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <benchmark/benchmark.h>
#include <cmath>
#include <forward.hpp>
#include <greedy.hpp>
#include <known_rates.hpp>

namespace {

using namespace tamis;
using namespace tamis::information;

enum class Labels { crisp, soft };

/// Two of five features follow the class a little, one in five is a copy of the one before it, the others are noise.
testing::Table table_for(std::size_t n, std::size_t d, std::uint64_t codes, std::uint32_t classes,
                         Labels kind) {
  Rng rng(1);
  testing::Table table(n, d);
  std::vector<std::int32_t> labels;
  std::vector<double> soft(n * classes, 0.1 / (classes - 1));
  for (std::size_t i = 0; i < n; ++i) {
    labels.push_back(static_cast<std::int32_t>(rng.below(classes)));
    soft[i + n * static_cast<std::size_t>(labels.back())] = 0.9;
  }
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const bool follows = j % 5 < 2 && rng.below(10) < 2, copies = j % 5 == 2 && rng.below(10) < 8;
      table.at(i, j) = follows  ? static_cast<double>(static_cast<std::uint64_t>(labels[i]) % codes)
                       : copies ? table.at(i, j - 1)
                                : static_cast<double>(rng.below(codes));
    }
  table.as_codes();
  return kind == Labels::soft ? table.with_soft(soft, classes) : table.with_labels(labels, classes);
}

/// What a search sees of a criterion, without a kernel between them.
template <class Criterion>
struct Space {
  tamis_space table{};
  Criterion& criterion;

  Space(Criterion& of, std::size_t features) : criterion(of) {
    table.size = sizeof table;
    table.self = this;
    table.features = static_cast<std::uint32_t>(features);
    table.better = 1;
    table.measures = TAMIS_MEASURES_GAIN;
    table.moves = 1u << TAMIS_ADD;
    table.tolerance = Criterion::describe().traits.tolerance;
    table.diminishing_gains = Criterion::describe().traits.diminishing_gains;
    table.score = [](void* self, const std::uint32_t* subset, std::uint64_t size, std::int32_t,
                     const std::uint32_t* candidates, std::uint64_t n, double* out, tamis_error*) noexcept {
      Scores scores({out, n}, nullptr, -INFINITY);
      static_cast<Space*>(self)->criterion.score({subset, size}, Move::add, {candidates, n}, scores);
      return std::int32_t{0};
    };
    table.accept_scored = [](void*, std::int32_t, std::uint32_t, std::int32_t, tamis_error*) noexcept {
      return std::int32_t{0};
    };
  }
};

template <class Criterion>
void walk(benchmark::State& state, Criterion& criterion, testing::Table& table, std::size_t keep) {
  const testing::ThreadedRuntime threads(static_cast<unsigned>(state.range(0)));
  const Dataset data = table.view();  // makes the codes, which is not measured
  const tamis_goal goal{sizeof goal, keep, nullptr, 0, std::nan("")};
  for (auto _ : state) {
    criterion.prepare(data, threads);
    const Space<Criterion> seen(criterion, table.d);
    SearchSpace space(&seen.table);
    searches::Forward().run(space, Goal(&goal), threads);
  }
}

template <class Rule>
void crisp(benchmark::State& state) {
  testing::Table table = table_for(5000, 1000, 5, 4, Labels::crisp);
  Greedy<Rule> criterion;
  walk(state, criterion, table, 50);
}
BENCHMARK(crisp<Mrmr>)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(crisp<Jmi>)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(crisp<Cmim>)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void soft(benchmark::State& state) {
  testing::Table table = table_for(5000, 1000, 5, 4, Labels::soft);
  Greedy<Jmi> criterion;
  walk(state, criterion, table, 50);
}
BENCHMARK(soft)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void corrected(benchmark::State& state) {
  testing::Table table = table_for(5000, 1000, 5, 4, Labels::crisp);
  noise_models::KnownRates noise;
  const std::vector<double> rates{0.7, 0.3, 0, 0, 0.3, 0.7, 0, 0, 0, 0, 0.7, 0.3, 0, 0, 0.3, 0.7};
  noise.options.rates = rates;
  Greedy<Jmi> criterion;
  criterion.options.noise = noise;
  walk(state, criterion, table, 50);
}
BENCHMARK(corrected)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// 10^6 samples of 100 features of 256 codes, 20 chosen.
void tall(benchmark::State& state) {
  testing::Table table = table_for(1'000'000, 100, 256, 4, Labels::crisp);
  Greedy<Mrmr> criterion;
  walk(state, criterion, table, 20);
}
BENCHMARK(tall)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);

// 500 samples of 200 000 features of 256 codes, 20 chosen.
void wide(benchmark::State& state) {
  testing::Table table = table_for(500, 200'000, 256, 4, Labels::crisp);
  Greedy<Mrmr> criterion;
  walk(state, criterion, table, 20);
}
BENCHMARK(wide)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);

}  // namespace
