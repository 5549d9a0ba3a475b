// Mutual information with the true classes: what one row of its spheres takes, a step of a backward search,
// and whole searches on files, on two threads.

#include <benchmark/benchmark.h>
#include <lnt_mi.hpp>
#include <per_class_flip.hpp>
#include <point_metrics.hpp>

#include <tamis/framework/data/load_data.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::mutual_information;

constexpr double kNoise = 0.1;  // labels that are flipped to another class
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Feature> every_feature(const testing::Table& table) {
  std::vector<Feature> features(table.d);
  std::iota(features.begin(), features.end(), Feature{0});
  return features;
}

// Noisy labels, z-scores.
testing::Table noisy(testing::Table table) {
  const testing::ThreadedRuntime threads(2);
  noise_models::PerClassFlip flip;
  flip.options.rate = kNoise;
  flip.prepare(table.view(), threads);
  flip.corrupt(table.labels, table.classes, {}, 1);
  table.standardise();
  return table;
}

// A Gaussian per class; the classes differ by half a standard deviation along half of the features.
testing::Table gaussians(std::size_t n, std::size_t d, std::uint32_t classes) {
  testing::Table table = testing::random_table(n, d, 1);
  table.with_labels(testing::random_labels(n, classes, 2), classes);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < d / 2; ++j)
      if (static_cast<std::size_t>(table.labels[i]) == j % classes) table.at(i, j) += 0.5;
  return noisy(std::move(table));
}

struct Fixture {
  explicit Fixture(testing::Table t) : table(std::move(t)), threads(2), runtime(threads) {
    criterion.options.noise = noise;
    criterion.options.metric = euclidean;
    criterion.prepare(table.view(), runtime);
  }
  std::vector<double> scores(Subset subset, Move move, std::span<const Feature> candidates) {
    std::vector<double> values(move == Move::whole ? 1 : candidates.size());
    Scores scores(values, nullptr, -kInfinity);
    criterion.score(subset, move, candidates, scores);
    return values;
  }
  testing::Table table;
  testing::ThreadedRuntime threads;
  Runtime runtime;
  noise_models::PerClassFlip noise;
  point_metrics::Euclidean euclidean;
  LntMi criterion;
};

