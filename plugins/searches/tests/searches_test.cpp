#include "backward.hpp"
#include "bench.hpp"
#include "forward.hpp"
#include "rank.hpp"

using namespace tamis;
using namespace tamis::searches::testing;

namespace {

const double kWorth[] = {3, 1, 4, 1.5, 9, 2.6};
double worth(const std::set<Feature>&, Feature f) { return kWorth[f]; }

}  // namespace

TEST_CASE("rank orders features by their own score, in either direction", "[rank]") {
  CHECK(Bench(6, +1, Measures::feature, worth).run<searches::Rank>(6) ==
        std::vector<Feature>{4, 2, 0, 5, 3, 1});
  CHECK(Bench(6, -1, Measures::feature, worth).run<searches::Rank>(3) == std::vector<Feature>{1, 3, 5});
}

TEST_CASE("rank by losses puts first what costs most to remove", "[rank]") {
  CHECK(Bench(6, -1, Measures::loss, worth).run<searches::Rank>(2) == std::vector<Feature>{4, 2});
}

TEST_CASE("rank and forward put first what gains most", "[rank][forward]") {
  const Bench::Function gain = [](const std::set<Feature>& subset, Feature f) {
    return kWorth[f] / static_cast<double>(1 + subset.count(4) * (f == 2));
  };
  CHECK(Bench(6, +1, Measures::gain, gain).run<searches::Rank>(3) == std::vector<Feature>{4, 2, 0});
  CHECK(Bench(6, +1, Measures::gain, gain).run<searches::Forward>(3) == std::vector<Feature>{4, 0, 5});
}

TEST_CASE("where gains diminish, forward makes the same choices by fewer scores", "[forward][property]") {
  Rng rng(5);
  constexpr Feature kFeatures = 60;
  for (int repeat = 0; repeat < 60; ++repeat) {
    // what a feature covers of 40 points, less what is covered: many ties
    std::vector<std::set<std::uint64_t>> covers(kFeatures);
    for (auto& covered : covers)
      for (std::uint64_t size = rng.below(12); size > 0; --size) covered.insert(rng.below(40));
    const double sign = repeat % 2 == 0 ? 1 : -1;
    const Bench::Function gain = [&](const std::set<Feature>& subset, Feature f) {
      std::set<std::uint64_t> fresh = covers[f];
      for (const Feature z : subset)
        if (z != f)
          for (const std::uint64_t point : covers[z]) fresh.erase(point);
      return fresh.empty() && repeat % 3 == 0 ? -sign * std::numeric_limits<double>::infinity()
                                              : sign * static_cast<double>(fresh.size());
    };
    Bench plain(kFeatures, repeat % 2 == 0 ? 1 : -1, Measures::gain, gain, repeat % 4 == 0 ? 1.5 : 0),
        lazy = plain;
    lazy.space.self = &lazy;
    lazy.space.diminishing_gains = 1;
    const std::vector<Feature> wanted = plain.run<searches::Forward>(12, {3, 7});
    CHECK(lazy.run<searches::Forward>(12, {3, 7}) == wanted);
    CHECK(lazy.path == plain.path);
    if (wanted.size() == 10) CHECK(lazy.scored < plain.scored);
  }
}

TEST_CASE("rank refuses until, as it scores no subset of several", "[rank][errors]") {
  CHECK_THROWS_WITH(Bench(6, +1, Measures::feature, worth).run<searches::Rank>(6, {}, 0.5),
                    Catch::Contains("until"));
}

TEST_CASE("rank orders ties as choosing one after the other would", "[rank][property]") {
  Rng rng(3);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Feature d = 12;
    std::vector<double> scores(d);
    for (double& s : scores)
      s = rng.below(4) == 0 ? std::numeric_limits<double>::infinity() : double(rng.below(8)) / 4;
    Bench bench(
        d, repeat % 2 ? 1 : -1, Measures::feature, [&](auto, Feature f) { return scores[f]; }, 0.3);
    const std::vector<Feature> order = bench.run<searches::Rank>(d);
    std::vector<Feature> left(d);
    for (Feature f = 0; f < d; ++f) left[f] = f;
    for (Feature chosen : order) {
      std::vector<double> of_left;
      for (Feature f : left) of_left.push_back(scores[f]);
      const std::size_t wanted = SearchSpace(&bench.space).choose(Move::add, left, of_left);
      REQUIRE(chosen == left[wanted]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(wanted));
    }
  }
}

TEST_CASE("forward and backward take the greedy steps that brute force takes",
          "[forward][backward][property]") {
  Rng rng(11);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const SetFunction of = random_function(7, rng);
    const int better = repeat % 2 ? 1 : -1;
    Bench bench(7, better, Measures::subset, [&](const std::set<Feature>& s, Feature) { return of(s); });

    std::set<Feature> in;
    for (Feature chosen : bench.run<searches::Forward>(5)) {
      auto grown = in;
      grown.insert(chosen);
      for (Feature f = 0; f < 7; ++f) {
        auto other = in;
        if (other.insert(f).second) CHECK(better * of(grown) >= better * of(other));
      }
      in = grown;
    }
    CHECK(in.size() == 5);

    in = {0, 1, 2, 3, 4, 5, 6};
    for (Feature chosen : bench.run<searches::Backward>(2)) {
      auto shrunk = in;
      shrunk.erase(chosen);
      for (Feature f : in) {
        auto other = in;
        other.erase(f);
        CHECK(better * of(shrunk) >= better * of(other));
      }
      in = shrunk;
    }
    CHECK(in.size() == 2);
  }
}

TEST_CASE("backward removes the least loss, and the worst of single features", "[backward]") {
  CHECK(Bench(6, -1, Measures::loss, worth).run<searches::Backward>(3) == std::vector<Feature>{1, 3, 5});
  CHECK(Bench(6, -1, Measures::feature, worth).run<searches::Backward>(3) == std::vector<Feature>{4, 2, 0});
}

TEST_CASE("what must always stay is never offered", "[forward][backward][rank]") {
  Bench bench(6, +1, Measures::feature, worth);
  CHECK(bench.run<searches::Forward>(3, {1, 3}) == std::vector<Feature>{4});
  CHECK(bench.run<searches::Rank>(3, {1, 3}) == std::vector<Feature>{4});
  CHECK(bench.run<searches::Backward>(3, {1, 3}) == std::vector<Feature>{5, 0, 2});
  CHECK(bench.run<searches::Forward>(2, {1, 3}).empty());
}
