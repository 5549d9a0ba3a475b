#include "kernels.hpp"

#include <algorithm>
#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/graph.hpp>

namespace tamis::numerics {

Graph make_graph(std::size_t nodes, std::span<const Sample> queries, const NeighbourLists& lists) {
  struct End {
    Sample to;
    double distance;
  };
  // Every pair under its smaller end, then sorted within the row; a pair found from both sides stands twice.
  std::vector<std::uint64_t> start(nodes + 1, 0);
  const auto each_pair = [&](const auto& visit) {
    for (std::size_t q = 0; q < queries.size(); ++q)
      for (std::uint64_t e = lists.start[q]; e < lists.start[q + 1]; ++e)
        visit(std::min(queries[q], lists.index[e]), std::max(queries[q], lists.index[e]), lists.distance[e]);
  };
  each_pair([&](Sample i, Sample, double) { ++start[i + 1]; });
  for (std::size_t i = 0; i < nodes; ++i) start[i + 1] += start[i];
  std::vector<End> ends(start.back());
  std::vector<std::uint64_t> next(start.begin(), start.end() - 1);
  each_pair([&](Sample i, Sample j, double d) { ends[next[i]++] = {j, d}; });

  Graph graph;
  graph.row_start.reserve(nodes + 1);
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto first = ends.begin() + static_cast<std::ptrdiff_t>(start[i]);
    const auto last = ends.begin() + static_cast<std::ptrdiff_t>(start[i + 1]);
    std::sort(first, last, [](const End& a, const End& b) { return a.to < b.to; });
    for (auto e = first; e != last; ++e)
      if (e == first || e->to != std::prev(e)->to) {
        graph.column.push_back(e->to);
        graph.distance.push_back(e->distance);
      }
    graph.row_start.push_back(graph.column.size());
  }
  return graph;
}

void set_heat_weights(Graph& graph, std::span<const double> exponents, std::span<const double> factors) {
  constexpr double kTiny = 300;
  const double smallest = exponents.empty() ? 0.0 : *std::ranges::min_element(exponents);
  // An infinite distance (squares that overflow) has weight 0 whatever the others are.
  const double origin = smallest > kTiny && std::isfinite(smallest) ? smallest : 0.0;
  graph.weight.resize(graph.edges());
  for (std::size_t e = 0; e < graph.edges(); ++e)
    graph.weight[e] = (factors.empty() ? 1.0 : factors[e]) * exponential(-(exponents[e] - origin));
  set_degrees(graph);
}

void set_degrees(Graph& graph) {
  graph.degree.assign(graph.nodes(), 0.0);
  for (std::size_t i = 0; i < graph.nodes(); ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e) {
      graph.degree[i] += graph.weight[e];
      graph.degree[graph.column[e]] += graph.weight[e];
    }
}

namespace {

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low, first = 0;
};

// Over the samples that `take`s.
template <class Take>
Extent extent_of(Column x, const Take& take) {
  Extent e;
  bool any = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!take(i)) continue;
    if (!any) e.first = x[i];
    any = true;
    e.low = std::min(e.low, x[i]);
    e.high = std::max(e.high, x[i]);
  }
  return e;
}

}  // namespace

void graph_moments(const Graph& graph, const Dataset& data, std::span<const Feature> features,
                   std::span<GraphMoments> out, const Runtime& runtime) {
  const std::size_t n = graph.nodes();
  double degree_sum = 0;
  for (double d : graph.degree) degree_sum += d;
  const Kernels& kernels = numerics::kernels();
  runtime.parallel_blocks(
      features.size(),
      [&](std::uint64_t first, std::uint64_t last) {
        AlignedArray panel(n * kLanes);
        double origin[kLanes] = {};
        for (std::uint64_t c = first; c < last; ++c) {
          const Column x = data.column(features[c]);
          GraphMoments& m = out[c];
          const auto on_graph = extent_of(x, [&](std::size_t i) { return graph.degree[i] > 0; });
          m = {};
          m.constant_on_graph = !(on_graph.low < on_graph.high);
          if (m.constant_on_graph) {
            const auto all = extent_of(x, [](std::size_t) { return true; });
            m.constant = all.low == all.high;
            continue;  // its place in the panel stays 0
          }
          const ColumnScale scale(on_graph.low, on_graph.high, 0.0);
          origin[c - first] = scale(on_graph.first);
          m.exponent = 2 * scale.exponent();
          // A sample off the graph has no say, and may lie anywhere: it must not bring an infinity into 0 *
          // f.
          for (std::size_t i = 0; i < n; ++i)
            panel[i * kLanes + (c - first)] = graph.degree[i] > 0 ? scale(x[i]) : origin[c - first];
        }
        double numerator[kLanes], denominator[kLanes];
        kernels.graph_panel({n, graph.row_start.data(), graph.column.data(), graph.weight.data(),
                             graph.degree.data(), panel.data(), origin, degree_sum, numerator, denominator});
        for (std::uint64_t c = first; c < last; ++c)
          if (!out[c].constant_on_graph) {
            out[c].numerator = numerator[c - first];
            out[c].denominator = denominator[c - first];
          }
      },
      kLanes);
}

}  // namespace tamis::numerics
