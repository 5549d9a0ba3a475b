#include "relief.hpp"
#include "i_relief.hpp"
#include "multisurf.hpp"
#include "relieff.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/table.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::relief;
using namespace tamis::testing;

/// Feature 0 follows the class, the others are noise.
Table classes_table(std::size_t n, std::size_t d, std::uint32_t classes, std::uint64_t seed) {
  Table table = random_table(n, d, seed);
  const std::vector<std::int32_t> labels = random_labels(n, classes, seed + 1);
  for (std::size_t i = 0; i < n; ++i) table.at(i, 0) += 3 * labels[i];
  return table.with_labels(labels, classes);
}

template <class C>
std::vector<double> scores_of(Table table, C&& criterion = C()) {
  return score_all(criterion, table.view(), -INFINITY).value;
}

/// ReliefF by its formula.
std::vector<double> slow_relieff(const Table& t, std::size_t k) {
  std::vector<double> range;
  for (std::size_t f = 0; f < t.d; ++f) {
    double low = INFINITY, high = -INFINITY;
    for (std::size_t i = 0; i < t.n; ++i) low = std::min(low, t.at(i, f)), high = std::max(high, t.at(i, f));
    range.push_back(high - low);
  }
  const auto diff = [&](std::size_t f, std::size_t i, std::size_t j) {
    return std::abs(t.at(i, f) - t.at(j, f)) / range[f];
  };
  std::vector<double> share(t.classes, 0.0), w(t.d, 0.0);
  for (const std::int32_t label : t.labels)
    share[static_cast<std::size_t>(label)] += 1.0 / static_cast<double>(t.n);
  for (std::size_t i = 0; i < t.n; ++i)
    for (std::size_t c = 0; c < t.classes; ++c) {
      std::vector<std::pair<double, std::size_t>> near;
      for (std::size_t j = 0; j < t.n; ++j) {
        if (j == i || static_cast<std::size_t>(t.labels[j]) != c) continue;
        double distance = 0;
        for (std::size_t f = 0; f < t.d; ++f) distance += diff(f, i, j);
        near.emplace_back(distance, j);
      }
      std::ranges::sort(near);
      near.resize(std::min(k, near.size()));
      const auto own = static_cast<std::size_t>(t.labels[i]);
      const double factor = c == own ? -1 : share[c] / (1 - share[own]);
      for (const auto& [distance, j] : near)
        for (std::size_t f = 0; f < t.d; ++f)
          w[f] += factor * diff(f, i, j) / static_cast<double>(near.size() * t.n);
    }
  return w;
}

}  // namespace

TEST_CASE("relieff is what its formula says", "[relieff][brute_force]") {
  for (const std::uint32_t classes : {2u, 3u})
    for (const int k : {1, 4, 1000}) {
      const Table table = classes_table(67, 9, classes, 3);
      ReliefF criterion;
      criterion.options.neighbours = k;
      const std::vector<double> seen = scores_of(table, criterion),
                                wanted = slow_relieff(table, static_cast<std::size_t>(k));
      for (std::size_t f = 0; f < 9; ++f) CHECK(seen[f] == Approx(wanted[f]).margin(1e-13));
      CHECK(std::ranges::max_element(seen) == seen.begin());
    }
}

