/// \file graph.hpp
/// An undirected weighted graph over samples, and the score of features on it.
#pragma once

#include <tamis/describe.hpp>
#include <tamis/numerics/tied_neighbours.hpp>

namespace tamis::numerics {

/// Of the samples that are as near as the k-th neighbour: are all neighbours, or the first rows of the table
/// until there are k? The first makes a graph that no order of the rows changes.
enum class Ties : int { all, first };
inline constexpr auto kTiesChoices = one_of("all", "first");
inline constexpr std::string_view kTiesHelp =
    "of samples as near as the k-th: all are neighbours, or the first rows until there are k";

/// Edges in compressed rows: row i holds the edges to j = column[e] >= i, row_start[i] <= e < row_start[i+1].
/// Nodes are all samples of the dataset, then crowds: an edge of a crowd joins each of its samples, and the
/// edge from a crowd to itself joins each with each other. A sample without edges has degree 0.
struct Graph {
  std::vector<std::uint64_t> row_start{0};  ///< nodes + 1
  std::vector<Sample> column;
  std::vector<double> distance;  ///< of each edge, as the lists were ordered
  std::vector<double> weight;    ///< of each pair that an edge joins, once it was set
  Crowds crowds;
  /// Of each node where samples have weights, set by weigh(): a pair then counts `weight` times those of its samples.
  /// Of a crowd the sum over its samples; empty: samples weigh 1.
  std::vector<double> node_weight;
  // What set_degrees() derives from them.
  std::vector<double> degree;          ///< of each sample: the sum of its pairs' weights; of crowds 0
  std::vector<double> scatter_weight;  ///< of each crowd: what its scatter counts in f'Lf

  std::size_t nodes() const { return row_start.size() - 1; }
  std::size_t samples() const { return nodes() - crowds.size(); }
  std::size_t edges() const { return column.size(); }
  /// How many samples the node has.
  double count(std::size_t node) const {
    return crowds.size() == 0 || node < samples()
               ? 1.0
               : static_cast<double>(crowds.members(node - samples()).size());
  }
  /// What they weigh together.
  double mass(std::size_t node) const { return node_weight.empty() ? count(node) : node_weight[node]; }
  /// A sample of the node.
  Sample sample(std::size_t node) const {
    return node < samples() ? static_cast<Sample>(node) : crowds.members(node - samples()).front();
  }
  /// Pairs of samples that an edge from `node` joins.
  double pairs(std::size_t node, std::uint64_t e) const {
    if (crowds.size() == 0) return 1;
    const double here = count(node);
    return column[e] == node ? here * (here - 1) / 2 : here * count(column[e]);
  }
};

/// The edge i - j exists iff j is in the list of i or i in the list of j. O(n k log k).
/// \param queries  the node that each list belongs to.
Graph make_graph(std::size_t samples, std::span<const Sample> queries, const NeighbourLists& lists,
                 const Crowds& crowds = {});

/// Gives the samples weights, before set_heat_weights() or set_degrees(): each pair of them counts the product of the
/// two, in units of the largest weight.
/// \param weights  of all samples, finite and not negative; empty: changes nothing. A sample of weight 0 may have no
///                 edges.
void weigh(Graph& graph, std::span<const double> weights);

/// The graph of nearest neighbours of all samples, or of those of a weight above 0, where each pair counts the product of
/// the two weights; k counts samples, whatever they weigh.
/// \param kinds  the samples_with_weight(), in parts inside which edges of equal distance weigh alike: crowds
///               are of one kind.
Graph neighbour_graph(const Dataset& data, std::size_t k, Distance distance, Ties ties,
                      std::span<const std::vector<Sample>> kinds, const Runtime& runtime);

/// weight = factor exp(-exponent) for each edge, and the degrees. Scores do not change when all weights are
/// multiplied, so when every weight is below e^-300 the exponents are taken relative to the smallest:
/// underflow must not make a score undefined.
///
/// Warns where effective_pairs() is below a tenth of the pairs: a kernel far narrower than the distances
/// leaves every score to a few of them.
///
/// \param remedy   ends the warning: what the user may set.
/// \param factors  one per edge, or empty for 1.
void set_heat_weights(Graph& graph, std::span<const double> exponents, std::string_view remedy,
                      const Runtime& runtime, std::span<const double> factors = {});
/// Degrees from weights that the caller has set.
void set_degrees(Graph& graph);

/// Pairs of samples that are joined by an edge.
double pairs(const Graph& graph);
/// How many pairs of equal weight would be worth as much: (sum w)^2 / sum w^2, between 1 and pairs(), for the weights of
/// edges alone.
/// L. Kish. Survey Sampling. Wiley 1965 (the effective size of a weighted sample).
double effective_pairs(const Graph& graph);

/// A feature on a graph, up to a common factor of numerator and denominator: a power of 4 (features are
/// scaled by exact powers of two, so that squares neither overflow nor underflow).
struct GraphMoments {
  double numerator = 0;    ///< f'Lf = sum over edges of w_ij (f_i - f_j)^2
  double denominator = 0;  ///< f~'Df~ = sum_i d_i (f_i - c)^2, c = f'D1 / 1'D1
  int exponent = 0;        ///< both are to be multiplied by 2^exponent
  bool constant = false;   ///< max == min over all samples of a weight above 0 whose cells are known
  /// max == min over the samples of positive degree: exactly when there is no score
  bool constant_on_graph = false;
};

/// out[i] = the moments of features[i], in the user's units. Neither sum cancels: differences are taken
/// before squares, and means are taken of features shifted by one of their own values. For crowds A and B of
/// means m and scatters W, each of |A| and |B| samples,
///   sum_{i in A, j in B} (f_i - f_j)^2 = |B| W_A + |A| W_B + |A| |B| (m_A - m_B)^2;   inside A: |A| W_A.
/// A feature with missing cells is scored on the graph of the samples that have it: those that lack it weigh nothing.
/// O((E + n) d), eight features at a time, those with missing cells one by one; memory O(n) per thread, for these O(E + n).
void graph_moments(const Graph& graph, const Dataset& data, std::span<const Feature> features,
                   std::span<GraphMoments> out, const Runtime& runtime);

/// Operations of graph_moments per feature.
inline double graph_cost(double nodes, double edges) { return 0.4 * edges + 3 * nodes; }

}  // namespace tamis::numerics
