// Knockoffs on one core: correlations, the choice of s, a draw; by rows and columns.
#include <benchmark/benchmark.h>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/correlation.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>
#include <tamis/numerics/random.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <cmath>

namespace {

using namespace tamis;
using namespace tamis::framework;

/// Rows in which neighbours have the correlation .5.
DenseMatrix rows(std::uint64_t n, std::uint64_t p) {
  DenseMatrix x(n, p);
  Rng rng(1);
  for (std::uint64_t i = 0; i < n; ++i) {
    double z = numerics::normal(rng);
    for (std::uint64_t j = 0; j < p; ++j) {
      x.view()(i, j) = z;
      z = 0.5 * z + std::sqrt(0.75) * numerics::normal(rng);
    }
  }
  return x;
}

DenseMatrix given(const benchmark::State& state) {
  return rows(static_cast<std::uint64_t>(state.range(0)), static_cast<std::uint64_t>(state.range(1)));
}

void correlation(benchmark::State& state) {
  const DenseMatrix x = given(state);
  for (auto _ : state) benchmark::DoNotOptimize(shrunk_correlation(x.view()));
}

void choice(benchmark::State& state, Separation kind) {
  const DenseMatrix sigma = shrunk_correlation(given(state).view()).sigma;
  int steps = 0;
  for (auto _ : state) steps = s_vector(sigma.view(), kind).steps;
  state.counters["steps"] = steps;
}
void equi(benchmark::State& state) { choice(state, Separation::equi); }
void mvr(benchmark::State& state) { choice(state, Separation::mvr); }
void maxent(benchmark::State& state) { choice(state, Separation::maxent); }
void sdp(benchmark::State& state) { choice(state, Separation::sdp); }

void law(benchmark::State& state) {
  const DenseMatrix sigma = shrunk_correlation(given(state).view()).sigma;
  const std::vector<double> s = s_vector(sigma.view(), Separation::equi).s;
  for (auto _ : state) benchmark::DoNotOptimize(ConditionalLaw(sigma.view(), s));
}

void draw(benchmark::State& state) {
  const DenseMatrix x = standardised(given(state).view()), sigma = shrunk_correlation(x.view()).sigma;
  const std::vector<double> s(x.cols, 0.5 * s_vector(sigma.view(), Separation::equi).s[0]);
  const testing::SerialRuntime runtime;
  const ConditionalLaw law(sigma.view(), s);
  const DenseMatrix mean = law.mean(x.view(), std::vector<double>(x.cols), runtime);
  std::uint64_t key = 0;
  for (auto _ : state) benchmark::DoNotOptimize(law.draw(mean, ++key, runtime));
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Args({500, 200})->Args({2000, 1000})->Unit(benchmark::kMillisecond);
}
BENCHMARK(correlation)->Apply(sizes);
BENCHMARK(equi)->Apply(sizes);
// The target: 100 ms and 20 s.
BENCHMARK(mvr)->Apply(sizes);
BENCHMARK(maxent)->Apply(sizes);
BENCHMARK(sdp)->Args({500, 200})->Unit(benchmark::kMillisecond);
BENCHMARK(law)->Apply(sizes);
// The target: 500 ms with 1000 columns.
BENCHMARK(draw)->Apply(sizes);

}  // namespace