TEST_CASE("distances to the nearest are those of all pairs, to the bit", "[relieff][brute_force]") {
  const auto how = GENERATE(
      0, 1, 2);  // numbers; with a nominal feature and missing cells; rounded, so that many are equal
  Table table = classes_table(300, 11, 2, 5);
  if (how == 2)
    for (double& x : table.x) x = std::round(x);
  if (how == 1) {
    table.feature_kinds.assign(11, FeatureKind::number);
    table.feature_kinds[4] = FeatureKind::nominal;
    for (double& x : table.column(4)) x = std::round(std::abs(x));
    table.missing.assign(11 * 300, 0);
    for (std::size_t i = 0; i < 300; i += 9) table.missing[7 * 300 + i] = 1;
  }
  std::vector<Sample> samples(300);
  std::iota(samples.begin(), samples.end(), Sample{0});
  const std::vector<std::uint32_t> classes(table.labels.begin(), table.labels.end());
  const SerialRuntime serial;
  const Differences differences(table.view(), samples, classes, MissingDifference::expected, Runtime(serial));
  const PairDistances few(differences, {3, classes}), all(differences, {});
  PairDistances::Block some(few), every(all);
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    if (i % PairDistances::kBlock == 0) some.begin(i), every.begin(i);
    const DistancesTo exact = every.from(i), found = some.from(i);
    REQUIRE(exact.samples.size() == 300);
    std::vector<double> to(300, INFINITY);
    for (std::size_t o = 0; o < found.samples.size(); ++o) to[found.samples[o]] = found.distance[o];
    for (std::uint32_t c = 0; c < 2; ++c) {
      std::vector<double> of_class;
      for (std::size_t j = 0; j < 300; ++j)
        if (j != i && classes[j] == c) of_class.push_back(exact.distance[j]);
      std::ranges::nth_element(of_class, of_class.begin() + 2);
      for (std::size_t j = 0; j < 300; ++j) {
        if (j == i || classes[j] != c) continue;
        if (exact.distance[j] <= of_class[2] && !(to[j] == exact.distance[j])) FAIL(i << " to " << j);
        left_out += std::isinf(to[j]);
      }
    }
  }
  CHECK(left_out > 300 * 150);
}

TEST_CASE("samples as far as the last neighbour share its place", "[relieff][ties]") {
  Nearest nearest({}, 1, {3, NeighbourWeights::uniform, 20, Ties::all});
  const std::vector<std::uint32_t> samples{0, 1, 2, 3, 4, 5};
  const std::vector<double> distances{0, 2, 1, 2, 2, 5};
  const auto& near = nearest.find(0, {samples, distances})[0];
  REQUIRE(near.size() == 4);
  CHECK(near[0].sample == 2);
  CHECK(near[0].weight == Approx(1.0 / 3));
  for (std::size_t k = 1; k < 4; ++k) CHECK(near[k].weight == Approx(2.0 / 9));
  Nearest first({}, 1, {2, NeighbourWeights::uniform, 20, Ties::first});
  const auto& few = first.find(0, {samples, distances})[0];
  REQUIRE(few.size() == 2);
  CHECK(few[1].sample == 1);
}

TEST_CASE("the order of samples does not matter, also where distances tie", "[relief][invariance]") {
  Table table = classes_table(60, 4, 3, 8);
  for (double& x : table.x) x = std::round(x);
  Table shuffled = table;
  std::vector<std::size_t> order(60);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng(4).shuffle(order);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t f = 0; f < 4; ++f) shuffled.at(i, f) = table.at(order[i], f);
    shuffled.labels[i] = table.labels[order[i]];
  }
  const auto check = [](const std::vector<double>& one, const std::vector<double>& other) {
    for (std::size_t f = 0; f < 4; ++f) CHECK(one[f] == Approx(other[f]).margin(1e-12));
  };
  check(scores_of<ReliefF>(table), scores_of<ReliefF>(shuffled));
  check(scores_of<MultiSurf>(table), scores_of<MultiSurf>(shuffled));
  check(scores_of<Relief>(table), scores_of<Relief>(shuffled));
  check(scores_of<IRelief>(table), scores_of<IRelief>(shuffled));
}

TEST_CASE("soft labels that are certain have the effect of labels", "[relief][invariance]") {
  const Table labels = classes_table(50, 5, 3, 2);
  std::vector<double> p(150, 0.0);
  for (std::size_t i = 0; i < 50; ++i) p[i + 50 * static_cast<std::size_t>(labels.labels[i])] = 1;
  Table soft = labels;
  soft.with_soft(p, 3);
  CHECK(scores_of<Relief>(soft) == scores_of<Relief>(labels));
}

TEST_CASE("the unit and the origin of features and of a real target do not matter", "[relief][invariance]") {
  Table table = random_table(60, 4, 6);
  std::vector<double> y;
  for (std::size_t i = 0; i < 60; ++i) y.push_back(table.at(i, 2) + 0.1 * table.at(i, 0));
  table.with_real(y);
  Table other = table;
  for (std::size_t i = 0; i < 60; ++i) {
    other.at(i, 1) = 1000 * other.at(i, 1) + 7;
    other.real[i] = 64 * other.real[i] - 3;
  }
  const std::vector<double> one = scores_of<Relief>(table), two = scores_of<Relief>(other);
  for (std::size_t f = 0; f < 4; ++f) CHECK(one[f] == Approx(two[f]).margin(1e-9));
  CHECK(std::ranges::max_element(one) - one.begin() == 2);
}

