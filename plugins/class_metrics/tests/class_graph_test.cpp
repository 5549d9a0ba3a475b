#include "class_graph.hpp"

#include "class_tree.hpp"
#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::class_metrics;
using namespace tamis::class_metrics::testing;
using Catch::Matchers::Contains;

namespace {

using PreparedGraph = Prepared<ClassGraph>;

PreparedGraph on(Rows edges, Names names) {
  return {std::move(names), {"edges.csv"}, {{"edges.csv", std::move(edges)}}};
}

/// Shortest paths by Floyd and Warshall, over nodes "0", "1", ...
std::vector<double> floyd_warshall(const Rows& edges, std::size_t nodes) {
  std::vector<double> d(nodes * nodes, std::numeric_limits<double>::infinity());
  for (std::size_t v = 0; v < nodes; ++v) d[v + v * nodes] = 0;
  for (const auto& e : edges) {
    const std::size_t u = std::stoul(e[0]), v = std::stoul(e[1]);
    d[u + v * nodes] = d[v + u * nodes] = std::min(d[u + v * nodes], std::stod(e[2]));
  }
  for (std::size_t j = 0; j < nodes; ++j)
    for (std::size_t i = 0; i < nodes; ++i)
      for (std::size_t k = 0; k < nodes; ++k)
        d[i + k * nodes] = std::min(d[i + k * nodes], d[i + j * nodes] + d[j + k * nodes]);
  return d;
}

}  // namespace

TEST_CASE("shortest paths go round long edges and over nodes that are no classes", "[class_graph]") {
  const auto p = on({{"a", "b", "10"}, {"a", "x", "1"}, {"x", "y", "2"}, {"b", "y", "3"}, {"a", "b", "9"}},
                    {"b", "a", "y"});
  CHECK(p.distances() == std::vector<double>{0, 6, 3, 6, 0, 3, 3, 3, 0});
  CHECK(p.metric.shape().shape == Shape::general);
}

TEST_CASE("distances are the shortest of all paths, for any graph", "[class_graph][property]") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const std::size_t nodes = 2 + rng.below(20);
    Rows edges;
    for (std::size_t v = 1; v < nodes; ++v)  // so that it is connected; weights are whole and sums exact
      edges.push_back({std::to_string(v), std::to_string(rng.below(v)), std::to_string(rng.below(30))});
    for (std::uint64_t extra = rng.below(40); extra > 0; --extra)
      edges.push_back({std::to_string(rng.below(nodes)), std::to_string(rng.below(nodes)),
                       std::to_string(rng.below(30))});
    Names names;
    for (std::size_t v = 0; v < nodes; ++v) names.push_back(std::to_string(v));
    auto wanted = floyd_warshall(edges, nodes);
    const auto p = on(edges, names);
    CHECK(p.distances() == wanted);
    CHECK((p.metric.shape().shape == Shape::tree) == (edges.size() + 1 == nodes));
  }
}

TEST_CASE("the edges of a hierarchy are the tree of its names", "[class_graph]") {
  const Names names{"m/b", "m", "m/c/x", "n/d", "m/c/y"};
  const auto p = on({{"m/c", "m/c/y", "0.05"},
                     {"m", "m/c", "0.2"},
                     {"m/c", "m/c/x", "0.05"},
                     {"m", "m/b", "0.2"},

                     {"root", "n", "0.5"},
                     {"n", "n/d", "0.2"},
                     {"root", "m", "0.5"}},
                    names);
  CHECK(near(p.distances(), Prepared<ClassTree>(names, {}).distances()));
  REQUIRE(is_tree(p.metric.shape()));
  CHECK(near(paths_on(p.metric.shape()), p.distances()));
}

TEST_CASE("a header is told from an edge", "[class_graph]") {
  CHECK(on({{"from", "to", "weight"}, {"a", "b", "2"}}, {"a", "b"})(0, 1) == 2);
  CHECK_THROWS_WITH(on({{"a", "b", "O.5"}, {"b", "a", "2"}}, {"a", "b"}),
                    Contains("edges.csv:1:3: 'O.5'; expected a finite number"));
}

TEST_CASE("graphs with as many edges as a tree but cycles are no trees", "[class_graph]") {
  const auto p = on({{"a", "b", "1"}, {"b", "c", "1"}, {"a", "c", "1"}, {"u", "v", "1"}}, {"a", "b", "c"});
  CHECK(p.metric.shape().shape == Shape::general);
  CHECK(p(0, 2) == 1);
}

TEST_CASE("one class is at distance zero from itself", "[class_graph][degenerate]") {
  CHECK(on({{"a", "x", "1"}}, {"a"}).distances() == std::vector<double>{0});
}

TEST_CASE("graphs that say no distance are refused with the place and the names", "[class_graph][errors]") {
  CHECK_THROWS_AS(PreparedGraph({"a"}, {""}), ParamError);
  CHECK_THROWS_WITH(on({}, {"a"}), Contains("edges.csv has 0 rows"));
  CHECK_THROWS_WITH(on({{"a", "b"}}, {"a"}), Contains("2 columns; expected an edge per row"));
  CHECK_THROWS_WITH(on({{"a", "b", "1"}, {"", "b", "1"}}, {"a"}), Contains("edges.csv:2:1: the end"));
  CHECK_THROWS_WITH(on({{"a", "b", "1"}, {"a", "c", "-2"}}, {"a"}),
                    Contains("edges.csv:2:3: the edge from 'a' to 'c' has the weight -2"));
  CHECK_THROWS_WITH(on({{"a", "b", "1"}, {"a", "c", "inf"}}, {"a"}), Contains("edges.csv:2:3: 'inf'"));
  CHECK_THROWS_WITH(on({{"a", "b", "1"}}, {"a", "z"}), Contains("no edge begins or ends at class 'z'"));
  CHECK_THROWS_WITH(on({{"a", "b", "1"}, {"c", "d", "1"}}, {"a", "b", "d"}),
                    Contains("no way leads from class 'a' to class 'd'"));
  CHECK_THROWS_WITH(
      on({{"a", "b", "1e308"}, {"b", "c", "1e308"}}, {"a", "c"}),
      Contains("edges.csv:1:3") && Contains("has the weight 1e+308; give a length of 0 to 1e280"));
}
