#include "neighbour_labels.hpp"

#include <catch2/catch.hpp>
#include <point_metrics.hpp>
#include <tamis/testing/memberships.hpp>
#include <tamis/testing/reported.hpp>
#include <tamis/testing/score_all.hpp>
#include <uniform_flip.hpp>

#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::neighbour_labels;
using namespace tamis::testing;

Table two_clouds(std::size_t n, std::uint64_t seed, double wrong) {
  Rng rng(seed);
  Table table(n, 3);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    const bool second = i % 2 == 1;
    for (std::size_t j = 0; j < 3; ++j) table.at(i, j) = rng.uniform() + (j < 2 && second ? 0.7 : 0);
    labels.push_back((rng.uniform() < wrong) != second);
  }
  return table.with_labels(labels, 2);
}

/// The memberships by a subset, and the tables and numbers that are reported of it.
std::map<std::string, std::vector<double>> reported(Table& table, int k, const std::vector<Feature>& subset) {
  NeighbourLabels engine;
  point_metrics::Euclidean euclidean;
  noise_models::UniformFlip flips;
  engine.options.neighbours = k;
  engine.options.metric = euclidean;
  engine.options.noise = flips;
  const SerialRuntime runtime;
  engine.prepare(table.view(), runtime);
  score_move(engine, table.view(), subset, Move::whole, {});
  Reported found(engine);
  for (const auto& [name, value] : found.numbers) found.tables[name] = {value};
  found.tables["memberships"] = memberships_of(engine, table.view(), subset);
  return found.tables;
}

TEST_CASE("probabilities are the shares of labels among the nearest others", "[neighbours][brute_force]") {
  const bool tied = GENERATE(false, true), weighted = GENERATE(false, true);
  Table table = two_clouds(60, 1, 0.1);
  if (tied)  // many at one place
    for (double& x : table.x) x = std::round(2 * x);
  for (std::size_t i = 0; i < 60; i += 7) table.labels[i] = -1;
  for (std::size_t i = 0; weighted && i < 60; ++i) table.weights.push_back(static_cast<double>(i % 4));
  const std::vector<Feature> subset{0, 2};
  const std::vector<double> q = reported(table, 5, subset)["probabilities"];
  for (std::size_t i = 0; i < 60; ++i) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t j = 0; j < 60; ++j) {
      if (j == i || table.labels[j] < 0 || (weighted && table.weights[j] == 0)) continue;
      double squares = 0;
      for (const Feature f : subset)
        squares += (table.at(i, f) - table.at(j, f)) * (table.at(i, f) - table.at(j, f));
      others.emplace_back(squares, j);
    }
    std::ranges::sort(others);
    double second = 0, votes = 0;
    for (const auto& [distance, j] : others) {
      if (distance > others[4].first * (1 + 1e-9)) break;
      const double vote = weighted ? table.weights[j] : 1;
      votes += vote;
      second += table.labels[j] == 1 ? vote : 0;
    }
    CHECK(q[60 + i] == Approx(second / votes));
    CHECK(q[i] + q[60 + i] == Approx(1));
  }
}

TEST_CASE("neighbours are near in the features that both samples have",
          "[neighbours][missing][brute_force]") {
  Table table = two_clouds(60, 1, 0.1);
  if (GENERATE(false, true))  // many at one place
    for (double& x : table.x) x = std::round(2 * x);
  table = with_missing(std::move(table), 0.3, 2);
  const std::vector<Feature> subset{0, 2};
  const std::vector<double> q = reported(table, 5, subset)["probabilities"];
  const auto known = [&](std::size_t i, Feature f) { return !table.missing[f * table.n + i]; };
  for (std::size_t i = 0; i < 60; ++i) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t j = 0; j < 60; ++j) {
      double squares = 0, shared = 0;
      for (const Feature f : subset)
        if (j != i && known(i, f) && known(j, f)) {
          squares += (table.at(i, f) - table.at(j, f)) * (table.at(i, f) - table.at(j, f));
          ++shared;
        }
      if (shared > 0) others.emplace_back(squares * 2 / shared, j);
    }
    CHECK(std::isnan(q[i]) == others.empty());
    if (others.empty()) continue;
    std::ranges::sort(others);
    double second = 0, voters = 0;
    for (const auto& [distance, j] : others)
      if (distance <= others[4].first * (1 + 1e-9)) second += table.labels[j] == 1, ++voters;
    CHECK(q[60 + i] == Approx(second / voters));
  }
}