// The whole subset (as the report asks for it), and all features as candidates to leave it: one fit.
void backward_step(benchmark::State& state) {
  Fixture f(gaussians(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)),
                      static_cast<std::uint32_t>(state.range(2))));
  const std::vector<Feature> all = every_feature(f.table);
  for (auto _ : state) {
    state.PauseTiming();
    f.criterion.prepare(f.table.view(), f.runtime);  // forgets the fit
    state.ResumeTiming();
    benchmark::DoNotOptimize(f.scores(all, Move::whole, {}));
    benchmark::DoNotOptimize(f.scores(all, Move::remove, all));
  }
}
BENCHMARK(backward_step)
    ->ArgNames({"n", "d", "classes"})
    ->ArgsProduct({{1000, 5000}, {10, 24}, {2, 5}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// Panels of 5000 points, and for each sample a limit within which about `within` others lie.
struct Rows {
  Rows(std::size_t d, std::size_t within) : table(testing::random_table(5000, d, 1)) {
    const std::vector<double> everywhere(numerics::kLanes, kInfinity);
    std::vector<numerics::NearPoints> near(numerics::kLanes);
    numerics::near_points(points, Geometry::l2, 0, everywhere, near);
    all = near[0];
    std::vector<double> distances(all.distance().begin(), all.distance().end());
    std::ranges::nth_element(distances, distances.begin() + static_cast<std::ptrdiff_t>(within - 1));
    limit = distances[within - 1];
  }
  testing::Table table;
  numerics::PointPanels points =
      numerics::make_panels({table.x.data(), table.n, table.d}, every_feature(table));
  numerics::NearPoints all;  // all others, by position
  double limit;

  numerics::NearPoints inside() const {
    numerics::NearPoints near;
    for (std::size_t p = 0; p < all.size(); ++p)
      if (all.distance()[p] <= limit) near.append(all.distance()[p], all.position()[p]);
    return near;
  }
};

void near_points_of_a_panel(benchmark::State& state) {
  const Rows rows(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  const std::vector<double> limits(numerics::kLanes, rows.limit);
  std::vector<numerics::NearPoints> near(numerics::kLanes);
  for (auto _ : state) numerics::near_points(rows.points, Geometry::l2, 0, limits, near);
}

void near_points_without_each_of_a_row(benchmark::State& state) {
  const Rows rows(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  std::vector<numerics::NearPoints> near(rows.table.d);
  for (auto _ : state) numerics::near_points_without_each(rows.points, Geometry::l2, 0, rows.limit, near);
}

void near_points_with_each_of_a_row(benchmark::State& state) {
  const Rows rows(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  const std::vector<double> limits(rows.table.d, rows.limit);
  std::vector<numerics::NearPoints> near(rows.table.d);
  for (auto _ : state)
    numerics::near_points_with_each(rows.points, rows.points, Geometry::l2, 0, limits, near);
}

void rough_order_of_a_row(benchmark::State& state) {
  const Rows rows(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  const numerics::NearPoints near = rows.inside();
  numerics::RoughOrder order;
  for (auto _ : state) order.assign(near);
}

void of_a_row(benchmark::internal::Benchmark* b) {
  b->ArgNames({"d", "within"})->ArgsProduct({{10, 24}, {100, 4999}})->Unit(benchmark::kMicrosecond);
}
BENCHMARK(near_points_of_a_panel)->Apply(of_a_row);
BENCHMARK(near_points_without_each_of_a_row)->Apply(of_a_row);
BENCHMARK(near_points_with_each_of_a_row)->Apply(of_a_row);
BENCHMARK(rough_order_of_a_row)->Apply(of_a_row);

// One sphere per column in a list of `points`; the memberships of all classes add up to 1.
struct Spheres {
  Spheres(std::size_t n, std::uint32_t columns, double k) : rows(10, n), weights(rows.table.n, columns) {
    const std::vector<double> soft = testing::random_soft(rows.table.n, columns, 3);
    for (std::size_t i = 0; i < rows.table.n; ++i)
      for (std::size_t c = 0; c < columns; ++c) weights.of(i)[c] = soft[i + c * rows.table.n];
    for (std::size_t c = 0; c < columns; ++c) goals.push_back({c, 0, k - kMassTolerance});
    out.resize(columns);
  }
  Rows rows;
  Weights weights;
  std::vector<SphereGoal> goals;
  std::vector<Sphere> out;
};

Spheres spheres_for(const benchmark::State& state) {
  return {static_cast<std::size_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)),
          static_cast<double>(state.range(2))};
}

void grow_once(benchmark::State& state) {
  Spheres s = spheres_for(state);
  const numerics::NearPoints near = s.rows.inside();
  SphereGrower grower;
  for (auto _ : state) benchmark::DoNotOptimize(grower.grow(near, s.weights, s.goals, s.out));
}

void grow_again(benchmark::State& state) {
  Spheres s = spheres_for(state);
  numerics::RoughOrder near;
  near.assign(s.rows.inside());
  for (auto _ : state) benchmark::DoNotOptimize(mutual_information::grow(near, s.weights, s.goals, s.out));
}

void of_a_list(benchmark::internal::Benchmark* b) {
  b->ArgNames({"points", "columns", "k"})
      ->Args({100, 3, 8})
      ->Args({4999, 3, 8})
      ->Args({4999, 15, 3})
      ->Args({4999, 15, 300})
      ->Unit(benchmark::kMicrosecond);
}
BENCHMARK(grow_once)->Apply(of_a_list);
BENCHMARK(grow_again)->Apply(of_a_list);

testing::Table read(const std::filesystem::path& path) {
  framework::DataOptions options;
  options.path = path.string();
  options.target = "target";
  options.target_kind = framework::TargetReading::classes;
  const framework::LoadedData data = framework::load_data(options);
  testing::Table table(data.samples(), data.features());
  std::ranges::copy(data.parts().values.span(), table.x.begin());
  const framework::TargetColumn& target = data.parts().target;
  return table.with_labels(target.labels, static_cast<std::uint32_t>(target.class_names.size()));
}

// All features but one leave, the one that is missed least first.
void backward_search(benchmark::State& state, const std::string& name) {
  const char* const folder = std::getenv("TAMIS_DATA_DIR");
  const std::filesystem::path path = std::filesystem::path(folder ? folder : "") / name / (name + ".csv");
  if (!folder || !std::filesystem::exists(path)) {
    state.SkipWithError("there is no such file: set TAMIS_DATA_DIR to a folder with NAME/NAME.csv");
    return;
  }
  Fixture f(noisy(read(path)));
  for (auto _ : state) {
    std::vector<Feature> subset = every_feature(f.table);
    while (subset.size() > 1) {
      const std::vector<double> scores = f.scores(subset, Move::remove, subset);
      subset.erase(subset.begin() + (std::ranges::max_element(scores) - scores.begin()));
    }
    benchmark::DoNotOptimize(subset.data());
  }
}
BENCHMARK_CAPTURE(backward_search, wall_robot, "wall_following")
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(backward_search, page_blocks, "page_blocks")
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
