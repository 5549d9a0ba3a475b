#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/graph.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>
#include <map>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using testing::Table;

Graph knn_graph(Table& table, std::size_t k) {
  const testing::SerialRuntime serial;
  const Dataset data = table.view();
  Graph g = make_graph(table.n, all_samples(data), nearest_neighbours(data, k, Distance{}, serial));
  set_heat_weights(g, g.distance, "", serial);
  return g;
}

std::vector<GraphMoments> moments(const Graph& g, Table& table, Runtime runtime) {
  const Dataset data = table.view();
  std::vector<Feature> features(table.d);
  std::iota(features.begin(), features.end(), Feature{0});
  std::vector<GraphMoments> out(table.d);
  graph_moments(g, data, features, out, runtime);
  return out;
}
double ratio(const GraphMoments& m) { return m.numerator / m.denominator; }

}  // namespace

TEST_CASE("a graph has an edge where either list names the other, once", "[graph]") {
  // Lists: 0 -> 2, 1 -> 0 2, 2 -> 0, 3 -> nobody.
  NeighbourLists lists{{0, 1, 3, 4, 4}, {2, 0, 2, 0}, {4, 1, 2, 4}};
  const std::vector<Sample> all{0, 1, 2, 3};
  Graph g = make_graph(4, all, lists);
  CHECK(g.row_start == std::vector<std::uint64_t>{0, 2, 3, 3, 3});
  CHECK(g.column == std::vector<Sample>{1, 2, 2});
  CHECK(g.distance == std::vector<double>{1, 4, 2});
  g.weight = {1, 10, 100};
  set_degrees(g);
  CHECK(g.degree == std::vector<double>{11, 101, 110, 0});
}

TEST_CASE("weights below e^-300 are taken relative to the largest", "[graph][degenerate]") {
  NeighbourLists lists{{0, 1, 2, 2}, {1, 2}, {1, 2}};
  const std::vector<Sample> all{0, 1, 2};
  Graph g = make_graph(3, all, lists);
  const testing::SerialRuntime serial;
  set_heat_weights(g, std::vector<double>{1000, 1001}, "", serial);
  CHECK(g.weight == std::vector<double>{1, exponential(-1.0)});
  set_heat_weights(g, std::vector<double>{299, 1001}, "", serial);
  CHECK(g.weight == std::vector<double>{exponential(-299.0), 0});
  set_heat_weights(g, std::vector<double>{0, 1}, "", serial, std::vector<double>{5, 1});
  CHECK(g.weight == std::vector<double>{5, exponential(-1.0)});
}

TEST_CASE("moments on a graph agree with the sums written out", "[graph]") {
  Table table = testing::random_table(60, 11, 1);
  const testing::SerialRuntime serial;
  const Graph g = knn_graph(table, 4);
  const auto got = moments(g, table, serial);
  for (std::size_t j = 0; j < table.d; ++j) {
    long double num = 0, den = 0, weighted = 0, sum = 0;
    for (std::size_t i = 0; i < table.n; ++i) {
      weighted += static_cast<long double>(g.degree[i]) * table.at(i, j);
      sum += g.degree[i];
      for (std::uint64_t e = g.row_start[i]; e < g.row_start[i + 1]; ++e) {
        const long double gap = static_cast<long double>(table.at(i, j)) - table.at(g.column[e], j);
        num += g.weight[e] * gap * gap;
      }
    }
    for (std::size_t i = 0; i < table.n; ++i) {
      const long double off = table.at(i, j) - weighted / sum;
      den += g.degree[i] * off * off;
    }
    CHECK(std::scalbn(got[j].numerator, got[j].exponent) == Approx(static_cast<double>(num)).epsilon(1e-13));
    CHECK(std::scalbn(got[j].denominator, got[j].exponent) ==
          Approx(static_cast<double>(den)).epsilon(1e-13));
  }
}

