#include <tamis/numerics/distances_after_move.hpp>
#include <tamis/numerics/near_points.hpp>
#include <tamis/testing/table.hpp>
#include "every_path.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using testing::Table;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::vector<Feature> features(std::size_t count, std::size_t from = 0) {
  std::vector<Feature> features(count);
  std::iota(features.begin(), features.end(), static_cast<Feature>(from));
  return features;
}
ConstMatrix values(const Table& t) { return {t.x.data(), t.n, t.d}; }

// The definition, with as good as no rounding.
long double add(Geometry geometry, long double sum, long double difference) {
  if (geometry == Geometry::l2) return sum + difference * difference;
  if (geometry == Geometry::l1) return sum + std::abs(difference);
  return std::max(sum, std::abs(difference));
}
long double distance_without(const Table& t, Geometry geometry, std::size_t a, std::size_t b, std::size_t f) {
  long double sum = 0;
  for (std::size_t g = 0; g < t.d; ++g)
    if (g != f) sum = add(geometry, sum, static_cast<long double>(t.at(a, g)) - t.at(b, g));
  return sum;
}
long double least_without_any(const Table& t, Geometry geometry, std::size_t a, std::size_t b) {
  long double least = kNoLimit;
  for (std::size_t f = 0; f < t.d; ++f) least = std::min(least, distance_without(t, geometry, a, b, f));
  return least;
}

// Roundings of differences, of their squares, and of sums.
long double tolerance(std::size_t d) { return (2 * static_cast<long double>(d) + 8) * 0x1p-53L; }
bool near(long double seen, long double exact, std::size_t d) {
  return std::abs(seen - exact) <= tolerance(d) * exact;
}

// Steps make ties, also for the largest difference; one feature may outweigh all others.
std::vector<Table> tables(std::size_t n, std::size_t d) {
  std::vector<Table> all{testing::random_table(n, d, n + d), testing::integer_table(n, d, n, 3)};
  for (double scale : {1e12, 1e120}) {
    all.push_back(all[0]);
    if (d > 0)
      for (double& v : all.back().column(d / 2)) v *= scale;
  }
  return all;
}

Contributions contributions(std::size_t n) {
  Contributions of;
  of.rows = 3;
  Rng rng(4);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint32_t row = 0; row < i % 4; ++row) {  // none for some, all rows for others
      of.row.push_back(row);
      of.amount.push_back(rng.uniform() - 0.5);
    }
    of.start.push_back(of.row.size());
  }
  return of;
}

// Some points, in no regular order.
std::vector<Sample> some(std::size_t n) {
  std::vector<Sample> position;
  for (std::size_t i = 1; i < n; ++i)
    if (i % 3 != 0) position.push_back(static_cast<Sample>(i * 7 % n));
  return position;
}

std::vector<double> sorted_column(const DistancesAfterMove& moved, std::size_t points, std::size_t c) {
  std::vector<double> column;
  for (std::size_t p = 0; p < points; ++p) column.push_back(moved(p, c));
  std::ranges::sort(column);
  return column;
}

}  // namespace

TEST_CASE("points near in all features but one are those that a removal brings near", "[near_points]") {
  const Geometry geometry = GENERATE(Geometry::l1, Geometry::l2, Geometry::linf);
  const std::size_t d = GENERATE(1, 2, 7, 40), n = GENERATE(1, 9, 45);
  for (const Table& t : tables(n, d)) {
    const PointPanels points = make_panels(values(t), features(d));
    std::vector<std::vector<double>> first_seen;
    on_every_path([&] {
      std::vector<NearPoints> found(kLanes);
      std::vector<std::vector<double>> seen;
      for (std::size_t panel = 0; panel < points.panels(); ++panel) {
        const std::size_t first = panel * kLanes, count = std::min(kLanes, n - first);
        std::vector<double> limits(count);
        for (std::size_t q = 0; q < count; ++q) {
          const double some = static_cast<double>(least_without_any(t, geometry, first + q, n / 2));
          limits[q] = std::array{some, kNoLimit, -1.0, 0.0}[q % 4];
        }
        near_points_but_one(points, geometry, panel, limits, found);
        for (std::size_t q = 0; q < count; ++q) {
          std::size_t p = 0;
          const auto size = found[q].size();
          for (std::size_t j = 0; j < n; ++j) {
            if (j == first + q) continue;
            const bool in = p < size && found[q].position()[p] == j;
            const long double exact = least_without_any(t, geometry, first + q, j);
            if (limits[q] < exact * (1 - tolerance(d))) REQUIRE_FALSE(in);
            if (limits[q] > exact * (1 + tolerance(d))) REQUIRE(in);
            if (in) REQUIRE(near(found[q].distance()[p++], exact, d));
          }
          REQUIRE(p == size);
          seen.emplace_back(found[q].distance().begin(), found[q].distance().end());
        }
      }
      if (first_seen.empty()) first_seen = seen;
      REQUIRE(seen == first_seen);
    });
  }
}

TEST_CASE("lines hold the chosen features in the chosen order, filled up with zeros",
          "[distances_after_move]") {
  const Table t = testing::random_table(5, 12, 3);
  const std::vector<Feature> chosen{11, 0, 2, 3, 4, 5, 6, 7, 8};
  const PaddedPointRows lines = make_padded_rows(values(t), chosen);
  REQUIRE(lines.features == 9);
  REQUIRE(lines.width == 16);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t c = 0; c < 16; ++c)
      CHECK(lines.values[i * 16 + c] == (c < 9 ? t.at(i, chosen[c]) : 0.0));
}

