#include "kernels.hpp"

#include <algorithm>
#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/graph.hpp>

namespace tamis::numerics {

Graph make_graph(std::size_t samples, std::span<const Sample> queries, const NeighbourLists& lists,
                 const Crowds& crowds) {
  struct End {
    Sample to;
    double distance;
  };
  // Every pair under its smaller end, then sorted within the row; a pair found from both sides occurs twice.
  const std::size_t nodes = samples + crowds.size();
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
  graph.crowds = crowds;
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

namespace {

// Gives crowds the sums over their samples.
void weigh_crowds(Graph& graph) {
  graph.node_weight.resize(graph.nodes());
  for (std::size_t c = 0; c < graph.crowds.size(); ++c) {
    double sum = 0;
    for (const Sample s : graph.crowds.members(c)) sum += graph.node_weight[s];
    graph.node_weight[graph.samples() + c] = sum;
  }
}

}  // namespace

void weigh(Graph& graph, std::span<const double> weights) {
  if (weights.empty()) return;
  const double largest = *std::ranges::max_element(weights);
  if (largest == 0) throw DataError("no sample has a weight above 0");
  graph.node_weight.clear();
  for (const double w : weights) graph.node_weight.push_back(w / largest);
  weigh_crowds(graph);
}

Graph neighbour_graph(const Dataset& data, std::size_t k, Distance distance, Ties ties,
                      std::span<const std::vector<Sample>> kinds, const Runtime& runtime) {
  const std::vector<Sample> all = samples_with_weight(data);
  const std::size_t n = data.samples();
  if (ties == Ties::first) {
    Graph graph = make_graph(n, all, nearest_neighbours(data, all, all, k, distance, runtime));
    weigh(graph, data.weights());
    return graph;
  }
  Crowds crowds;
  for (const std::vector<Sample>& kind : kinds) crowds.add(crowds_at_one_place(data, kind, k, runtime));
  const Nodes nodes(all, crowds, n);
  Graph graph =
      make_graph(n, nodes.node(), tied_neighbours(data, nodes, nodes, k, distance, runtime), crowds);
  weigh(graph, data.weights());
  return graph;
}

double pairs(const Graph& graph) {
  double sum = 0;
  for (std::size_t i = 0; i < graph.nodes(); ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e) sum += graph.pairs(i, e);
  return sum;
}

double effective_pairs(const Graph& graph) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < graph.nodes(); ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e) {
      sum += graph.pairs(i, e) * graph.weight[e];
      squares += graph.pairs(i, e) * graph.weight[e] * graph.weight[e];
    }
  return squares > 0 ? sum * sum / squares : 0;
}

namespace {

// Of 27 tables of real data, z-scored and at t = 1, the effective share is 0.12 to 0.96 on 16, and 0.0003 to
// 0.08 on the 11 others, which have hundreds of features and more.
constexpr double kFewPairs = 0.1;

void warn_of_few_pairs(const Graph& graph, std::string_view remedy, const Runtime& runtime) {
  const double all = pairs(graph), effective = effective_pairs(graph);
  if (effective >= kFewPairs * all) return;
  const auto whole = [](double x) { return std::to_string(static_cast<std::uint64_t>(std::round(x))); };
  runtime.warn("the heat kernel is narrow for these distances: " + whole(all) +
               " pairs of neighbours are worth " + whole(effective) +
               " of equal weight, so few pairs decide the scores; " + std::string(remedy));
}

}  // namespace

void set_heat_weights(Graph& graph, std::span<const double> exponents, std::string_view remedy,
                      const Runtime& runtime, std::span<const double> factors) {
  constexpr double kTiny = 300;
  const double smallest = exponents.empty() ? 0.0 : *std::ranges::min_element(exponents);
  // An infinite distance (squares that overflow) has weight 0 whatever the others are.
  const double origin = smallest > kTiny && std::isfinite(smallest) ? smallest : 0.0;
  graph.weight.resize(graph.edges());
  for (std::size_t e = 0; e < graph.edges(); ++e)
    graph.weight[e] = (factors.empty() ? 1.0 : factors[e]) * exponential(-(exponents[e] - origin));
  warn_of_few_pairs(graph, remedy, runtime);
  set_degrees(graph);
}

