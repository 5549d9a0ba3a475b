/// \file graph.hpp
/// An undirected weighted graph over samples, and the score of features on it.
#pragma once

#include <tamis/numerics/neighbours.hpp>

namespace tamis::numerics {

/// Edges in compressed rows: row i holds the edges to j = column[e] > i, row_start[i] <= e < row_start[i+1].
/// Nodes are all samples of the dataset; one without edges has degree 0.
struct Graph {
  std::vector<std::uint64_t> row_start{0};  ///< nodes + 1
  std::vector<Sample> column;
  std::vector<double> distance;  ///< of each edge, as the lists were ordered
  std::vector<double> weight;    ///< of each edge, once set_heat_weights was called or the caller has set it
  std::vector<double> degree;    ///< of each node: the sum of its edges' weights
  std::size_t nodes() const { return row_start.size() - 1; }
  std::size_t edges() const { return column.size(); }
};

/// The edge i - j exists iff j is in the list of i or i in the list of j. O(n k log k).
/// \param queries  the sample that each list belongs to.
Graph make_graph(std::size_t nodes, std::span<const Sample> queries, const NeighbourLists& lists);

/// weight = factor exp(-exponent) for each edge, and the degrees. Scores do not change when all weights are
/// multiplied, so when every weight is below e^-300 the exponents are taken relative to the smallest:
/// underflow must not make a score undefined.
///
/// \param factors  one per edge, or empty for 1.
void set_heat_weights(Graph& graph, std::span<const double> exponents, std::span<const double> factors = {});
/// Degrees from weights that the caller has set.
void set_degrees(Graph& graph);

/// A feature on a graph, up to a common factor of numerator and denominator: a power of 4 (features are
/// scaled by exact powers of two, so that squares neither overflow nor underflow).
struct GraphMoments {
  double numerator = 0;    ///< f'Lf = sum over edges of w_ij (f_i - f_j)^2
  double denominator = 0;  ///< f~'Df~ = sum_i d_i (f_i - c)^2, c = f'D1 / 1'D1
  int exponent = 0;        ///< both are to be multiplied by 2^exponent
  bool constant = false;   ///< max == min over all samples
  /// max == min over the samples of positive degree: exactly when there is no score
  bool constant_on_graph = false;
};

/// out[i] = the moments of features[i], in the user's units. Neither sum cancels: differences are taken
/// before squares, and means are taken of features shifted by one of their own values. O((E + n) d), eight
/// features at a time; memory O(n) per thread.
void graph_moments(const Graph& graph, const Dataset& data, std::span<const Feature> features,
                   std::span<GraphMoments> out, const Runtime& runtime);

/// Operations of graph_moments per feature.
inline double graph_cost(double nodes, double edges) { return 0.4 * edges + 3 * nodes; }

}  // namespace tamis::numerics