TEST_CASE("shift and scale of a feature leave its ratio alone", "[graph][property]") {
  Table table = testing::integer_table(80, 9, 2, 1000);  // integers: shifts are exact
  const testing::SerialRuntime serial;
  const Graph g = knn_graph(table, 5);
  const auto before = moments(g, table, serial);
  const double factor = GENERATE(1.0, 0x1p-600, 0x1p+900, -3.0), offset = GENERATE(0.0, 1e9, -1e12);
  if (std::abs(factor) < 1e-9 || std::abs(factor) > 1e9) {
    if (offset != 0.0) return;
  }
  for (double& v : table.x) v = v * factor + offset;
  const auto after = moments(g, table, serial);
  for (std::size_t j = 0; j < table.d; ++j) CHECK(ratio(after[j]) == Approx(ratio(before[j])).epsilon(1e-13));
}

TEST_CASE("differences along edges keep their digits beside distant samples", "[graph][degenerate]") {
  // Two clusters a unit apart, edges inside them, differences of 1e-9: exact in the feature, so
  // exact in the sum.
  Table table(4, 1);
  table.x = {1.0, 1.0 + 0x1p-30, 2.0 / 3, 2.0 / 3 + 0x1p-31};
  NeighbourLists lists{{0, 1, 1, 2, 2}, {1, 3}, {1, 1}};
  const std::vector<Sample> all{0, 1, 2, 3};
  Graph g = make_graph(4, all, lists);
  const testing::SerialRuntime serial;
  set_heat_weights(g, std::vector<double>{0, 0}, "", serial);
  const GraphMoments m = moments(g, table, serial)[0];
  const double near = table.x[1] - table.x[0], far = table.x[3] - table.x[2];
  CHECK(std::scalbn(m.numerator, m.exponent) == Approx(near * near + far * far).epsilon(1e-15));
}

TEST_CASE("features over the whole range of doubles have finite moments", "[graph][degenerate]") {
  Table table = testing::random_table(30, 1, 3);
  const testing::SerialRuntime serial;
  const Graph g = knn_graph(table, 3);
  for (std::size_t i = 0; i < table.n; ++i) table.at(i, 0) = i % 2 == 0 ? 1.7e308 : -1.7e308;
  CHECK(std::isfinite(ratio(moments(g, table, serial)[0])));
  for (std::size_t i = 0; i < table.n; ++i) table.at(i, 0) = i % 2 == 0 ? 5e-324 : 0;
  CHECK(std::isfinite(ratio(moments(g, table, serial)[0])));
}

TEST_CASE("constant features are recognised exactly", "[graph][degenerate]") {
  Table table = testing::random_table(20, 5, 3);
  Graph g = knn_graph(table, 3);
  const testing::SerialRuntime serial;
  std::size_t column = 0;
  for (double c : {0.0, 0.1, 0.3, 1e9})
    for (double& v : table.column(column++)) v = c;
  // Feature 4 varies on sample 7 only; without that sample's edges it is constant on the graph.
  for (double& v : table.column(4)) v = 0.1;
  table.at(7, 4) = std::nextafter(0.1, 1.0);
  auto m = moments(g, table, serial);
  for (std::size_t j = 0; j < 4; ++j) CHECK((m[j].constant && m[j].constant_on_graph));
  CHECK_FALSE(m[4].constant_on_graph);
  CHECK(m[4].denominator > 0);
  for (std::size_t i = 0; i < g.nodes(); ++i)
    for (std::uint64_t e = g.row_start[i]; e < g.row_start[i + 1]; ++e)
      if (i == 7 || g.column[e] == 7) g.weight[e] = 0;
  set_degrees(g);
  m = moments(g, table, serial);
  CHECK_FALSE(m[4].constant);
  CHECK(m[4].constant_on_graph);
}

TEST_CASE("moments are the same bits on every SIMD path and for any number of threads",
          "[graph][determinism]") {
  Table table = testing::random_table(203, 21, 6);
  const Graph g = knn_graph(table, 5);
  const testing::SerialRuntime serial;
  force_simd_path(SimdPath::sse2);
  const auto expected = moments(g, table, serial);
  const auto same = [&](const std::vector<GraphMoments>& got) {
    for (std::size_t j = 0; j < table.d; ++j) {
      CHECK(got[j].numerator == expected[j].numerator);
      CHECK(got[j].denominator == expected[j].denominator);
    }
  };
  for (SimdPath path : {SimdPath::avx2, SimdPath::avx512}) {
    force_simd_path(path);
    same(moments(g, table, serial));
  }
  release_simd_path();
  same(moments(g, table, testing::ThreadedRuntime(3)));
}

