#include "supervised_laplacian.hpp"

#include <tamis/numerics/neighbours_1d.hpp>

namespace tamis::laplacian {

numerics::Graph output_graph(const Outputs& outputs, std::size_t nodes, std::size_t k, double bandwidth,
                             const Runtime& runtime) {
  const auto lists =
      numerics::nearest_on_line(outputs.value, outputs.known, k, numerics::Gap::absolute, runtime);
  numerics::Graph graph = numerics::make_graph(nodes, outputs.known, lists);
  std::vector<double> exponents;
  exponents.reserve(graph.edges());
  for (double gap : graph.distance) exponents.push_back(outputs.squared_gap(gap) / bandwidth);
  numerics::set_heat_weights(graph, exponents);
  return graph;
}

void SupervisedLaplacian::prepare(const Dataset& data, Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  const Outputs outputs = known_outputs(data.target(), options.standardise_target);
  graph_ = output_graph(outputs, data.samples(), static_cast<std::size_t>(options.neighbours),
                        options.bandwidth, runtime);
}

Cost SupervisedLaplacian::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  const double edges = n * std::min<double>(options.neighbours, n - 1);
  return {20 * n * std::log2(n + 1) + 60 * edges, numerics::graph_cost(n, edges)};
}

}  // namespace tamis::laplacian
