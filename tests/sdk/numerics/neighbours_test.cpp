#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

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

// The weight of a feature is its number in the dataset.
struct Weighted final : PointMetric {
  void distances(ConstMatrix, ConstMatrix, Matrix) const override { FAIL("the features are known"); }
  void feature_distances(std::span<const Feature> features, ConstMatrix from, ConstMatrix to,
                         Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) {
        out(j, i) = 0;
        for (std::uint64_t f = 0; f < from.rows; ++f)
          out(j, i) += features[f] * std::abs(from(f, i) - to(f, j));
      }
  }
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
    CHECK(plain(nearest_neighbours(data, queries, candidates, k, by_norm(g), serial,
                                   NeighbourAlgorithm::brute_force)) == expected);
    if (g != Geometry::linf)
      CHECK(plain(nearest_neighbours(data, queries, candidates, k, by_norm(g), serial,
                                     NeighbourAlgorithm::kd_tree)) == expected);
    if (g == Geometry::l2)
      CHECK(plain(nearest_neighbours(data, queries, candidates, k, by_norm(g), serial,
                                     NeighbourAlgorithm::float_filter)) == expected);
    CHECK(plain(nearest_neighbours(data, queries, candidates, k, Secretive(g), serial)) == expected);
  }
}

// The screen decides by bounds that differ between paths; its lists must not.
void check_screen(Table& table, std::span<const Sample> queries, std::span<const Sample> candidates,
                  std::size_t k) {
  const Dataset data = table.view();
  const Lists expected = slow_lists(data, queries, candidates, k, Geometry::l2);
  const auto lists = [&](Runtime runtime, NeighbourAlgorithm algorithm) {
    return plain(nearest_neighbours(data, queries, candidates, k, by_norm(Geometry::l2), runtime, algorithm));
  };
  CHECK(lists(testing::ThreadedRuntime(1), NeighbourAlgorithm::brute_force) == expected);
  for (SimdPath path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    for (unsigned threads : {1U, 2U, 4U})
      CHECK(lists(testing::ThreadedRuntime(threads), NeighbourAlgorithm::float_filter) == expected);
  }
  release_simd_path();
}

// Clusters of 50 points about corners of a cube: `offset` apart, `spread` wide.
Table clustered_table(std::size_t n, std::size_t d, double offset, double spread) {
  Rng rng(n + d);
  Table table(n, d);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < d; ++j)
      table.at(i, j) = offset * static_cast<double>(i / 50 >> j % 4 & 1) + spread * testing::normal(rng);
  return table;
}

}  // namespace

TEST_CASE("tree, blocks and a metric asked block by block all agree with a slow sort", "[neighbours]") {
  const std::size_t d = GENERATE(1, 2, 3, 7, 33, 70);
  const std::size_t n = GENERATE(2, 7, 16, 150, 300);
  Table table = testing::random_table(n, d, n * 100 + d);
  table.standardise();
  check_all_searches(table, every(n, 1), every(n, 1), 5);
}

TEST_CASE("a metric is told which features the points have", "[neighbours]") {
  Table table(3, 2);
  table.x = {0, 1, 3, 0, 9, 1};
  const testing::SerialRuntime serial;
  const Weighted metric;
  const auto nearest_to_first = [&](Distance distance) {
    const NeighbourLists lists = nearest_neighbours(table.view(), 1, distance, serial);
    return Neighbour{lists.distances(0)[0], lists.indices(0)[0]};
  };
  CHECK(nearest_to_first(metric) == Neighbour{1, 2});  // features 0 and 1: the second column counts
  const Feature features[] = {8, 0};
  CHECK(nearest_to_first({metric, features}) == Neighbour{8, 1});  // the first one does
}

TEST_CASE("the screen finds what a slow sort finds, for every k", "[neighbours][screen]") {
  const std::size_t n = GENERATE(33, 64, 95), d = GENERATE(5, 20);
  Table table = testing::random_table(n, d, n + d);
  const std::size_t k = GENERATE(range(1, 95));
  if (k < n) check_screen(table, every(n, 1), every(n, 1), k);
}

TEST_CASE("the screen keeps every tie at its threshold", "[neighbours][screen][degenerate]") {
  const std::size_t n = GENERATE(300, 1001), d = GENERATE(3, 16, 40), k = GENERATE(1, 5, 40);
  const std::uint64_t values = GENERATE(1, 2, 5);
  Table table = testing::integer_table(n, d, n + d, values);
  check_screen(table, every(n, 1), every(n, 1), k);
}

TEST_CASE("the screen tells duplicates by their index", "[neighbours][screen][degenerate]") {
  const std::size_t copies = GENERATE(2, 12, 100, 400), n = 900, d = 17;
  Table table = testing::random_table(n, d, copies);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < d; ++j) table.at(i, j) = table.at(i % (n / copies), j);
  check_screen(table, every(n, 1), every(n, 1), 5);
}

