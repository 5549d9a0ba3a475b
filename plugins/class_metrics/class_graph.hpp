/// \file class_graph.hpp
/// Classes in any network: an ontology, a map, a grid of ordered levels.
#pragma once

#include "ground_distances.hpp"
#include "tree.hpp"

namespace tamis::class_metrics {

/// D(c, c') = the length of the shortest path between the nodes c and c' of an undirected graph with weights
/// that are not negative. Nodes are the names in the file; a class is the node of its name, other nodes lie
/// between. A graph without cycles is a tree, which distances between distributions make use of.
///
/// Dijkstra. A note on two problems in connexion with graphs. Numerische Mathematik 1 (1959) 269-271, DOI
/// 10.1007/BF01386390 (Boost.Graph's).
///
/// Cost: O(l (E + V) log V), classes in parallel.
class ClassGraph final : public ClassMetric {
 public:
  struct Options {
    std::string_view path = "";
  } options;

  static constexpr auto describe() {
    return tamis::describe<ClassGraph>("class_graph", "Shortest-path distance between two classes in a graph")
        .cites(
            "Dijkstra. A note on two problems in connexion with graphs. Numerische Mathematik 1 (1959) "
            "269-271, DOI 10.1007/BF01386390")
        .option<&Options::path>("path",
                                "CSV file of the edges, from,to,weight, with or without a header: names of "
                                "classes or of nodes between them, and a length");
  }

  /// \throws ParamError  no path.
  /// \throws DataError   the file cannot be read, a weight is no number of 0 to 1e280, a class is no node,
  ///                     or no way leads from one class to another; with the place and the names.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(Matrix out) const override { map(out) = ground_; }
  ClassShape shape() const override { return tree_ ? tree_->shape() : ClassShape{}; }

 private:
  Eigen::MatrixXd ground_;
  std::optional<Tree> tree_;
};

}  // namespace tamis::class_metrics
