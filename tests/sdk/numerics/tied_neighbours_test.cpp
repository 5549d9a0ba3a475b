#include <tamis/numerics/graph.hpp>
#include <tamis/numerics/neighbours_1d.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>
#include <numeric>
#include <set>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using testing::Table;

const testing::SerialRuntime kSerial;

struct Norm final : PointMetric {
  Geometry norm;
  explicit Norm(Geometry g) : norm(g) {}
  void distances(ConstMatrix, ConstMatrix, Matrix) const override { FAIL("a norm needs no help"); }
  Geometry geometry() const override { return norm; }
};

double distance(Geometry geometry, const std::vector<double>& a, const std::vector<double>& b) {
  double d = 0;
  for (std::size_t f = 0; f < a.size(); ++f) {
    const double gap = std::abs(a[f] - b[f]);
    d = geometry == Geometry::l2 ? d + gap * gap : geometry == Geometry::l1 ? d + gap : std::max(d, gap);
  }
  return d;
}

using Pairs = std::set<std::pair<Sample, Sample>>;

// i - j where j is as near to i as its k-th neighbour, or the other way round.
Pairs plain_pairs(const std::vector<std::vector<double>>& points, const std::vector<Sample>& samples,
                  std::size_t k, Geometry geometry) {
  Pairs pairs;
  for (Sample i : samples) {
    std::vector<std::pair<double, Sample>> others;
    for (Sample j : samples)
      if (j != i) others.emplace_back(distance(geometry, points[i], points[j]), j);
    if (others.empty()) continue;
    std::sort(others.begin(), others.end());
    const double reach = farthest_tied(others[std::min(k, others.size()) - 1].first, geometry);
    for (const auto& [d, j] : others)
      if (d <= reach) pairs.emplace(std::min(i, j), std::max(i, j));
  }
  return pairs;
}

// The pairs of samples that the edges of a graph stand for; each must be there once.
Pairs joined(const Graph& graph) {
  const auto samples_of = [&](std::size_t node) {
    std::vector<Sample> s{graph.sample(node)};
    if (node >= graph.samples()) {
      const auto members = graph.crowds.members(node - graph.samples());
      s.assign(members.begin(), members.end());
    }
    return s;
  };
  Pairs pairs;
  for (std::size_t a = 0; a < graph.nodes(); ++a)
    for (std::uint64_t e = graph.row_start[a]; e < graph.row_start[a + 1]; ++e)
      for (Sample i : samples_of(a))
        for (Sample j : samples_of(graph.column[e])) {
          if (graph.column[e] == a && i >= j) continue;
          const bool first_time = pairs.emplace(std::min(i, j), std::max(i, j)).second;
          CHECK(first_time);
        }
  return pairs;
}

std::vector<std::vector<double>> rows(const Table& t) {
  std::vector<std::vector<double>> points(t.n, std::vector<double>(t.d));
  for (std::size_t i = 0; i < t.n; ++i)
    for (std::size_t f = 0; f < t.d; ++f)
      points[i][f] = t.scale.empty() ? t.at(i, f) : (t.at(i, f) - t.centre[f]) / t.scale[f];
  return points;
}

}  // namespace

TEST_CASE("a graph of tied neighbours joins what plain loops join, crowds or not", "[tied_neighbours]") {
  Table table = testing::integer_table(130, GENERATE(1, 2, 3), 1, GENERATE(2, 4, 9));
  table.standardise();
  const Dataset data = table.view();
  const auto geometry = GENERATE(Geometry::l1, Geometry::l2, Geometry::linf);
  const std::size_t k = GENERATE(1, 5, 30, 200);
  const std::vector<Sample> all = all_samples(data);
  // Of one kind, or of two that stand at the same places.
  std::vector<std::vector<Sample>> kinds(GENERATE(1, 2));
  for (Sample s : all) kinds[s % kinds.size()].push_back(s);
  const Norm norm(geometry);
  const Graph graph = neighbour_graph(data, k, norm, Ties::all, kinds, kSerial);
  CHECK(joined(graph) == plain_pairs(rows(table), all, k, geometry));
  CHECK(pairs(graph) == static_cast<double>(joined(graph).size()));
}

TEST_CASE("tied neighbours on the line are what plain loops find", "[tied_neighbours]") {
  const std::uint64_t values = GENERATE(1, 3, 20, 200);
  const std::size_t k = GENERATE(1, 4, 300);
  Rng rng(values);
  std::vector<std::vector<double>> points(150, std::vector<double>(1));
  for (auto& p : points) p[0] = 0.1 * static_cast<double>(rng.below(values));
  for (std::size_t i = 0; i < 30; ++i) points[4 * i][0] = 0.7;
  std::vector<double> y;
  std::vector<Sample> samples;
  for (Sample i = 0; i < 150; ++i) {
    y.push_back(points[i][0]);
    if (i % 7 != 0) samples.push_back(i);
  }
  const Crowds crowds = crowds_of_one_value(y, samples, k);
  const Nodes nodes(samples, crowds, 150);
  const auto graph_by = [&](DifferenceNorm norm, const Runtime& runtime) {
    return make_graph(150, nodes.node(), tied_on_line(y, nodes, k, norm, runtime), crowds);
  };
  CHECK(joined(graph_by(DifferenceNorm::absolute, kSerial)) == plain_pairs(points, samples, k, Geometry::l1));
  CHECK(joined(graph_by(DifferenceNorm::squared, kSerial)) == plain_pairs(points, samples, k, Geometry::l2));
  CHECK(graph_by(DifferenceNorm::absolute, kSerial).column ==
        graph_by(DifferenceNorm::absolute, testing::ThreadedRuntime(3)).column);
}

TEST_CASE("crowds are more than k samples at one place", "[crowds]") {
  Table table(9, 2);
  table.x = {1, 1, 1, 2, 2, 0.0, -0.0, 1, 1,  //
             5, 5, 6, 5, 5, 5,   5,    5, 5};
  const std::vector<Sample> all = all_samples(table.view());
  const Crowds more_than_one = crowds_at_one_place(table.view(), all, 1, kSerial);
  REQUIRE(more_than_one.size() == 3);
  CHECK(std::vector<Sample>(more_than_one.members(0).begin(), more_than_one.members(0).end()) ==
        std::vector<Sample>{5, 6});
  CHECK(more_than_one.members(1).size() == 4);
  CHECK(crowds_at_one_place(table.view(), all, 3, kSerial).size() == 1);
  CHECK(crowds_at_one_place(table.view(), all, 4, kSerial).size() == 0);

  const Crowds four = crowds_at_one_place(table.view(), all, 3, kSerial);
  const Nodes nodes(all, four, 9);
  CHECK(std::vector<Sample>(nodes.node().begin(), nodes.node().end()) ==
        std::vector<Sample>{9, 2, 3, 4, 5, 6});
  CHECK(std::vector<Sample>(nodes.place().begin(), nodes.place().end()) ==
        std::vector<Sample>{0, 2, 3, 4, 5, 6});
  CHECK(nodes.mass(0) == 4);
}

TEST_CASE("without ties the lists are those of the k nearest, to the bit", "[tied_neighbours]") {
  Table table = testing::random_table(200, GENERATE(3, 30), 4);
  const Dataset data = table.view();
  const std::vector<Sample> kinds[] = {all_samples(data)};
  const Graph all = neighbour_graph(data, 5, {}, Ties::all, kinds, kSerial);
  const Graph first = neighbour_graph(data, 5, {}, Ties::first, kinds, kSerial);
  CHECK(all.row_start == first.row_start);
  CHECK(all.column == first.column);
  CHECK(all.distance == first.distance);
}
