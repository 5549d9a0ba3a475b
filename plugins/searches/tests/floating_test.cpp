#include "bench.hpp"
#include "floating_backward.hpp"
#include "floating_forward.hpp"
#include "forward.hpp"

#include <numeric>

using namespace tamis;
using namespace tamis::searches::testing;
using searches::FloatingBackward;
using searches::FloatingForward;

namespace {

constexpr Move kAdd = Move::add, kRemove = Move::remove;

/// Four features: 0 is the best one and {1, 2} the best pair, which adding alone never reaches.
SetFunction trap() {
  SetFunction f(4);
  f[{0}] = 3, f[{1}] = 2, f[{2}] = 2, f[{3}] = 1;
  f[{0, 1}] = 5, f[{0, 2}] = 4.9, f[{1, 2}] = 8;
  f[{0, 1, 2}] = 8.5, f[{0, 1, 3}] = 8.4, f[{1, 2, 3}] = 10;
  f[{0, 1, 2, 3}] = 9;
  return f;
}
Bench bench_of(const SetFunction& f, Feature d, int better = +1, double tolerance = 0) {
  return Bench(
      d, better, Measures::subset, [=](const std::set<Feature>& s, Feature) { return better * f(s); },
      tolerance);
}

std::vector<Feature> features(Feature d) {
  std::vector<Feature> all(d);
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

std::set<Feature> moved(std::set<Feature> from, Move move, Feature f) {
  move == kAdd ? void(from.insert(f)) : void(from.erase(f));
  return from;
}

/// Floating forward search as a reader of floating.hpp would play it: each subset is compared with every one
/// of its size that was seen before.
std::vector<Step> by_definition(const Bench& bench, std::size_t keep) {
  std::map<std::set<Feature>, double> seen;
  const auto beats_all_seen = [&](const std::set<Feature>& s) {
    return std::all_of(seen.begin(), seen.end(), [&](const auto& other) {
      return other.first.size() != s.size() || bench.function(s, 0) > other.second;
    });
  };
  const auto best = [&](const std::set<Feature>& from, Move move) {
    Feature chosen = bench.space.features;
    for (Feature f = 0; f < bench.space.features; ++f)
      if ((from.count(f) == 0) == (move == kAdd) &&
          (chosen == bench.space.features ||
           bench.move_function(from, move, f) > bench.move_function(from, move, chosen)))
        chosen = f;
    return chosen;
  };
  std::vector<Step> path, detour;
  std::set<Feature> standing, now;
  const auto go = [&](Move move, Feature f) {
    now = moved(now, move, f);
    seen[now] = bench.function(now, 0);
    detour.push_back({move, f, seen[now]});
  };
  while (now.size() < keep) {
    const Feature added = best(now, kAdd);
    const bool is_best = beats_all_seen(moved(now, kAdd, added)), returns = now.size() + 1 == standing.size();
    go(kAdd, added);
    if (returns && !is_best) now = standing, detour.clear();
    if (now.size() > standing.size() || (returns && is_best)) {
      path.insert(path.end(), detour.begin(), detour.end());
      detour.clear(), standing = now;
    }
    if (returns && !is_best) continue;
    while (now.size() > 1 && beats_all_seen(moved(now, kRemove, best(now, kRemove))))
      go(kRemove, best(now, kRemove));
  }
  return path;
}

/// That a path is possible, keeps what must stay, scores each subset as a whole, and ends on the best subset
/// of its size that was scored.
void check_path(const Bench& bench, std::size_t keep, const std::vector<Feature>& always) {
  const SearchSpace space(&bench.space);
  std::set<Feature> subset = bench.start;
  for (const Step& step : bench.path) {
    if (step.move == kAdd)
      REQUIRE(subset.insert(step.feature).second);
    else
      REQUIRE(subset.erase(step.feature) == 1);
    for (Feature f : always) REQUIRE(subset.count(f) == 1);
    REQUIRE(step.score == bench.function(subset, 0));
  }
  REQUIRE(subset.size() == keep);
  for (const auto& [other, score] : bench.whole)
    if (other.size() == keep && !bench.path.empty()) REQUIRE(!space.better(score, bench.path.back().score));
}

}  // namespace

TEST_CASE("floating forward search finds the subset that hides behind the best feature",
          "[floating_forward]") {
  Bench bench = bench_of(trap(), 4);
  CHECK(bench.run<searches::Forward>(3) == std::vector<Feature>{0, 1, 2});
  CHECK(bench.path.back().score == 8.5);
  bench.run<FloatingForward>(3);
  CHECK(bench.path ==
        std::vector<Step>{{kAdd, 0, 3}, {kAdd, 1, 5}, {kAdd, 2, 8.5}, {kRemove, 0, 8}, {kAdd, 3, 10}});
}

TEST_CASE("a detour that ends on a worse subset is not in the path", "[floating_forward]") {
  SetFunction f = trap();
  f[{1, 2, 3}] = 8.2;
  Bench bench = bench_of(f, 4);
  // a criterion whose additions lean on the subset that they leave from: at {1, 2} it sends the search to 3
  bench.move_function = [&](const std::set<Feature>& from, Move move, Feature c) {
    return from == std::set<Feature>{1, 2} && c == 3 ? 99 : f(moved(from, move, c));
  };
  bench.run<FloatingForward>(3);
  CHECK(bench.whole.count({1, 2, 3}) == 1);  // it was there
  CHECK(bench.path == std::vector<Step>{{kAdd, 0, 3}, {kAdd, 1, 5}, {kAdd, 2, 8.5}});
  bench.run<FloatingForward>(4);  // and goes on from {0, 1, 2}
  CHECK(bench.path == std::vector<Step>{{kAdd, 0, 3}, {kAdd, 1, 5}, {kAdd, 2, 8.5}, {kAdd, 3, 9}});
}

TEST_CASE("floating searches end on the best subset of its size that they scored",
          "[floating_forward][floating_backward][property]") {
  Rng rng(21);
  for (int repeat = 0; repeat < 400; ++repeat) {
    const Feature d = 7;
    SetFunction f = random_function(d, rng), lean = random_function(d, rng);
    if (repeat % 5 == 0)  // undefined scores, and many ties
      for (double& v : f.values()) v = v < 0.2 ? -std::numeric_limits<double>::infinity() : std::floor(4 * v);
    std::vector<Feature> always;
    for (Feature j : features(d))
      if (rng.below(5) == 0) always.push_back(j);
    const std::size_t keep = always.size() + rng.below(d - always.size() + 1);
    Bench bench = bench_of(f, d, repeat % 2 ? 1 : -1, repeat % 3 == 0 ? 0.1 : 0.0);
    if (repeat % 4 != 0)  // additions and removals that do not score what they lead to
      bench.move_function = [&, sign = repeat % 2 ? 1 : -1](const std::set<Feature>& from, Move move,
                                                            Feature c) {
        const std::set<Feature> after = moved(from, move, c);
        return sign * (f(after) + 0.5 * lean(after) + 0.5 * lean(from));
      };
    bench.run<FloatingForward>(keep, always);
    check_path(bench, keep, always);
    CHECK(bench.start == std::set<Feature>(always.begin(), always.end()));
    bench.run<FloatingBackward>(keep, always);
    check_path(bench, keep, always);
    CHECK(bench.start.size() == d);
  }
}

TEST_CASE("floating forward search does what its rules say", "[floating_forward][property]") {
  Rng rng(23);
  std::size_t long_detours = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const Feature d = 7;
    const SetFunction f = random_function(d, rng), lean = random_function(d, rng);
    Bench bench = bench_of(f, d);
    bench.move_function = [&](const std::set<Feature>& from, Move move, Feature c) {
      return f(moved(from, move, c)) + 0.3 * lean(from) + 0.3 * lean(moved(from, move, c));
    };
    bench.run<FloatingForward>(5);
    const std::vector<Step> expected = by_definition(bench, 5);
    REQUIRE(bench.path == expected);
    for (std::size_t i = 1; i < expected.size(); ++i)
      long_detours += expected[i].move == kRemove && expected[i - 1].move == kRemove;
  }
  CHECK(long_detours > 5);
}

