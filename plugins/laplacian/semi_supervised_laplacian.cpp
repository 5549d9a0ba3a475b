#include "semi_supervised_laplacian.hpp"

#include "mixed_graph.hpp"
#include "supervised_laplacian.hpp"

namespace tamis::laplacian {
namespace {

// Outputs tell known samples at one place apart, so each pair of them is an edge of its own.
void check_copies(const Dataset& data, const Outputs& outputs, std::size_t k, const Runtime& runtime) {
  constexpr double kMostPairs = 1 << 25;  // some gigabytes of edges
  const numerics::Crowds copies = numerics::crowds_at_one_place(data, outputs.known, k, runtime);
  double pairs = 0;
  for (std::size_t c = 0; c < copies.size(); ++c) {
    const auto m = static_cast<double>(copies.members(c).size());
    pairs += m * (m - 1) / 2;
  }
  if (pairs > kMostPairs)
    throw DataError(
        "the samples of known output that agree in all features make more than 30 million pairs of "
        "neighbours; set ties = \"first\" or close = \"mixed\"");
}

// Close by features, whatever is known.
numerics::Graph feature_graph(const Dataset& data, const Outputs& outputs, std::size_t k, numerics::Ties ties,
                              const Runtime& runtime) {
  if (ties == numerics::Ties::all) check_copies(data, outputs, k, runtime);
  const std::vector<numerics::Sample> alike[] = {outputs.unknown};  // outputs tell the others apart
  numerics::Graph graph = numerics::neighbour_graph(data, k, {}, ties, alike, runtime);
  for (double& sum : graph.distance) sum /= static_cast<double>(data.features());
  return graph;
}

}  // namespace

void SemiSupervisedLaplacian::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  const Outputs outputs = known_outputs(data.target(), data.weights(), options.standardise_target);
  const auto k = static_cast<std::size_t>(options.neighbours);
  graph_ = options.close == Close::mixed ? mixed_graph(data, outputs, k, options.ties, runtime)
                                         : feature_graph(data, outputs, k, options.ties, runtime);
  const auto output = [&](std::size_t node) { return outputs.of_sample[graph_.sample(node)]; };
  std::vector<double> exponents, factors;
  for (std::size_t i = 0; i < graph_.nodes(); ++i)
    for (std::uint64_t e = graph_.row_start[i]; e < graph_.row_start[i + 1]; ++e) {
      const double gap = output(i) - output(graph_.column[e]);
      const bool both = !std::isnan(gap);
      known_edges_ += both ? graph_.pairs(i, e) : 0;
      // eq. 8: outputs where both are known, else features
      exponents.push_back((both ? outputs.squared_gap(gap) : graph_.distance[e]) / options.bandwidth);
      factors.push_back(both ? options.label_weight : 1.0);
    }
  // eq. 9
  numerics::set_heat_weights(graph_, exponents,
                             "set standardise_target = \"population\", standardise the features, or raise "
                             "bandwidth",
                             runtime, factors);
  warn_of_pieces(graph_, runtime);
  if (known_edges_ == 0 && outputs.known.size() > 1)
    runtime.warn(
        "semi_supervised_laplacian: no edge of the graph joins two known outputs, so they act through the "
        "factor SLS only; raise neighbours or set standardise_target = \"population\"");

  const double bandwidth =
      options.supervised_bandwidth > 0 ? options.supervised_bandwidth : options.bandwidth;
  supervised_ = output_graph(
      outputs, data.weights(), static_cast<std::size_t>(options.supervised_neighbours), bandwidth,
      options.ties, "set standardise_target = \"population\" or raise supervised_bandwidth", runtime);
}

void SemiSupervisedLaplacian::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  std::vector<numerics::GraphMoments> all(candidates.size()), known(candidates.size());
  numerics::graph_moments(graph_, data_, candidates, all, runtime_);
  numerics::graph_moments(supervised_, data_, candidates, known, runtime_);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Score s = graph_score(all[i], graph_), sls = graph_score(known[i], supervised_);
    if (!s.reason.empty())
      scores.undefined(i, s.reason);
    else if (!sls.reason.empty())
      scores.undefined(i, supervised_.edges() == 0 ? "sls_empty_graph" : "sls_constant");
    else
      scores[i] = s.value * sls.value;  // eq. 10
  }
}

void SemiSupervisedLaplacian::report(const Diagnostics& diagnostics) const {
  GraphCriterion::report(diagnostics);
  diagnostics.number("edges_between_known", known_edges_);
  diagnostics.number("supervised_edges", numerics::pairs(supervised_));
  diagnostics.number("effective_supervised_edges", numerics::effective_pairs(supervised_));
}

Cost SemiSupervisedLaplacian::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  const double edges = n * std::min<double>(options.neighbours, n - 1);
  const double supervised = n * std::min<double>(options.supervised_neighbours, n - 1);
  return {
      numerics::neighbours_cost(data.samples(), data.features(), Geometry::l2) + 60 * (edges + supervised),
      numerics::graph_cost(2 * n, edges + supervised)};
}

}  // namespace tamis::laplacian