TEST_CASE("neighbours of one's own group have no vote", "[neighbours][groups][brute_force]") {
  constexpr std::size_t kSamples = 120, kNearest = 3;
  const bool tied = GENERATE(false, true);
  Table table = two_clouds(kSamples, 7, 0.2);
  if (tied)  // in the first two features; the third tells samples apart
    for (std::size_t i = 0; i < 2 * kSamples; ++i) table.x[i] = std::round(2 * table.x[i]);
  for (std::size_t i = 0; i < kSamples; i += 11) table.labels[i] = -1;
  // a group of 60 has a search of its own, the others have 4 samples or fewer
  for (std::size_t i = 0; i < kSamples; ++i)
    table.groups.push_back(static_cast<std::int32_t>(i % 2 ? 0 : 1 + i / 8 + (i % 5 == 0 ? 20 : 0)));
  const std::vector<double> q = reported(table, kNearest, {0, 1})["probabilities"];
  for (std::size_t i = 0; i < kSamples; ++i) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t j = 0; j < kSamples; ++j) {
      if (table.groups[j] == table.groups[i] || table.labels[j] < 0) continue;
      const double x = table.at(i, 0) - table.at(j, 0), y = table.at(i, 1) - table.at(j, 1);
      others.emplace_back(x * x + y * y, j);
    }
    std::ranges::sort(others);
    double second = 0, voters = 0;
    for (const auto& [distance, j] : others)
      if (distance <= others[kNearest - 1].first * (1 + 1e-9)) second += table.labels[j] == 1, ++voters;
    CHECK(q[kSamples + i] == Approx(second / voters));
    CHECK(q[i] + q[kSamples + i] == Approx(1));
  }
}

TEST_CASE("copies of a row are one voter, with the shares of their labels", "[neighbours][groups]") {
  constexpr std::size_t kRows = 80;
  Table once = two_clouds(kRows, 9, 0.1), thrice(3 * kRows, 3);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 3 * kRows; ++i) {
    for (std::size_t j = 0; j < 3; ++j) thrice.at(i, j) = once.at(i % kRows, j);
    labels.push_back(i >= 2 * kRows ? -1 : once.labels[i % kRows]);
  }
  thrice.with_labels(labels, 2);
  const std::vector<double> q = reported(once, 5, {0, 1, 2})["probabilities"];
  CHECK(reported(thrice, 5, {0, 1, 2})["probabilities"][0] == q[0]);
  thrice.labels[kRows] = 1 - thrice.labels[kRows];  // two of 80 copies differ
  const std::vector<double> mixed = reported(thrice, 1, {0, 1, 2})["probabilities"],
                            before = reported(once, 1, {0, 1, 2})["probabilities"];
  std::size_t halves = 0;
  for (std::size_t i = 0; i < 3 * kRows; ++i) {
    halves += mixed[i] == 0.5;
    if (mixed[i] != 0.5) CHECK(mixed[i] == before[i % kRows]);
  }
  CHECK(halves > 0);
}

TEST_CASE("flipped labels are found between two clouds, and none is where none is flipped", "[neighbours]") {
  Table table = two_clouds(600, 3, 0.1);
  const auto found = reported(table, 10, {0, 1});
  const std::vector<double>& gamma = found.at("memberships");
  std::size_t called = 0, right = 0, flipped = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    const auto label = static_cast<std::size_t>(table.labels[i]);
    const bool wrong = label != i % 2, calls = gamma[i + label * 600] < 0.5;
    called += calls, flipped += wrong, right += calls && wrong;
  }
  CHECK(right > flipped * 8 / 10);
  CHECK(right > called * 8 / 10);
  CHECK(found.at("noise_parameters")[0] == Approx(0.1).margin(0.04));

  Table clean = two_clouds(600, 3, 0);
  CHECK(reported(clean, 10, {0, 1}).at("noise_parameters")[0] < 0.02);
}

TEST_CASE(
    "the share of labels that differ does not depend on the numbers of classes where neighbours are divided",
    "[neighbours][invariance]") {
  Table table = two_clouds(60, 8, 0.2), swapped = table;
  for (std::int32_t& label : swapped.labels) label = 1 - label;
  const auto found = reported(table, 4, {0, 1}), again = reported(swapped, 4, {0, 1});
  double tied = 0, others = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const double of_label = found.at("probabilities")[i + 60 * static_cast<std::size_t>(table.labels[i])];
    tied += of_label == 0.5;
    others += of_label < 0.5;
  }
  CHECK(tied > 0);
  CHECK(found.at("disagreement")[0] == others / 60);
  CHECK(again.at("disagreement")[0] == others / 60);
}

TEST_CASE("features that tell the classes apart make the labels likelier", "[neighbours]") {
  Table table = two_clouds(300, 5, 0.1);
  NeighbourLabels engine;
  point_metrics::Euclidean euclidean;
  noise_models::UniformFlip flips;
  engine.options.metric = euclidean;
  engine.options.noise = flips;
  const Scored scores = score_all(engine, table.view(), SerialRuntime());
  CHECK(scores.value[0] > scores.value[2]);
  CHECK(scores.value[1] > scores.value[2]);
}

TEST_CASE("fewer than two known labels are refused", "[neighbours][errors]") {
  Table table = two_clouds(10, 1, 0);
  std::ranges::fill(table.labels, -1);
  table.labels[4] = 1;
  NeighbourLabels engine;
  const SerialRuntime runtime;
  CHECK_THROWS_AS(engine.prepare(table.view(), runtime), DataError);
}

}  // namespace
