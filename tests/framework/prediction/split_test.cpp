#include <tamis/errors.hpp>
#include <tamis/framework/prediction/split.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <numeric>
#include <set>

using namespace tamis;
using namespace tamis::framework;

namespace {

/// Classes 0, 1, 2 in shares of 60, 30 and 10 %, mixed.
DataTable classes(std::size_t n) {
  DataTable data;
  data.samples = n;
  data.target.kind = TargetKind::classes;
  data.target.class_names = {"a", "b", "c"};
  for (std::size_t i = 0; i < n; ++i) data.target.labels.push_back(i % 10 < 6 ? 0 : i % 10 < 9 ? 1 : 2);
  return data;
}

std::size_t count(const std::vector<char>& side) {
  return static_cast<std::size_t>(std::count(side.begin(), side.end(), 1));
}
std::size_t count(const std::vector<char>& side, const DataTable& data, int label) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < side.size(); ++i) n += side[i] && data.target.labels[i] == label;
  return n;
}

}  // namespace

TEST_CASE("each sample tests once in a repeat and trains in all other folds", "[split]") {
  const DataTable data = classes(103);
  const auto splits = make_splits(data, {.folds = 7, .repeats = 3}, 5);
  REQUIRE(splits.size() == 21);
  for (std::uint32_t repeat = 0; repeat < 3; ++repeat) {
    std::vector<int> tested(103);
    for (std::uint32_t fold = 0; fold < 7; ++fold) {
      const Split& s = splits[repeat * 7 + fold];
      CHECK(s.repeat == repeat);
      CHECK(s.fold == fold);
      for (std::size_t i = 0; i < 103; ++i) {
        CHECK(s.trains[i] + s.tests[i] == 1);
        tested[i] += s.tests[i];
      }
    }
    CHECK(tested == std::vector<int>(103, 1));
  }
  CHECK(splits[0].tests != splits[7].tests);  // drawn anew
}

TEST_CASE("folds differ by one sample at most, and by one of each class where they are stratified",
          "[split]") {
  const std::size_t n = GENERATE(10, 47, 100, 103);
  const DataTable data = classes(n);
  std::vector<std::size_t> sizes;
  for (const Split& s : make_splits(data, {.folds = 4}, 1)) {
    sizes.push_back(count(s.tests));
    for (int c = 0; c < 3; ++c) {
      const std::size_t all = count(std::vector<char>(n, 1), data, c);
      CHECK(count(s.tests, data, c) >= all / 4);
      CHECK(count(s.tests, data, c) <= (all + 3) / 4);
    }
  }
  CHECK(*std::max_element(sizes.begin(), sizes.end()) - *std::min_element(sizes.begin(), sizes.end()) <= 1);
}

TEST_CASE("hold-out tests the share that was asked for, of each class", "[split]") {
  const DataTable data = classes(100);
  const auto splits = make_splits(data, {.folds = 1, .test_share = 0.3, .repeats = 5}, 1);
  REQUIRE(splits.size() == 5);
  for (const Split& s : splits) {
    CHECK(count(s.tests) == 30);
    CHECK(count(s.tests, data, 0) == 18);
    CHECK(count(s.tests, data, 1) == 9);
    CHECK(count(s.tests, data, 2) == 3);
  }
  // without strata the classes vary
  std::set<std::size_t> seen;
  for (const Split& s : make_splits(data, {.folds = 1, .repeats = 20, .stratified = false}, 1)) {
    CHECK(count(s.tests) == 30);
    seen.insert(count(s.tests, data, 0));
  }
  CHECK(seen.size() > 1);
}

TEST_CASE("samples of unknown target always train and never test", "[split]") {
  DataTable data = classes(50);
  for (const std::size_t i : {0, 7, 49}) data.target.labels[i] = -1;
  for (const std::uint32_t folds : {1u, 5u})
    for (const Split& s : make_splits(data, {.folds = folds}, 1))
      for (const std::size_t i : {0, 7, 49}) {
        CHECK(s.trains[i]);
        CHECK_FALSE(s.tests[i]);
      }
}

TEST_CASE("a group is never on both sides", "[split]") {
  DataTable data = classes(60);
  for (std::size_t i = 0; i < 60; ++i) data.groups.push_back(static_cast<std::int32_t>(i * i % 11));
  for (const std::uint32_t folds : {1u, 3u})
    for (const Split& s : make_splits(data, {.folds = folds, .repeats = 4}, 2)) {
      std::set<std::int32_t> trains, tests;
      for (std::size_t i = 0; i < 60; ++i) (s.tests[i] ? tests : trains).insert(data.groups[i]);
      CHECK_FALSE(tests.empty());
      CHECK_FALSE(trains.empty());
      for (const std::int32_t group : tests) CHECK(trains.count(group) == 0);
    }
}

