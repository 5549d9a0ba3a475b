#include "exhaustive.hpp"
#include "bench.hpp"

using namespace tamis;
using namespace tamis::searches::testing;
using searches::Exhaustive;

namespace {

constexpr Feature kFeatures = 7;

/// All subsets of `keep` features that hold `always`, in the order of their indices.
std::vector<std::vector<Feature>> choices(std::size_t keep, const std::vector<Feature>& always) {
  std::vector<std::vector<Feature>> found;
  for (unsigned bits = 0; bits < 1u << kFeatures; ++bits) {
    std::vector<Feature> s;
    for (Feature f = 0; f < kFeatures; ++f)
      if (bits >> f & 1u) s.push_back(f);
    if (s.size() == keep && std::includes(s.begin(), s.end(), always.begin(), always.end()))
      found.push_back(s);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("an exhaustive search ends on the best subset of all", "[exhaustive][property]") {
  Rng rng(31);
  for (int repeat = 0; repeat < 300; ++repeat) {
    SetFunction f = random_function(kFeatures, rng);
    const int better = repeat % 2 ? 1 : -1;
    if (repeat % 3 == 0)
      for (double& v : f.values())
        v = v < 0.2 ? -better * std::numeric_limits<double>::infinity() : std::floor(4 * v);
    std::vector<Feature> always;
    for (Feature j = 0; j < kFeatures; ++j)
      if (rng.below(5) == 0) always.push_back(j);
    const std::size_t keep = always.size() + 1 + rng.below(kFeatures - always.size());
    if (keep > kFeatures) continue;
    const double tolerance = repeat % 5 == 0 ? 0.1 : 0.0;
    Bench bench(
        kFeatures, better, Measures::subset, [&](auto s, Feature) { return f(s); }, tolerance);
    bench.run<Exhaustive>(keep, always);

    // of the subsets within the tolerance of the best one, the first
    const auto all = choices(keep, always);
    std::vector<double> scores;
    for (const auto& s : all) scores.push_back(better * f({s.begin(), s.end()}));
    const double best = *std::max_element(scores.begin(), scores.end());
    std::size_t first = 0;
    while (scores[first] != best && !(best - scores[first] <= tolerance)) ++first;
    REQUIRE(bench.end() == std::set<Feature>(all[first].begin(), all[first].end()));
    REQUIRE(bench.path.back().score == better * scores[first]);
    for (const auto& s : all) REQUIRE(bench.whole.count({s.begin(), s.end()}) == 1);
  }
}

TEST_CASE("an exhaustive search walks to its subset by the best feature each time", "[exhaustive]") {
  SetFunction f(kFeatures);
  f[{1, 3, 6}] = 10;
  f[{3}] = 2, f[{6}] = 1, f[{1}] = 1;
  f[{1, 3}] = 4, f[{3, 6}] = 5;
  Bench bench(kFeatures, +1, Measures::subset, [&](auto s, Feature) { return f(s); });
  bench.run<Exhaustive>(3);
  CHECK(bench.path == std::vector<Step>{{Move::add, 3, 2}, {Move::add, 6, 5}, {Move::add, 1, 10}});
  CHECK(bench.scored == 35 + 7);  // C(7, 3) subsets; 3 + 2 features to choose from, and 2 subsets on the way
  bench.run<Exhaustive>(3, {6});
  CHECK(bench.path == std::vector<Step>{{Move::add, 3, 5}, {Move::add, 1, 10}});
}

TEST_CASE("an exhaustive search with one subset to choose from chooses it", "[exhaustive][degenerate]") {
  Bench bench(3, -1, Measures::subset, [](auto s, Feature) { return static_cast<double>(s.size()); });
  CHECK(bench.run<Exhaustive>(3) == std::vector<Feature>{0, 1, 2});
  CHECK(bench.run<Exhaustive>(3, {1}) == std::vector<Feature>{0, 2});
  CHECK(bench.run<Exhaustive>(2, {0, 2}).empty());
  CHECK(bench.scored == 0);
}

TEST_CASE("an exhaustive search refuses too many subsets with their number", "[exhaustive][errors]") {
  using Catch::Matchers::Contains;
  constexpr int kDefault = Exhaustive::Options{}.max_subsets;
  const std::vector<Feature> always{0, 5};
  const auto evaluations = [&](int max_subsets, Feature d, std::uint64_t keep, std::size_t n_always = 0) {
    const tamis_goal goal{sizeof goal, keep, always.data(), n_always, std::nan("")};
    Exhaustive search;
    search.options.max_subsets = max_subsets;
    return search.evaluations(d, Goal(&goal));
  };
  CHECK(evaluations(252, 10, 5) == 252 + 18);
  CHECK_THROWS_WITH(evaluations(251, 10, 5), Contains("252 subsets of 5 out of 10 features") &&
                                                 Contains("max_subsets = 251") &&
                                                 Contains("raise it, keep fewer"));
  CHECK(evaluations(56, 10, 5, 2) == 56 + 7);  // C(8, 3)
  CHECK_THROWS_AS(evaluations(55, 10, 5, 2), ParamError);
  CHECK_THROWS_WITH(evaluations(kDefault, 60, 10), Contains("75394027566 subsets"));
  CHECK_THROWS_WITH(evaluations(kDefault, 60, 50), Contains("75394027566 subsets"));
  CHECK_THROWS_WITH(evaluations(kDefault, 1000, 500), Contains("2.70288240945") && Contains("e+299"));
  CHECK_THROWS_WITH(evaluations(kDefault, 4000000000, 2000000000), Contains("more than 1e308 subsets"));
  CHECK(evaluations(2000000000, 2000000000, 1999999999) > 2e9);

  Bench bench(10, +1, Measures::subset, [](auto, Feature) { return 0.0; });
  Exhaustive search;
  search.options.max_subsets = 251;
  CHECK_THROWS_AS(bench.run(search, 5), ParamError);
  CHECK_THROWS_WITH(bench.run(search, 2, {}, 0.5), Contains("until"));
  CHECK(bench.scored == 0);
}