TEST_CASE("without each feature a distance is accurate, however much that feature outweighs the others",
          "[distances_after_move]") {
  const Geometry geometry = GENERATE(Geometry::l1, Geometry::l2, Geometry::linf);
  const std::size_t d = GENERATE(1, 2, 8, 21), n = 45;
  for (const Table& t : tables(n, d)) {
    const PointPanels points = make_panels(values(t), features(d));
    const PaddedPointRows lines = make_padded_rows(values(t), features(d));
    std::vector<NearPoints> found(kLanes);
    near_points_but_one(points, geometry, 0, std::vector<double>(kLanes, kNoLimit), found);
    for (std::size_t query = 0; query < kLanes; ++query) {
      const NearPoints& all = found[query];
      std::vector<double> first_seen;
      on_every_path([&] {
        DistancesAfterMove moved;
        moved.removing_each(lines, geometry, query, all.distance(), all.position());
        REQUIRE(moved.moves() == d);
        std::vector<double> seen;
        for (std::size_t p = 0; p < all.size(); ++p)
          for (std::size_t f = 0; f < d; ++f) {
            REQUIRE(near(moved(p, f), distance_without(t, geometry, query, all.position()[p], f), d));
            seen.push_back(moved(p, f));
          }
        if (first_seen.empty()) first_seen = seen;
        REQUIRE(seen == first_seen);
      });
    }
  }
}

TEST_CASE("with each feature a distance is the shared one and that feature", "[distances_after_move]") {
  const Geometry geometry = GENERATE(Geometry::l1, Geometry::l2, Geometry::linf);
  const Table t = testing::random_table(30, 11, 2);
  const PaddedPointRows joining = make_padded_rows(values(t), features(9, 2));
  const std::vector<Sample> position = some(t.n);
  std::vector<double> shared;
  for (Sample j : position) shared.push_back(0.1 * j);
  on_every_path([&] {
    DistancesAfterMove moved;
    moved.adding_each(joining, geometry, 3, shared, position);
    REQUIRE(moved.moves() == 9);
    for (std::size_t p = 0; p < position.size(); ++p)
      for (std::size_t c = 0; c < 9; ++c) {
        const double a = std::abs(t.at(3, c + 2) - t.at(position[p], c + 2));
        const double expected = geometry == Geometry::linf ? std::max(shared[p], a)
                                : geometry == Geometry::l2 ? shared[p] + a * a
                                                           : shared[p] + a;
        REQUIRE(moved(p, c) == expected);
      }
  });
}

TEST_CASE("the k-th smallest distance of each move is that of a sorted column", "[distances_after_move]") {
  const std::size_t n = GENERATE(1, 5, 9, 120);
  for (const Table& t : {testing::random_table(n, 11, 2), testing::integer_table(n, 11, 2, 3)}) {
    const PaddedPointRows joining = make_padded_rows(values(t), features(11));
    const std::vector<Sample> position = some(n);
    const std::vector<double> shared(position.size(), 0.25);
    on_every_path([&] {
      DistancesAfterMove moved;
      moved.adding_each(joining, Geometry::l2, 0, shared, position);
      for (std::size_t k : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 64, 65, 79, 80, 81}) {
        const std::span<const double> kth = moved.kth_smallest(k);
        REQUIRE(kth.size() == 11);
        for (std::size_t c = 0; c < 11; ++c) {
          const std::vector<double> column = sorted_column(moved, position.size(), c);
          REQUIRE(kth[c] == (k <= column.size() ? column[k - 1] : kNoLimit));
        }
      }
    });
  }
}

TEST_CASE("a sum within each move's limit counts its points and adds what they give",
          "[distances_after_move]") {
  const std::size_t n = 50, moves = GENERATE(1, 8, 13);
  const Table t = testing::integer_table(n, moves, 6, 4);
  const PaddedPointRows joining = make_padded_rows(values(t), features(moves));
  const std::vector<Sample> position = some(n);
  const std::vector<double> shared(position.size(), 1.0);
  const Contributions of = contributions(n);
  on_every_path([&] {
    DistancesAfterMove moved;
    moved.adding_each(joining, Geometry::l1, 2, shared, position);
    std::vector<double> limits;  // one that occurs, all, none
    for (std::size_t c = 0; c < moves; ++c)
      limits.push_back(c % 3 == 0 ? moved(4, c) : c % 3 == 1 ? kNoLimit : 0.5);
    for (int twice = 0; twice < 2; ++twice) {  // what was there before is not added to
      moved.sum_within(limits, of);
      for (std::size_t c = 0; c < moves; ++c) {
        std::size_t count = 0;
        std::vector<double> sums(of.rows, 0.0);
        for (std::size_t p = 0; p < position.size(); ++p) {
          if (moved(p, c) > limits[c]) continue;
          ++count;
          for (std::size_t e = of.start[position[p]]; e < of.start[position[p] + 1]; ++e)
            sums[of.row[e]] += of.amount[e];
        }
        REQUIRE(moved.count(c) == count);
        for (std::size_t row = 0; row < of.rows; ++row) REQUIRE(moved.sum(row, c) == sums[row]);
      }
    }
  });
}