TEST_CASE("the difference to a missing cell is the mean over what it could be", "[relief][missing]") {
  Table table = Table::of({{"x", {0, 1, 4, 0, 2}}, {"name", {1, 2, 2, 1, 3}}});
  table.with_labels({0, 0, 0, 1, 1}, 2);
  table.feature_kinds = {FeatureKind::number, FeatureKind::nominal};
  table.missing = {0, 0, 0, 1, 0, 1, 0, 0, 1, 0};
  const std::vector<Sample> all{0, 1, 2, 3, 4};
  const std::vector<std::uint32_t> classes{0, 0, 0, 1, 1};
  const SerialRuntime runtime;
  const Differences given(table.view(), all, classes, MissingDifference::expected, runtime);
  CHECK(given.of(0, 0, 2) == 1);
  CHECK(given.of(0, 0, 3) == 0.5);  // of class 1 only the value 2 is known
  CHECK(given.of(1, 0, 1) == 0);    // both others of class 0 have 2
  CHECK(given.of(1, 0, 4) == 1);
  const Differences of_all(table.view(), all, {}, MissingDifference::expected, runtime);
  CHECK(of_all.of(0, 0, 3) == Approx((0 + 1 + 4 + 2) / 4.0 / 4));
  CHECK(of_all.of(1, 1, 0) == Approx(1.0 / 3));
  const Differences weka(table.view(), all, classes, MissingDifference::weka, runtime);
  CHECK(weka.of(0, 1, 3) == 0.75);
  CHECK(weka.of(1, 1, 0) == 0.5);
}

TEST_CASE("the indicators of a categorical column that is selected as one are one nominal feature",
          "[relief]") {
  // as one column of codes, and as three indicators of the same values; then as three numbers
  Table codes = classes_table(90, 3, 2, 6), indicators = classes_table(90, 5, 2, 6);
  Rng rng(2);
  for (std::size_t i = 0; i < 90; ++i) {
    const std::uint64_t value = rng.below(3);
    codes.at(i, 0) -= 2.5 * codes.labels[i];  // so that all features choose the neighbours
    codes.at(i, 2) = static_cast<double>(value);
    for (std::size_t v = 0; v < 3; ++v) indicators.at(i, 2 + v) = v == value;
    for (std::size_t f = 0; f < 2; ++f) indicators.at(i, f) = codes.at(i, f);
  }
  indicators.labels = codes.labels;
  codes.feature_kinds = {FeatureKind::number, FeatureKind::number, FeatureKind::nominal};
  Table numbers = indicators;
  indicators.feature_kinds.assign(5, FeatureKind::nominal);
  indicators.feature_kinds[0] = indicators.feature_kinds[1] = FeatureKind::number;
  indicators.feature_units = {-1, -1, 0, 0, 0};
  const auto check = [&]<class C>(C) {
    const std::vector<double> one = scores_of<C>(codes), of_each = scores_of<C>(indicators);
    for (std::size_t f = 0; f < 5; ++f) CHECK(of_each[f] == one[std::min<std::size_t>(f, 2)]);
  };
  check(ReliefF());
  check(Relief());
  check(MultiSurf());
  check(IRelief());
  CHECK(scores_of<MultiSurf>(numbers)[0] !=
        scores_of<MultiSurf>(codes)[0]);  // as numbers the column counts twice
}

TEST_CASE("a single class, or fewer than two known targets, leave nothing to score", "[relief][degenerate]") {
  Table table = classes_table(20, 3, 2, 1);
  std::ranges::fill(table.labels, 0);
  ReliefF relieff;
  Relief relief;
  CHECK(score_all(relieff, table.view(), -INFINITY).reason[0] == "single_class");
  CHECK(score_all(relief, table.view(), -INFINITY).reason[0] == "near samples have the same target");
  std::ranges::fill(table.labels, -1);
  table.labels[3] = 1;
  CHECK(score_all(relief, table.view(), -INFINITY).reason[0] == "fewer than two known targets");
}
