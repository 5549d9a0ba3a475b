#include "supervised_laplacian.hpp"

#include <tamis/numerics/neighbours_1d.hpp>

namespace tamis::laplacian {
namespace {

numerics::Graph nearest_outputs(const Outputs& outputs, std::size_t k, numerics::Ties ties,
                                const Runtime& runtime) {
  using namespace numerics;
  const std::size_t all = outputs.of_sample.size();
  if (ties == Ties::first)
    return make_graph(all, outputs.known,
                      nearest_on_line(outputs.value, outputs.known, k, DifferenceNorm::absolute, runtime));
  const Crowds crowds = crowds_of_one_value(outputs.of_sample, outputs.known, k);
  const Nodes nodes(outputs.known, crowds, all);
  return make_graph(all, nodes.node(),
                    tied_on_line(outputs.of_sample, nodes, k, DifferenceNorm::absolute, runtime), crowds);
}

}  // namespace

// Eq. 4-5: nearest by their outputs, weighted by the heat kernel of the difference.
numerics::Graph output_graph(const Outputs& outputs, std::span<const double> weights, std::size_t k,
                             double bandwidth, numerics::Ties ties, std::string_view remedy,
                             const Runtime& runtime) {
  numerics::Graph graph = nearest_outputs(outputs, k, ties, runtime);
  numerics::weigh(graph, weights);
  std::vector<double> exponents;
  exponents.reserve(graph.edges());
  for (double gap : graph.distance) exponents.push_back(outputs.squared_gap(gap) / bandwidth);
  numerics::set_heat_weights(graph, exponents, remedy, runtime);
  return graph;
}

void SupervisedLaplacian::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  const Outputs outputs = known_outputs(data.target(), data.weights(), options.standardise_target);
  graph_ =
      output_graph(outputs, data.weights(), static_cast<std::size_t>(options.neighbours), options.bandwidth,
                   options.ties, "set standardise_target = \"population\" or raise bandwidth", runtime);
}

Cost SupervisedLaplacian::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  const double edges = n * std::min<double>(options.neighbours, n - 1);
  return {20 * n * std::log2(n + 1) + 60 * edges, numerics::graph_cost(n, edges)};
}

}  // namespace tamis::laplacian
