// Relief on one and two threads.

#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <benchmark/benchmark.h>
#include <multisurf.hpp>
#include <relief.hpp>
#include <relieff.hpp>

namespace {

using namespace tamis;

testing::Table table_for(std::size_t n, std::size_t d) {
  testing::Table table = testing::random_table(n, d, 1);
  return table.with_labels(testing::random_labels(n, 2, 2), 2);
}

template <class Criterion>
void prepared(benchmark::State& state, std::size_t n, std::size_t d) {
  testing::Table table = table_for(n, d);
  const testing::ThreadedRuntime threads(static_cast<unsigned>(state.range(0)));
  for (auto _ : state) {
    Criterion criterion;
    criterion.prepare(table.view(), threads);
  }
}
void relieff(benchmark::State& state) { prepared<relief::ReliefF>(state, 2000, 100); }
BENCHMARK(relieff)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
void relief_of_classes(benchmark::State& state) { prepared<relief::Relief>(state, 2000, 100); }
BENCHMARK(relief_of_classes)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
void multisurf(benchmark::State& state) { prepared<relief::MultiSurf>(state, 2000, 100); }
BENCHMARK(multisurf)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
void relieff_large(benchmark::State& state) { prepared<relief::ReliefF>(state, 20000, 1000); }
BENCHMARK(relieff_large)->Arg(2)->Unit(benchmark::kSecond)->UseRealTime()->Iterations(1);

}  // namespace