TEST_CASE("identical points but one leave the screen nothing to tell apart",
          "[neighbours][screen][degenerate]") {
  Table table(700, 20);
  for (std::size_t j = 0; j < 20; ++j) table.at(650, j) = GENERATE(0.0, 1.0, 1e-200);
  check_screen(table, every(700, 1), every(700, 1), 5);
}

TEST_CASE("the screen is exact where clusters are far apart and narrow", "[neighbours][screen][degenerate]") {
  const double spread = GENERATE(1.0, 1e-3, 1e-9);
  Table table = clustered_table(820, 24, 1e6, spread);
  check_screen(table, every(820, 1), every(820, 1), GENERATE(1, 5, 60));
  check_screen(table, every(820, 3), every(820, 2), 5);
}

TEST_CASE("one far point does not blind the screen", "[neighbours][screen][degenerate]") {
  Table table = testing::random_table(500, 30, 6);
  for (std::size_t j = 0; j < 30; ++j) table.at(77, j) = GENERATE(1e4, 1e30, 1e120);
  check_screen(table, every(500, 1), every(500, 1), 5);
}

TEST_CASE("the screen is exact at any scale", "[neighbours][screen][degenerate]") {
  const double scale = GENERATE(1e-300, 1e-150, 1e-138, 1e-30, 1e30, 1e138, 1e150, 1e300);
  Table table = testing::random_table(400, 18, 8);
  for (double& v : table.x) v *= scale;
  check_screen(table, every(400, 1), every(400, 1), 5);
}

TEST_CASE("the screen is exact where few queries have their neighbours last",
          "[neighbours][screen][degenerate]") {
  // Ever closer candidates: each one is among the k first so far.
  Table table(2000, 16);
  for (std::size_t i = 0; i < 2000; ++i)
    for (std::size_t j = 0; j < 16; ++j) table.at(i, j) = 2000.0 - static_cast<double>(i);
  check_screen(table, every(2000, 1, 1990), every(2000, 1), GENERATE(1, 5, 200));
}

TEST_CASE("the screen takes any parts of the samples", "[neighbours][screen]") {
  Table table = testing::random_table(1000, 33, 9);
  check_screen(table, every(1000, 3), every(1000, 2), 4);
  check_screen(table, every(1000, 2), every(1000, 2, 1), 4);
  check_screen(table, every(1000, 1), every(1000, 17), 12);
  check_screen(table, every(1000, 100), every(1000, 1), 30);
  check_screen(table, every(1000, 100), every(1000, 1), 0);
  const std::vector<Sample> two{3, 4}, one{4}, none;
  check_screen(table, two, one, 2);
  check_screen(table, none, one, 2);
  check_screen(table, two, none, 2);
}

TEST_CASE("the screen leaves to the blocks only what it cannot tell apart", "[neighbours][screen]") {
  const testing::SerialRuntime serial;
  const auto left = [&](Table& table) {
    const Dataset data = table.view();
    const PointRows rows = gather_rows(data, every(table.n, 1), serial);
    const auto screened = numerics::detail::search_screen(rows, rows, 5, serial);
    return screened ? screened->left.size() : table.n;
  };
  Table random = testing::random_table(1000, 100, 1), far = random, scaled = random;
  for (double& v : far.x) v += 1e9;
  for (double& v : scaled.x) v *= 1e-130;
  scaled.at(500, 3) = 1e-128;
  CHECK(left(random) == 0);
  CHECK(left(far) == 0);
  CHECK(left(scaled) == 0);
  Table outlier = random;
  outlier.at(0, 3) = 1e7;
  CHECK(left(outlier) == 1);                              // all others are about as far from it as each other
  Table doubled = testing::integer_table(1000, 5, 1, 2);  // each point 31 times
  CHECK(left(doubled) == 0);
  Table crowd = testing::integer_table(1000, 2, 1, 2);  // each point 250 times
  CHECK(left(crowd) == 1000);
  Table constant(100, 4);
  CHECK(left(constant) == 100);
}

TEST_CASE("the screen is used where it is the faster search", "[neighbours][screen]") {
  CHECK(choose_algorithm(5000, 5, 100, Geometry::l2) == NeighbourAlgorithm::float_filter);
  CHECK(choose_algorithm(5000, 5, 100, Geometry::l1) == NeighbourAlgorithm::brute_force);
  CHECK(choose_algorithm(5000, 5, 100, Geometry::linf) == NeighbourAlgorithm::brute_force);
  CHECK(choose_algorithm(5000, 500, 100, Geometry::l2) == NeighbourAlgorithm::brute_force);
  CHECK(choose_algorithm(200, 5, 50, Geometry::l2) == NeighbourAlgorithm::brute_force);
  CHECK(choose_algorithm(5000, 5, 3, Geometry::l2) == NeighbourAlgorithm::kd_tree);
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
