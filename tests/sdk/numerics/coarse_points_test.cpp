#include <tamis/numerics/coarse_points.hpp>
#include <tamis/numerics/distances_after_move.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/table.hpp>

#include <catch2/catch.hpp>
#include <numeric>
#include <set>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using namespace tamis::testing;

// Normal numbers, with a few that are far from all others, of very different or overflowing scales.
Table numbers(std::size_t n, std::size_t d, double scale) {
  Table t = random_table(n, d, n + d);
  for (double& v : t.x) v *= scale;
  t.at(0, 0) = 1e3 * scale;
  t.at(n / 2, d - 1) = -1e3 * scale;
  for (double& v : t.column(d / 2)) v = 4 * scale;
  return t;
}

std::vector<std::span<const double>> columns_of(Table& t) {
  std::vector<std::span<const double>> columns;
  for (std::size_t f = 0; f < t.d; ++f) columns.emplace_back(t.column(f));
  return columns;
}

std::vector<double> differences(const Table& t, std::size_t movable, std::size_t i, std::size_t j) {
  std::vector<double> all;
  for (std::size_t f = 0; f < movable; ++f) all.push_back(std::abs(t.at(i, f) - t.at(j, f)));
  std::sort(all.rbegin(), all.rend());
  return all;
}

}  // namespace

TEST_CASE(
    "coarse points leave out none that is near without one coordinate, and few others, on every SIMD path",
    "[numerics][coarse_points]") {
  const std::size_t n = GENERATE(2, 64, 333), d = GENERATE(3, 9), fixed = GENERATE(0, 1);
  const double scale = GENERATE(1.0, 1e-300, 1e305, 5e307);
  Table t = numbers(n, d, scale);
  const CoarsePoints points(columns_of(t), fixed);
  CoarsePoints::Look look(points);
  std::size_t listed = 0, near = 0;
  for (auto path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    for (std::size_t i = 0; i < n; i += 7) {
      look.from(i);
      const double limit = differences(t, d - fixed, i, (i + 1) % n)[1];
      const std::span<const Sample> found = look.within_but_one(limit);
      CHECK(std::ranges::is_sorted(found));
      for (std::size_t j = 0; j < n; ++j) {
        const bool is_near = differences(t, d - fixed, i, j)[1] <= limit;
        const bool is_listed = std::ranges::binary_search(found, static_cast<Sample>(j));
        if (is_near && !is_listed) FAIL("left out " << j << " near " << i);
        near += is_near, listed += is_listed;
      }
    }
  }
  release_simd_path();
  if (scale == 1.0 && n == 333) CHECK(static_cast<double>(listed) < 1.3 * static_cast<double>(near));
}

TEST_CASE("coarse points name as many near ones as asked for, of the part asked for",
          "[numerics][coarse_points]") {
  Table t = numbers(300, 4, GENERATE(1.0, 1e305));
  const CoarsePoints points(columns_of(t), 1);
  CoarsePoints::Look look(points);
  for (std::size_t i : {0, 5, 150, 299})
    for (std::size_t count : {1, 4, 40, 500}) {
      look.from(i);
      const std::span<const Sample> found = look.nearest(count, 37, 211);
      const std::set<Sample> different(found.begin(), found.end());
      CHECK(different.size() == std::min<std::size_t>(count, 211 - 37));
      CHECK(*different.begin() >= 37);
      CHECK(*different.rbegin() < 211);
    }
}

TEST_CASE("the two largest differences give distances without each feature, on every SIMD path",
          "[numerics][distances_after_move]") {
  const std::size_t n = 40, d = GENERATE(2, 8, 11, 70);
  Table t = GENERATE(true, false) ? random_table(n, d, d) : integer_table(n, d, d, 3);
  std::vector<Feature> features(d);
  std::iota(features.begin(), features.end(), Feature{0});
  const PaddedPointRows lines = make_padded_rows(t.view().dense(), features);
  const std::vector<Sample> position{3, 4, 11, 17, 39, 0};
  for (auto path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    LargestDifferences largest;
    largest.find(lines, 5, position);
    DistancesAfterMove moved;
    const auto found = [&](auto& v) { return std::span(v).first(position.size()); };
    moved.removing_each(d, found(largest.first), found(largest.second), found(largest.which));
    for (std::size_t f = 0; f < d; ++f) {
      std::vector<double> expected;
      for (std::size_t p = 0; p < position.size(); ++p) {
        double most = 0;
        for (std::size_t g = 0; g < d; ++g)
          if (g != f) most = std::max(most, std::abs(t.at(5, g) - t.at(position[p], g)));
        CHECK(moved(p, f) == most);
        expected.push_back(most);
      }
      std::sort(expected.begin(), expected.end());
      CHECK(moved.kth_smallest(2)[f] == expected[1]);
      std::vector<double> limits(d, expected[3]);
      moved.count_within(limits);
      CHECK(moved.count(f) == static_cast<std::size_t>(std::ranges::count_if(
                                  expected, [&](double v) { return v <= expected[3]; })));
    }
  }
  release_simd_path();
}
