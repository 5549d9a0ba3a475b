/// \file graph_criterion.hpp
/// What the criteria on a graph of samples have in common.
#pragma once

#include "pieces.hpp"

#include <tamis/sdk.hpp>

namespace tamis::laplacian {

/// f~'Lf~ / f~'Df~ on one graph, or the reason why it does not exist.
inline Score graph_score(const numerics::GraphMoments& m, const numerics::Graph& graph) {
  if (m.constant) return undefined("constant");
  if (graph.edges() == 0) return undefined("empty_graph");
  if (m.constant_on_graph) return undefined("constant_on_graph");
  return m.numerator / m.denominator;
}

/// A criterion whose prepare() makes graph_. Scores columns of eight at a time.
class GraphCriterion : public Criterion {
 public:
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    std::vector<numerics::GraphMoments> moments(candidates.size());
    numerics::graph_moments(graph_, data_, candidates, moments, runtime_);
    for (std::size_t i = 0; i < candidates.size(); ++i) scores.write(i, graph_score(moments[i], graph_));
  }
  void report(const Diagnostics& diagnostics) const override {
    diagnostics.number("edges", numerics::pairs(graph_));
    diagnostics.number("effective_edges", numerics::effective_pairs(graph_));
    diagnostics.number("pieces", static_cast<double>(piece_sizes(graph_).size()));
  }
  const numerics::Graph& graph() const { return graph_; }

 protected:
  Dataset data_;
  Runtime runtime_;
  numerics::Graph graph_;
};

}  // namespace tamis::laplacian