TEST_CASE("floating backward search is floating forward search of what is left out",
          "[floating_forward][floating_backward][property]") {
  Rng rng(22);
  std::size_t steps_back = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const Feature d = 7;
    const SetFunction f = random_function(d, rng);
    Bench forward = bench_of(f, d);
    Bench backward(d, +1, Measures::subset, [&](const std::set<Feature>& s, Feature) {
      std::set<Feature> out;
      for (Feature j : features(d))
        if (s.count(j) == 0) out.insert(j);
      return f(out);
    });
    const std::size_t keep = 1 + rng.below(d - 1);
    forward.run<FloatingForward>(keep);
    backward.run<FloatingBackward>(d - keep);
    for (Step& s : backward.path) s.move = s.move == kAdd ? kRemove : kAdd;
    REQUIRE(backward.path == forward.path);
    for (const Step& s : forward.path) steps_back += s.move == kRemove;
  }
  CHECK(steps_back > 100);  // else nothing was compared
}

TEST_CASE("without anything to take back, floating searches keep the best features at the stated cost",
          "[floating_forward][floating_backward]") {
  const double worth[] = {3, 1, 4, 1.5, 9, 2.6};
  Bench bench(6, +1, Measures::subset, [&](const std::set<Feature>& s, Feature) {
    double sum = 0;
    for (Feature f : s) sum += worth[f];
    return sum;
  });
  CHECK(bench.run<FloatingForward>(3) == std::vector<Feature>{4, 2, 0});
  // each step scores the candidates and the subset, then what could leave: always the latest,
  // so no subset more
  CHECK(bench.scored == (6 + 1) + (5 + 1 + 2) + (4 + 1 + 3));
  CHECK(bench.run<FloatingForward>(3, {1}) == std::vector<Feature>{4, 2});
  CHECK(bench.run<FloatingForward>(1, {1}).empty());
  CHECK(bench.run<FloatingBackward>(3) == std::vector<Feature>{1, 3, 5});
  CHECK(bench.run<FloatingBackward>(3, {1}) == std::vector<Feature>{3, 5, 0});
  CHECK(bench.run<FloatingBackward>(6).empty());
}

