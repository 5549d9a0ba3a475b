#include "every_path.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <tamis/numerics/crowds.hpp>
#include <tamis/numerics/memberships.hpp>
#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/partial_distances.hpp>
#include <tamis/numerics/sample_groups.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

namespace partial_distances_test {
namespace {

using namespace tamis;
using namespace tamis::numerics;
using namespace tamis::testing;

struct Norm final : PointMetric {
  Geometry norm;
  explicit Norm(Geometry g) : norm(g) {}
  void distances(ConstMatrix, ConstMatrix, Matrix) const override { FAIL("a norm needs no help"); }
  Geometry geometry() const override { return norm; }
};

/// By a plain loop; NaN where no feature is shared.
double distance(const Table& t, Geometry geometry, std::size_t i, std::size_t j) {
  double sum = 0, shared = 0;
  for (std::size_t f = 0; f < t.d; ++f) {
    if (t.missing[f * t.n + i] || t.missing[f * t.n + j]) continue;
    const double a = std::abs(t.at(i, f) - t.at(j, f));
    sum = geometry == Geometry::linf ? std::max(sum, a) : sum + (geometry == Geometry::l2 ? a * a : a);
    ++shared;
  }
  if (shared == 0) return std::nan("");
  return geometry == Geometry::linf ? sum : sum * (static_cast<double>(t.d) / shared);
}

TEST_CASE("partial distances are those of a plain loop, to the bit", "[partial_distances]") {
  const Geometry geometry = GENERATE(Geometry::l1, Geometry::l2, Geometry::linf);
  const std::size_t d = GENERATE(1, 2, 7, 40);
  Table t = with_missing(random_table(30, d, 1), 0.4, 2);
  const SerialRuntime serial;
  const std::vector<Sample> all = all_samples(t.view());
  const PointRows rows = gather_rows(t.view(), all, serial);
  const PointPanels panels = gather_panels(t.view(), all, serial);
  on_every_path([&] {
    for (std::size_t i = 0; i < t.n; ++i)
      for (std::size_t j = 0; j < t.n; ++j) {
        double lanes[kLanes];
        partial_distances(rows.row(i), panels.panel(j / kLanes), d, geometry, lanes);
        const double expected = distance(t, geometry, i, j);
        if (std::isnan(expected))
          CHECK(std::isnan(lanes[j % kLanes]));
        else
          CHECK(lanes[j % kLanes] == expected);
      }
  });
}

TEST_CASE("neighbours among samples with missing cells are those of all distances",
          "[partial_distances][brute_force]") {
  const Norm norm(GENERATE(Geometry::l1, Geometry::l2, Geometry::linf));
  const std::size_t k = GENERATE(1, 6, 100);
  Table t = GENERATE(0, 1) ? integer_table(70, 2, 5, 3) : random_table(70, 5, 1);
  t = with_missing(std::move(t), 0.4, 2);
  const ThreadedRuntime threads(3);
  const NeighbourLists lists = nearest_neighbours(t.view(), k, norm, threads);
  REQUIRE(lists.queries() == t.n);
  for (std::size_t i = 0; i < t.n; ++i) {
    std::vector<std::pair<double, Sample>> expected;
    for (Sample j = 0; j < t.n; ++j)
      if (const double d = distance(t, norm.norm, i, j); j != i && !std::isnan(d))
        expected.emplace_back(d, j);
    std::ranges::sort(expected);
    expected.resize(std::min(k, expected.size()));
    REQUIRE(lists.indices(i).size() == expected.size());
    for (std::size_t e = 0; e < expected.size(); ++e) {
      CHECK(lists.indices(i)[e] == expected[e].second);
      CHECK(lists.distances(i)[e] == expected[e].first);
    }
  }
}

TEST_CASE("neighbours are the same where cells could be missing, but are not", "[partial_distances]") {
  Table t = random_table(200, GENERATE(3, 30), 1);
  t.standardise();
  const SerialRuntime serial;
  const NeighbourLists complete = nearest_neighbours(t.view(), 5, {}, serial);
  t = with_missing(std::move(t), 0, 1);
  const NeighbourLists lists = nearest_neighbours(t.view(), 5, {}, serial);
  CHECK(lists.index == complete.index);
  CHECK(lists.distance == complete.distance);
}

TEST_CASE("a metric that is no norm knows no distances over some features", "[partial_distances][errors]") {
  struct Any final : PointMetric {
    void distances(ConstMatrix, ConstMatrix, Matrix) const override {}
  } const metric;
  const SerialRuntime serial;
  Table t = with_missing(random_table(9, 2, 1), 0.1, 2);
  CHECK_THROWS_WITH(nearest_neighbours(t.view(), 2, metric, serial), Catch::Contains("leave out `metric`"));
}

TEST_CASE("samples at one place lack the same cells", "[partial_distances][crowds]") {
  Table t = integer_table(12, 2, 1, 1);  // all are 0
  t.missing.assign(24, 0);
  for (std::size_t i = 0; i < 4; ++i) t.missing[12 + i] = 1;                 // 0-3 lack feature 1 ...
  for (std::size_t i = 4; i < 8; ++i) t.missing[i] = t.missing[12 + i] = 1;  // ... 4-7 both
  t.x[0] = t.x[5] = t.x[12 + 1] = t.x[12 + 6] = 7;
  const SerialRuntime serial;
  const Crowds crowds = crowds_at_one_place(t.view(), all_samples(t.view()), 2, serial);
  REQUIRE(crowds.size() == 2);
  const auto members = [&](std::size_t c) {
    return std::vector<Sample>(crowds.members(c).begin(), crowds.members(c).end());
  };
  CHECK(members(0) == std::vector<Sample>{8, 9, 10, 11});
  CHECK(members(1) == std::vector<Sample>{1, 2, 3});
}

TEST_CASE("copies of a row lack the same cells", "[partial_distances][sample_groups]") {
  Table t(40, 4);
  const Table once = random_table(20, 4, 1);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 4; ++j) t.at(i, j) = once.at(i / 2, j);
    labels.push_back(i / 2 % 2);
  }
  t.with_labels(labels, 2);
  t.missing.assign(160, 0);
  t.missing[0] = t.missing[1] = 1, t.x[0] = 5, t.x[1] = 6;  // rows 0 and 1: both lack it
  t.missing[2] = 1;                                         // row 2 does, row 3 does not
  const SerialRuntime serial;
  const std::vector<Sample> row = sample_groups(t.view(), serial).row;
  CHECK(row[1] == 0);
  CHECK(row[3] == 3);
  CHECK(row[5] == 4);
}

TEST_CASE("memberships of the samples that have a feature are those of these samples",
          "[partial_distances][memberships]") {
  Table t(9, 1);
  t.with_labels({0, 1, 2, -1, 0, 1, 1, 0, -1}, 3);
  const std::vector<std::uint8_t> missing{1, 0, 0, 1, 0, 0, 1, 0, 0};
  const Memberships all(t.view().target(), Unknown::drop);
  const auto known = all.of_known(t.view().target(), Unknown::drop, missing);
  REQUIRE(known);
  CHECK(known->samples() == std::vector<Sample>{1, 2, 4, 5, 7});
  CHECK(known->mass() == std::vector<double>{2, 2, 1});
  CHECK_FALSE(all.of_known(t.view().target(), Unknown::drop, std::vector<std::uint8_t>(9, 1)));
}

}  // namespace
}  // namespace partial_distances_test
