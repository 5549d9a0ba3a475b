// Distances between distributions over classes, a batch of 64 pairs at a time; `pair` is the time of one.
// peers/transport_pot.py makes the same problems and reads what this prints as JSON.
#include "../../plugins/transport/tests/fixture.hpp"

#include <benchmark/benchmark.h>
#include <wasserstein_exact.hpp>
#include <wasserstein_sinkhorn.hpp>

namespace {

using namespace tamis::transport;
using namespace tamis::transport::testing;

constexpr std::size_t kPairs = 64;

/// An integer below `limit`, the same in every language.
std::uint64_t scrambled(std::uint64_t key, std::uint64_t limit) {
  return (key * 2654435761u % 4294967296u) * 40503u % 4294967296u / 65536u % limit;
}

/// Distances between points in the unit cube; `lopsided` adds to one direction, so that no metric is left and
/// no mass may be cancelled.
GroundData points(std::size_t classes, bool lopsided) {
  return ground_of(classes, [=](std::size_t i, std::size_t j) {
    double square = 0;
    for (std::uint64_t f = 0; f < 5; ++f) {
      const auto x = [f](std::uint64_t c) {
        return static_cast<double>(scrambled(5 * c + f + 1, 65536)) / 65536;
      };
      square += (x(i) - x(j)) * (x(i) - x(j));
    }
    return std::sqrt(square) + (lopsided ? 0.25 + (i < j ? 0.125 : 0) : 0);
  });
}

/// 56 classes in 4 groups of 14, edges of 0.5 above the groups and 0.2 above the classes.
GroundData mail_tree() {
  std::vector<std::uint32_t> parent(5), node;
  Row length{0, 0.5, 0.5, 0.5, 0.5};
  for (std::uint32_t c = 0; c < 56; ++c) {
    node.push_back(static_cast<std::uint32_t>(parent.size()));
    parent.push_back(1 + c / 14);
    length.push_back(0.2);
  }
  return on_tree(std::move(parent), std::move(length), std::move(node));
}

/// Counts of kPairs distributions; classes where count(b, c) is 0 are not listed.
template <class Count>
Batch batch(std::uint32_t classes, const Count& count) {
  Rows rows(kPairs, Row(classes));
  for (std::size_t b = 0; b < kPairs; ++b)
    for (std::uint32_t c = 0; c < classes; ++c) rows[b][c] = static_cast<double>(count(b, c));
  return Batch::counts(rows, true);
}

Batch dense(std::uint32_t classes, std::uint64_t salt) {
  return batch(classes,
               [=](std::size_t b, std::uint32_t c) { return 1 + scrambled(salt + 1000 * b + c, 1000); });
}

// Supports of about 23 and 17 of 56 classes, the second within the first, as in a blanket's cells on Enron.
std::uint64_t of_blanket(std::size_t b, std::uint32_t c) {
  return scrambled(1000 * b + c + 1, 100) < 42 ? 1 + scrambled(7000 * b + c, 12) : 0;
}
std::uint64_t of_cell(std::size_t b, std::uint32_t c) {
  const std::uint64_t n = of_blanket(b, c);
  return n == 0 ? 0 : scrambled(9000 * b + c, n + 1);
}

template <class Metric>
void run(benchmark::State& state, const Prepared<Metric>& prepared, const Batch& p, const Batch& q) {
  Row out(kPairs);
  for (auto _ : state) {
    prepared.metric.distances(p.view(), q.view(), out);
    benchmark::DoNotOptimize(out.data());
  }
  double sum = 0;
  for (double d : out) sum += d;
  state.counters["sum"] = sum;
  using benchmark::Counter;
  state.counters["pair"] =
      Counter(static_cast<double>(kPairs), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void run_exact_dense(benchmark::State& state, bool lopsided) {
  const auto l = static_cast<std::uint32_t>(state.range(0));
  Ground ground(points(l, lopsided));
  const Prepared<WassersteinExact> prepared(l, [&](auto& metric) { metric.options.ground = ground; });
  run(state, prepared, dense(l, 1), dense(l, 500000));
}
// Targets: POT's emd2 on a quiet machine, 21, 32, 111, 1510 us.
void exact_dense(benchmark::State& state) { run_exact_dense(state, false); }
BENCHMARK(exact_dense)->Arg(5)->Arg(20)->Arg(56)->Arg(200)->Unit(benchmark::kMicrosecond);

// The same without cancellation.
void exact_dense_lopsided(benchmark::State& state) { run_exact_dense(state, true); }
BENCHMARK(exact_dense_lopsided)->Arg(5)->Arg(20)->Arg(56)->Arg(200)->Unit(benchmark::kMicrosecond);

// Targets: 10 us a pair by the solver, 2.2 us in closed form.
void run_exact_cells(benchmark::State& state, ClosedForm closed_form) {
  Ground ground(mail_tree());
  const Prepared<WassersteinExact> prepared(56, [&](auto& metric) {
    metric.options.ground = ground;
    metric.options.closed_form = closed_form;
  });
  run(state, prepared, batch(56, of_cell), batch(56, of_blanket));
}
void exact_cells(benchmark::State& state) { run_exact_cells(state, ClosedForm::never); }
BENCHMARK(exact_cells)->Unit(benchmark::kMicrosecond);
void exact_cells_closed_form(benchmark::State& state) { run_exact_cells(state, ClosedForm::use); }
BENCHMARK(exact_cells_closed_form)->Unit(benchmark::kMicrosecond);

void run_sinkhorn(benchmark::State& state, GroundData data, double lambda, const Batch& p, const Batch& q) {
  const std::size_t classes = data.d.size();
  Ground ground(std::move(data));
  const Prepared<WassersteinSinkhorn> prepared(classes, [&](auto& metric) {
    metric.options.ground = ground;
    metric.options.lambda = lambda;
  });
  run(state, prepared, p, q);
  state.counters["iterations"] = prepared.report().numbers["mean_iterations"];
}
void sinkhorn_cells(benchmark::State& state) {
  run_sinkhorn(state, mail_tree(), static_cast<double>(state.range(0)), batch(56, of_cell),
               batch(56, of_blanket));
}
BENCHMARK(sinkhorn_cells)->ArgName("lambda")->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond);

void sinkhorn_dense(benchmark::State& state) {
  const auto l = static_cast<std::uint32_t>(state.range(0));
  run_sinkhorn(state, points(l, false), 10, dense(l, 1), dense(l, 500000));
}
BENCHMARK(sinkhorn_dense)->Arg(5)->Arg(20)->Arg(56)->Arg(200)->Unit(benchmark::kMicrosecond);

}  // namespace