TEST_CASE("a graph with crowds has the moments of all its pairs", "[graph][crowds]") {
  // Samples 0 1 2 are a crowd, 3 4 another; 5 and 6 stand alone.
  Crowds crowds;
  crowds.add(std::vector<Sample>{0, 1, 2});
  crowds.add(std::vector<Sample>{3, 4});
  constexpr Sample kThree = 7, kTwo = 8;
  const NeighbourLists lists{{0, 2, 3, 5, 5}, {kThree, kTwo, kTwo, kThree, 6}, {0, 0, 0, 1, 2}};
  Graph g = make_graph(7, std::vector<Sample>{kThree, kTwo, 5, 6}, lists, crowds);
  CHECK(pairs(g) == 3 + 6 + 1 + 3 + 1);
  g.weight = {0.5, 4, 3, 2, 0.25};  // by rows: 5 - 6, 5 - three, inside three, three - two, inside two
  REQUIRE(g.column == std::vector<Sample>{6, kThree, kThree, kTwo, kTwo});
  set_degrees(g);

  Table table = testing::random_table(7, 9, 11);
  for (double& v : table.x) v = v * 1e-6 + 3;  // nothing may cancel
  const auto weight = [](std::size_t i, std::size_t j) {
    const auto place = [](std::size_t s) { return s < 3 ? 0 : s < 5 ? 1 : static_cast<int>(s) - 3; };
    constexpr double kWeights[4][4] = {{3, 2, 4, 0}, {2, 0.25, 0, 0}, {4, 0, 0, 0.5}, {0, 0, 0.5, 0}};
    return kWeights[place(i)][place(j)];
  };
  const testing::SerialRuntime serial;
  const auto got = moments(g, table, serial);
  for (std::size_t f = 0; f < table.d; ++f) {
    long double numerator = 0, denominator = 0, sum = 0, weighted = 0;
    for (std::size_t i = 0; i < 7; ++i) {
      double degree = 0;
      for (std::size_t j = 0; j < 7; ++j) {
        if (j == i) continue;
        const long double gap = static_cast<long double>(table.at(i, f)) - table.at(j, f);
        numerator += weight(i, j) * gap * gap / 2;
        degree += weight(i, j);
      }
      CHECK(g.degree[i] == degree);
      sum += degree, weighted += degree * static_cast<long double>(table.at(i, f));
    }
    for (std::size_t i = 0; i < 7; ++i) {
      const long double off = table.at(i, f) - weighted / sum;
      denominator += g.degree[i] * off * off;
    }
    CHECK(std::scalbn(got[f].numerator, got[f].exponent) ==
          Approx(static_cast<double>(numerator)).epsilon(1e-13));
    CHECK(std::scalbn(got[f].denominator, got[f].exponent) ==
          Approx(static_cast<double>(denominator)).epsilon(1e-13));
  }
}

TEST_CASE("pairs of equal weight count fully, and a few heavy ones alone", "[graph]") {
  Table table = testing::random_table(50, 3, 12);
  Graph g = knn_graph(table, 4);
  g.weight.assign(g.edges(), 0.25);
  CHECK(effective_pairs(g) == pairs(g));
  g.weight.assign(g.edges(), 1e-300);
  g.weight[3] = 1;
  CHECK(effective_pairs(g) == Approx(1));
}

TEST_CASE("a kernel far narrower than the distances is warned of, with the way out", "[graph]") {
  Table table = testing::random_table(50, 3, 12);
  Graph g = knn_graph(table, 4);
  std::vector<double> exponents = g.distance;
  const testing::SerialRuntime wide, narrow;
  set_heat_weights(g, exponents, "widen it", wide);
  CHECK(wide.warnings.empty());
  for (double& e : exponents) e *= 1e5;
  set_heat_weights(g, exponents, "widen it", narrow);
  REQUIRE(narrow.warnings.size() == 1);
  CHECK_THAT(narrow.warnings[0], Catch::Contains(std::to_string(g.edges()) +
                                                 " pairs of neighbours are worth 1 of equal weight") &&
                                     Catch::EndsWith("; widen it"));
}