TEST_CASE("floating searches give ties to the smallest feature", "[floating_forward][floating_backward]") {
  Bench bench(5, -1, Measures::subset, [](const std::set<Feature>&, Feature) { return 1.0; });
  CHECK(bench.run<FloatingForward>(3) == std::vector<Feature>{0, 1, 2});
  CHECK(bench.run<FloatingBackward>(3) == std::vector<Feature>{0, 1});
}

TEST_CASE("floating forward search stops at the first subset that is good enough", "[floating_forward]") {
  Bench bench = bench_of(trap(), 4);
  CHECK(bench.run<FloatingForward>(3, {}, 4) == std::vector<Feature>{0, 1});
  CHECK(bench.run<FloatingForward>(3, {}, 8.5) == std::vector<Feature>{0, 1, 2});
  CHECK(bench.run<FloatingForward>(3, {}, 9) == std::vector<Feature>{0, 1, 2, 0, 3});
  SetFunction f = trap();
  f[{0, 1, 2}] = 7.5;
  f[{0, 1, 3}] = 7;
  Bench back = bench_of(f, 4);  // {1, 2} is good enough, on the way back
  back.run<FloatingForward>(3, {}, 8);
  CHECK(back.path == std::vector<Step>{{kAdd, 0, 3}, {kAdd, 1, 5}, {kAdd, 2, 7.5}, {kRemove, 0, 8}});
}

TEST_CASE("floating backward search stops before the subset is too bad", "[floating_backward]") {
  const auto complement = [](const std::set<Feature>& s) {
    std::set<Feature> out;
    for (Feature j : {0u, 1u, 2u, 3u})
      if (s.count(j) == 0) out.insert(j);
    return out;
  };
  // removing 0, 1, 2 costs 1, 2 and 6; but with 1 and 2 out instead of 0, a third one costs 4
  SetFunction f(4);
  f[{}] = 10;
  f[{0}] = 9, f[{1}] = 8, f[{2}] = 8, f[{3}] = 7;
  f[{0, 1}] = 7, f[{0, 2}] = 6, f[{1, 2}] = 7.5;
  f[{0, 1, 2}] = 4, f[{0, 1, 3}] = 3, f[{1, 2, 3}] = 6;
  Bench bench(4, +1, Measures::subset, [&](const std::set<Feature>& s, Feature) { return f(complement(s)); });
  bench.run<FloatingBackward>(1);
  CHECK(
      bench.path ==
      std::vector<Step>{{kRemove, 0, 9}, {kRemove, 1, 7}, {kRemove, 2, 4}, {kAdd, 0, 7.5}, {kRemove, 3, 6}});
  CHECK(bench.run<FloatingBackward>(1, {}, 9.5).empty());
  CHECK(bench.run<FloatingBackward>(1, {}, 7) == std::vector<Feature>{0, 1});
  CHECK(bench.run<FloatingBackward>(1, {}, 5) == std::vector<Feature>{0, 1});  // {3} alone would be 4
  CHECK(bench.run<FloatingBackward>(1, {}, 4) == std::vector<Feature>{0, 1, 2, 0, 3});
}