void set_degrees(Graph& graph) {
  graph.degree.assign(graph.nodes(), 0.0);
  graph.scatter_weight.assign(graph.crowds.size(), 0.0);  // at first of the edge from a crowd to itself
  for (std::size_t i = 0; i < graph.nodes(); ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e) {
      const Sample j = graph.column[e];
      const double w = graph.weight[e];
      if (j == i) {
        graph.degree[i] += w * (graph.mass(i) - 1);
        graph.scatter_weight[i - graph.samples()] = w;
      } else {
        graph.degree[i] += w * graph.mass(j);
        graph.degree[j] += w * graph.mass(i);
      }
    }
  for (std::size_t c = 0; c < graph.crowds.size(); ++c) {
    double &degree = graph.degree[graph.samples() + c], &own = graph.scatter_weight[c];
    for (Sample s : graph.crowds.members(c)) graph.degree[s] += degree + own * (1 - graph.mass(s));
    own += degree;
    degree = 0;
  }
  if (!graph.node_weight.empty())
    for (std::size_t s = 0; s < graph.samples(); ++s) graph.degree[s] *= graph.node_weight[s];
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

// What the edges of crowds add to f'Lf, of eight features side by side: means and scatters are weighted. A mean is kept as the first sample's
// value and how far it is from that: rounded to one number beside a large offset it would lose its digits.
void add_crowds(const Graph& graph, const double* panel, double (&sum)[kLanes]) {
  static constexpr double kNothing[kLanes] = {};
  std::vector<double> off(graph.crowds.size() * kLanes, 0.0);
  const auto mean_off = [&](std::size_t node) {
    return node < graph.samples() ? kNothing : off.data() + (node - graph.samples()) * kLanes;
  };
  for (std::size_t c = 0; c < graph.crowds.size(); ++c) {
    const auto members = graph.crowds.members(c);
    const double* const first = panel + members.front() * kLanes;
    double* const mean = off.data() + c * kLanes;
    for (Sample s : members)
      for (std::size_t f = 0; f < kLanes; ++f) mean[f] += graph.mass(s) * (panel[s * kLanes + f] - first[f]);
    if (const double mass = graph.mass(graph.samples() + c); mass > 0)
      for (std::size_t f = 0; f < kLanes; ++f) mean[f] /= mass;
    double scatter[kLanes] = {};
    for (Sample s : members)
      for (std::size_t f = 0; f < kLanes; ++f) {
        const double d = panel[s * kLanes + f] - first[f] - mean[f];
        scatter[f] += graph.mass(s) * (d * d);
      }
    for (std::size_t f = 0; f < kLanes; ++f) sum[f] += graph.scatter_weight[c] * scatter[f];
  }
  for (std::size_t a = 0; a < graph.nodes(); ++a)  // crowds are the last of a row
    for (std::uint64_t e = graph.row_start[a + 1]; e-- > graph.row_start[a];) {
      const Sample b = graph.column[e];
      if (b < graph.samples()) break;
      const double* const at_a = panel + graph.sample(a) * kLanes;
      const double* const at_b = panel + graph.sample(b) * kLanes;
      const double *const off_a = mean_off(a), *const off_b = mean_off(b);
      const double weight = graph.weight[e] * (graph.mass(a) * graph.mass(b));
      for (std::size_t f = 0; f < kLanes; ++f) {
        const double d = (at_a[f] - at_b[f]) + (off_a[f] - off_b[f]);
        sum[f] += weight * (d * d);
      }
    }
}

// Of the edges between samples, which the kernel sums up; 0 for those of crowds.
std::vector<double> weights_between_samples(const Graph& graph) {
  std::vector<double> weight(graph.edges());
  for (std::size_t i = 0; i < graph.samples(); ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e)
      if (const Sample j = graph.column[e]; j < graph.samples())
        weight[e] = graph.weight[e] * (graph.mass(i) * graph.mass(j));
  return weight;
}

/// The moments of up to eight features at a time on one graph, which outlives this object.
class MomentsOnGraph {
 public:
  explicit MomentsOnGraph(const Graph& graph)
      : graph_(graph), plain_(graph.crowds.size() == 0 && graph.node_weight.empty()) {
    if (!plain_) between_ = weights_between_samples(graph);
    for (double d : graph.degree) degree_sum_ += d;
  }

  /// out[i] = those of features[i].
  void find(const Dataset& data, std::span<const Feature> features, std::span<GraphMoments> out) const {
    const std::size_t n = graph_.nodes();
    AlignedArray panel(n * kLanes);
    double origin[kLanes] = {};
    for (std::size_t c = 0; c < features.size(); ++c) {
      const Column x = data.column(features[c]);
      GraphMoments& m = out[c];
      const auto on_graph = extent_of(x, [&](std::size_t i) { return graph_.degree[i] > 0; });
      m = {};
      m.constant_on_graph = !(on_graph.low < on_graph.high);
      if (m.constant_on_graph) {
        const auto all = extent_of(x, [&](std::size_t i) { return graph_.mass(i) > 0; });
        m.constant = !(all.low < all.high);
        continue;  // its place in the panel stays 0
      }
      const ColumnScale scale(on_graph.low, on_graph.high, 0.0);
      origin[c] = scale(on_graph.first);
      m.exponent = 2 * scale.exponent();
      // A sample off the graph has no say, and may lie anywhere: it must not bring an infinity
      // into 0 * f.
      for (std::size_t i = 0; i < graph_.samples(); ++i)
        panel[i * kLanes + c] = graph_.degree[i] > 0 ? scale(x[i]) : origin[c];
    }
    double numerator[kLanes], denominator[kLanes];
    const double* const weight = (plain_ ? graph_.weight : between_).data();
    kernels().graph_panel({n, graph_.row_start.data(), graph_.column.data(), weight, graph_.degree.data(),
                           panel.data(), origin, degree_sum_, numerator, denominator});
    if (graph_.crowds.size() > 0) add_crowds(graph_, panel.data(), numerator);
    for (std::size_t c = 0; c < features.size(); ++c)
      if (!out[c].constant_on_graph) {
        out[c].numerator = numerator[c];
        out[c].denominator = denominator[c];
      }
  }

 private:
  const Graph& graph_;
  bool plain_;
  std::vector<double> between_;
  double degree_sum_ = 0;
};

/// The same graph where the samples whose cells are missing weigh nothing.
Graph of_known(Graph graph, std::span<const std::uint8_t> missing) {
  graph.node_weight.resize(graph.nodes(), 1.0);
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i]) graph.node_weight[i] = 0;
  weigh_crowds(graph);
  set_degrees(graph);
  return graph;
}

}  // namespace

void graph_moments(const Graph& graph, const Dataset& data, std::span<const Feature> features,
                   std::span<GraphMoments> out, const Runtime& runtime) {
  const MomentsOnGraph on_whole(graph);
  runtime.parallel_blocks(
      features.size(),
      [&](std::uint64_t first, std::uint64_t last) {
        const auto block = features.subspan(first, last - first);
        if (!std::ranges::all_of(block, [&](Feature f) { return data.has_missing(f); }))
          on_whole.find(data, block, out.subspan(first, last - first));
        for (std::uint64_t c = first; c < last; ++c)
          if (data.has_missing(features[c])) {
            const Graph known = of_known(graph, data.missing(features[c]));
            MomentsOnGraph(known).find(data, features.subspan(c, 1), out.subspan(c, 1));
          }
      },
      kLanes);
}

}  // namespace tamis::numerics
