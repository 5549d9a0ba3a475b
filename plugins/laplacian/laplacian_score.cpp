#include "laplacian_score.hpp"

namespace tamis::laplacian {

void LaplacianScore::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  options.metric->prepare(data, runtime);
  const numerics::Distance distance(*options.metric);
  const std::vector<numerics::Sample> all[] = {numerics::samples_with_weight(data)};
  graph_ = numerics::neighbour_graph(data, static_cast<std::size_t>(options.neighbours), distance,
                                     options.ties, all, runtime);
  if (!std::ranges::all_of(graph_.distance, [](double d) { return std::isfinite(d); }))
    throw DataError("distances between samples overflow; standardise the features");
  std::vector<double> exponents;
  exponents.reserve(graph_.edges());
  for (double d : graph_.distance)
    exponents.push_back((options.kernel == Kernel::plain ? distance.root(d) : distance.square(d)) /
                        options.bandwidth);
  numerics::set_heat_weights(graph_, exponents,
                             options.kernel == Kernel::plain
                                 ? "standardise the features or raise bandwidth"
                                 : "standardise the features, raise bandwidth, or set kernel = \"plain\"",
                             runtime);
  warn_of_pieces(graph_, runtime);
}

Cost LaplacianScore::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  const double edges = n * std::min<double>(options.neighbours, n - 1);
  return {numerics::neighbours_cost(data.samples(), data.features(), options.metric->geometry()) + 60 * edges,
          numerics::graph_cost(n, edges)};
}

}  // namespace tamis::laplacian
