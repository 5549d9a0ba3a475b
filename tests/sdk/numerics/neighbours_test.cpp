#include "table.hpp"
#include "threaded_runtime.hpp"

#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using testing::Table;

// Its distances are those of a norm, but it says nothing of it.
struct Secretive final : PointMetric {
  explicit Secretive(Geometry g) : norm(g) {}
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) {
        double sum = 0;
        for (std::uint64_t f = 0; f < from.rows; ++f) {
          const double gap = std::abs(from(f, i) - to(f, j));
          sum = norm == Geometry::l1     ? sum + gap
                : norm == Geometry::linf ? std::max(sum, gap)
                                         : sum + gap * gap;
        }
        out(j, i) = sum;
      }
  }
  Geometry norm;
};

struct Neighbour {
  double distance;
  Sample index;
  bool operator==(const Neighbour&) const = default;
};
using Lists = std::vector<std::vector<Neighbour>>;

// The definition: all distances, sorted by (distance, index).
Lists slow_lists(const Dataset& data, std::span<const Sample> queries, std::span<const Sample> candidates,
                 std::size_t k, Geometry norm) {
  std::vector<std::vector<double>> z(data.features(), std::vector<double>(data.samples()));
  for (Feature f = 0; f < data.features(); ++f) data.scaled_column(f, z[f]);
  Lists lists;
  for (Sample q : queries) {
    std::vector<Neighbour> all;
    for (Sample c : candidates) {
      if (c == q) continue;
      double sum = 0;
      for (const auto& column : z) {
        const double gap = std::abs(column[q] - column[c]);
        sum = norm == Geometry::l1     ? sum + gap
              : norm == Geometry::linf ? std::max(sum, gap)
                                       : sum + gap * gap;
      }
      all.push_back({sum, c});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.distance < b.distance; });
    all.resize(std::min(k, all.size()));
    lists.push_back(all);
  }
  return lists;
}

Lists plain(const NeighbourLists& found) {
  Lists lists;
  for (std::size_t q = 0; q < found.queries(); ++q) {
    lists.emplace_back();
    for (std::size_t e = 0; e < found.indices(q).size(); ++e)
      lists.back().push_back({found.distances(q)[e], found.indices(q)[e]});
  }
  return lists;
}

Distance by_norm(Geometry g) {
  Distance d;
  d.geometry = g;
  return d;
}

std::vector<Sample> every(std::size_t n, std::size_t step, std::size_t from = 0) {
  std::vector<Sample> some;
  for (std::size_t i = from; i < n; i += step) some.push_back(static_cast<Sample>(i));
  return some;
}

void check_all_searches(Table& table, std::span<const Sample> queries, std::span<const Sample> candidates,
                        std::size_t k) {
  const testing::SerialRuntime serial;
  const Dataset data = table.view();
  for (Geometry g : {Geometry::l1, Geometry::l2, Geometry::linf}) {
    const Lists expected = slow_lists(data, queries, candidates, k, g);
    CHECK(plain(nearest_neighbours(data, queries, candidates, k, by_norm(g), serial, Search::blocks)) ==
          expected);
    if (g != Geometry::linf)
      CHECK(plain(nearest_neighbours(data, queries, candidates, k, by_norm(g), serial, Search::tree)) ==
            expected);
    CHECK(plain(nearest_neighbours(data, queries, candidates, k, Secretive(g), serial)) == expected);
  }
}

}  // namespace

TEST_CASE("tree, blocks and a metric asked block by block all agree with a slow sort", "[neighbours]") {
  const std::size_t d = GENERATE(1, 2, 3, 7, 33, 70);
  const std::size_t n = GENERATE(2, 7, 16, 150, 300);
  Table table = testing::random_table(n, d, n * 100 + d);
  table.standardise();
  check_all_searches(table, every(n, 1), every(n, 1), 5);
}

TEST_CASE("heavy ties go to the smaller index in every search", "[neighbours][degenerate]") {
  const std::size_t d = GENERATE(1, 2, 4), n = GENERATE(40, 257);
  const std::uint64_t values = GENERATE(1, 2, 5);
  const std::size_t k = GENERATE(1, 6, 60);
  Table table = testing::integer_table(n, d, 3 + n, values);
  check_all_searches(table, every(n, 1), every(n, 1), k);
}

TEST_CASE("queries and candidates may be any parts of the samples", "[neighbours]") {
  Table table = testing::integer_table(200, 3, 9, 4);
  check_all_searches(table, every(200, 3), every(200, 2), 4);
  check_all_searches(table, every(200, 2), every(200, 2, 1), 4);
  check_all_searches(table, every(200, 20), every(200, 1), 30);
  // The second query has no candidate but itself.
  const std::vector<Sample> two{3, 4}, one{4};
  check_all_searches(table, two, one, 2);
}

TEST_CASE("k of n - 1 or more gives all others", "[neighbours][degenerate]") {
  Table table = testing::random_table(9, 4, 2);
  check_all_searches(table, every(9, 1), every(9, 1), GENERATE(8, 9, 100));
}

TEST_CASE("values that overflow or underflow when squared still have full lists",
          "[neighbours][degenerate]") {
  const double scale = GENERATE(1e-170, 1e-160, 1e150, 1e200, 1e308);
  Table table = testing::random_table(40, 2, 8);
  for (double& v : table.x) v *= scale / 8;
  check_all_searches(table, every(40, 1), every(40, 1), 4);
}

TEST_CASE("distances far below the spread of the points do not lose a neighbour",
          "[neighbours][degenerate]") {
  // Pairs that differ in the last digits, far from the other pairs: nanoflann's bounds round here.
  Rng rng(4);
  Table table(400, 3);
  for (std::size_t i = 0; i < 400; i += 2)
    for (std::size_t j = 0; j < 3; ++j) {
      const double place = 1e6 * std::round(rng.uniform() * 4);
      table.at(i, j) = place + 1e-9 * rng.uniform();
      table.at(i + 1, j) = place + 1e-9 * rng.uniform();
    }
  check_all_searches(table, every(400, 1), every(400, 1), 3);
}

TEST_CASE("lists are the same bits on every SIMD path and for any number of threads",
          "[neighbours][determinism]") {
  Table table = testing::random_table(301, 40, 5);
  const Dataset data = table.view();
  const auto lists = [&](Runtime runtime, Geometry g) {
    return plain(nearest_neighbours(data, 7, by_norm(g), runtime));
  };
  const testing::SerialRuntime serial;
  for (Geometry g : {Geometry::l1, Geometry::l2, Geometry::linf}) {
    force_simd_path(SimdPath::sse2);
    const Lists expected = lists(serial, g);
    for (SimdPath path : {SimdPath::avx2, SimdPath::avx512}) {
      force_simd_path(path);
      CHECK(lists(serial, g) == expected);
    }
    release_simd_path();
    CHECK(lists(testing::ThreadedRuntime(2), g) == expected);
    CHECK(lists(testing::ThreadedRuntime(5), g) == expected);
  }
}
