#include "annealing.hpp"
#include "bench.hpp"

#include <numeric>

using namespace tamis;
using namespace tamis::searches::testing;
using searches::Annealing;

namespace {

constexpr Feature kRuggedFeatures = 12;

/// Neighbours that are both in the subset are worth more than two others: there are many local optima.
double rugged(const std::set<Feature>& subset) {
  double value = 0;
  for (const Feature f : subset) value += (f % 4 == 1 ? 1.0 : 0.2) + (subset.contains(f + 1) ? 0.9 : 0.0);
  return value;
}

double best_of_all(std::size_t keep) {
  double best = 0;
  for (unsigned bits = 0; bits < 1u << kRuggedFeatures; ++bits) {
    std::set<Feature> subset;
    for (Feature f = 0; f < kRuggedFeatures; ++f)
      if (bits >> f & 1u) subset.insert(f);
    if (subset.size() == keep) best = std::max(best, rugged(subset));
  }
  return best;
}

}  // namespace

TEST_CASE("annealing finds the best subset of a rugged landscape", "[annealing]") {
  for (const int better : {1, -1}) {
    Bench bench(kRuggedFeatures, better, Measures::subset,
                [&](auto s, Feature) { return better * rugged(s); });
    for (const std::size_t keep : {1u, 3u, 5u, 11u}) {
      Annealing search;
      bench.run(search, keep);
      CHECK(better * bench.path.back().score == Approx(best_of_all(keep)));
      CHECK(bench.end().size() == keep);
    }
  }
}

TEST_CASE("annealing keeps what must always stay", "[annealing]") {
  Bench bench(kRuggedFeatures, +1, Measures::subset, [](auto s, Feature) { return rugged(s); });
  Annealing search;
  CHECK(bench.run(search, 4, {0, 7}).size() == 2);
  CHECK(bench.end().contains(0));
  CHECK(bench.end().contains(7));
  CHECK(bench.run(search, 2, {0, 7}).empty());
  CHECK(bench.run(search, kRuggedFeatures).size() == kRuggedFeatures);
}

TEST_CASE("annealing with no steps keeps the best of its random subsets", "[annealing][degenerate]") {
  Bench bench(kRuggedFeatures, +1, Measures::subset, [](auto s, Feature) { return rugged(s); });
  bench.space.evaluations_left = [](void*) noexcept -> std::uint64_t { return 20; };
  Annealing search;
  search.options.chains = 3;
  CHECK(bench.run(search, 4).size() == 4);
  CHECK(bench.scored <= 20);
}

TEST_CASE("annealing passes over subsets without a score", "[annealing][degenerate]") {
  const double none = -std::numeric_limits<double>::infinity();
  Bench bench(kRuggedFeatures, +1, Measures::subset,
              [&](auto s, Feature) { return s.contains(3) || s.contains(5) ? none : rugged(s); });
  Annealing search;
  bench.run(search, 4);
  CHECK(std::isfinite(bench.path.back().score));
}

TEST_CASE("annealing refuses a score to stop at", "[annealing][errors]") {
  Bench bench(kRuggedFeatures, +1, Measures::subset, [](auto s, Feature) { return rugged(s); });
  Annealing search;
  CHECK_THROWS_WITH(bench.run(search, 4, {}, 1.0), Catch::Contains("nothing to stop by `until`"));
}