TEST_CASE("both sides have a group, however unlike their sizes are", "[split]") {
  DataTable data = classes(10);
  data.groups = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const double share = GENERATE(0.01, 0.3, 0.5, 0.9, 0.99);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Split s = make_splits(data, {.folds = 1, .test_share = share}, seed).front();
    CHECK(count(s.tests) > 0);
    CHECK(count(s.trains) > 0);
  }
}

TEST_CASE("groups are drawn whole, as many as come closest to the share", "[split]") {
  std::vector<std::int32_t> groups;
  for (std::size_t i = 0; i < 60; ++i) groups.push_back(static_cast<std::int32_t>(i % 12));
  std::set<std::vector<char>> draws;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<char> drawn = drawn_groups(groups, 0.5, Rng(Rng::mix(seed)));
    CHECK(count(drawn) == 30);
    for (std::size_t i = 12; i < 60; ++i) CHECK(drawn[i] == drawn[i - 12]);
    draws.insert(drawn);
  }
  CHECK(draws.size() > 15);
  CHECK(count(drawn_groups(std::vector<std::int32_t>{0, 0, 0, 1}, 0.01, Rng(1))) == 1);
  CHECK_THROWS_WITH(drawn_groups(std::vector<std::int32_t>{4, 4}, 0.5, Rng(1)),
                    Catch::Contains("all samples are of one group") && Catch::Contains("data.groups"));
}

TEST_CASE("splits depend on the seed and not on how many repeats follow", "[split]") {
  const DataTable data = classes(40);
  const auto one = make_splits(data, {.folds = 5, .repeats = 1}, 9),
             two = make_splits(data, {.folds = 5, .repeats = 2}, 9);
  for (std::size_t s = 0; s < 5; ++s) CHECK(one[s].tests == two[s].tests);
  CHECK(make_splits(data, {.folds = 5}, 10)[0].tests != one[0].tests);
}

TEST_CASE("real targets and soft labels are divided, too", "[split]") {
  DataTable data;
  data.samples = 20;
  data.target.kind = TargetKind::real;
  data.target.real.assign(20, 1.5);
  data.target.real[3] = std::numeric_limits<double>::quiet_NaN();
  for (const Split& s : make_splits(data, {.folds = 4}, 1)) CHECK(count(s.tests) <= 5);

  DataTable soft = classes(30);
  soft.target.kind = TargetKind::soft;
  soft.target.soft.assign(90, 0.0);
  for (std::size_t i = 0; i < 30; ++i)
    soft.target.soft[i + 30 * static_cast<std::size_t>(soft.target.labels[i])] = 1;
  const DataTable hard = classes(30);
  CHECK(make_splits(soft, {.folds = 3}, 4)[1].tests == make_splits(hard, {.folds = 3}, 4)[1].tests);
}

TEST_CASE("what cannot be divided is refused", "[split][errors]") {
  CHECK_THROWS_WITH(
      make_splits(classes(3), {.folds = 4}, 0),
      "3 samples of known target cannot be divided into 4 parts; ask for fewer folds, or give more data");
  DataTable grouped = classes(10);
  grouped.groups.assign(10, 0);
  CHECK_THROWS_WITH(make_splits(grouped, {.folds = 1}, 0), Catch::Contains("1 group of known target"));
  CHECK_THROWS_AS(make_splits(classes(10), {.folds = 0}, 0), ParamError);
  CHECK_THROWS_AS(make_splits(classes(10), {.repeats = 0}, 0), ParamError);
  for (const double share : {0.0, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(make_splits(classes(10), {.folds = 1, .test_share = share}, 0), ParamError);
}

TEST_CASE("a sample of weight 0 neither trains nor tests", "[split]") {
  DataTable data = classes(60);
  data.weights.assign(60, 2.0);
  for (std::size_t i = 0; i < 60; i += 4) data.weights[i] = 0;
  for (const Split& split : make_splits(data, {.folds = 3}, 5))
    for (std::size_t i = 0; i < 60; ++i) CHECK(split.trains[i] + split.tests[i] == (i % 4 == 0 ? 0 : 1));
}
