#include "beam.hpp"
#include "bench.hpp"
#include "exhaustive.hpp"
#include "forward.hpp"

using namespace tamis;
using namespace tamis::searches::testing;
using searches::Beam, searches::Exhaustive, searches::Forward;

namespace {

constexpr Feature kBeamFeatures = 7;

void run_beam(Bench& bench, int width, std::size_t keep, std::vector<Feature> always = {}) {
  Beam beam;
  beam.options.width = width;
  bench.run(beam, keep, std::move(always));
}

}  // namespace

TEST_CASE("a beam of width 1 is forward selection", "[beam][property]") {
  Rng rng(5);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const SetFunction f = random_function(kBeamFeatures, rng);
    Bench bench(kBeamFeatures, repeat % 2 ? 1 : -1, Measures::subset, [&](auto s, Feature) { return f(s); });
    const std::size_t keep = 1 + rng.below(kBeamFeatures);
    run_beam(bench, 1, keep);
    const std::vector<Step> path = bench.path;
    bench.run<Forward>(keep);
    REQUIRE(path == bench.path);
  }
}

TEST_CASE("a beam that is wide enough finds the best subset of all", "[beam][property]") {
  Rng rng(6);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const SetFunction f = random_function(kBeamFeatures, rng);
    const double tolerance = repeat % 3 == 0 ? 0.05 : 0;
    Bench bench(
        kBeamFeatures, repeat % 2 ? 1 : -1, Measures::subset, [&](auto s, Feature) { return f(s); },
        tolerance);
    const std::size_t keep = 2 + rng.below(kBeamFeatures - 2);
    run_beam(bench, 40, keep, {1});  // C(7, 3) = 35
    const std::set<Feature> found = bench.end();
    bench.run<Exhaustive>(keep, {1});
    REQUIRE(found == bench.end());
  }
}

TEST_CASE("a wider beam finds a pair that forward selection misses", "[beam]") {
  SetFunction f(kBeamFeatures);
  for (Feature j = 0; j < kBeamFeatures; ++j) f[{j}] = j == 0 ? 1 : 0.5 - 0.01 * j;
  f[{1, 2}] = 10;  // none of them is the best feature
  Bench bench(kBeamFeatures, +1, Measures::subset, [&](auto s, Feature) { return f(s); });
  run_beam(bench, 3, 2);
  CHECK(bench.end() == std::set<Feature>{1, 2});
  CHECK(bench.path.back().score == 10);
  bench.run<Forward>(2);
  CHECK(bench.end().contains(0));
}

TEST_CASE("a subset that a beam reaches twice is scored once", "[beam]") {
  Bench bench(3, +1, Measures::subset, [](auto s, Feature) { return static_cast<double>(s.size()); });
  run_beam(bench, 3, 2);
  CHECK(bench.scored == 3 + 3 + 3 * 2 + 3);  // {0, 1}, {0, 2} and {1, 2} once each
}

TEST_CASE("a beam stops at the first size that is good enough", "[beam]") {
  Bench bench(kBeamFeatures, +1, Measures::subset,
              [](auto s, Feature) { return static_cast<double>(s.size()); });
  Beam beam;
  CHECK(bench.run(beam, kBeamFeatures, {}, 3).size() == 3);
  CHECK(bench.run(beam, 2, {0, 1}).empty());
}
