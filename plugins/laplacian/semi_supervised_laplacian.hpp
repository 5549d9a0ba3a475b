/// \file semi_supervised_laplacian.hpp
/// Few outputs are known: use them where they are, and the neighbourhoods of all samples for the rest.
#pragma once

#include "graph_criterion.hpp"
#include "outputs.hpp"

namespace tamis::laplacian {

/// SSLS = (f~'L f~ / f~'D f~) x SLS, smaller is better, where
///   d_ij = (y_i - y_j)^2 if both outputs are known, else (1/d) sum_f (x_if - x_jf)^2;
///   S_ij = exp(-d_ij / t), times C if both outputs are known, on the graph of the k nearest samples by d_ij;
///   SLS is the supervised score on the known samples, with its own k and t.
///
/// G. Doquire, M. Verleysen. Graph Laplacian for semi-supervised feature selection in regression problems.
/// IWANN 2011, LNCS 6691, DOI 10.1007/978-3-642-21501-8_31, eq. 8-10. Outputs are divided by their standard
/// deviation by default, since d compares them with z-scored features (of mean square distance 2): raw
/// outputs of a large scale leave no edge between known samples, and labels would be ignored in silence. With weights of
/// samples S_ij is multiplied by w_i w_j in both graphs, and k counts samples of a weight above 0 [our form]. If cells are
/// missing, d_ij is the mean over the features that both samples have, and a feature is scored on the graphs of the samples that
/// have it.
///
/// prepare: the searches of mixed_graph(). A score: O(n k).
class SemiSupervisedLaplacian final : public GraphCriterion {
 public:
  enum class Close : int { mixed, features };
  struct Options {
    int neighbours = 30;     // section 5 of the paper
    double bandwidth = 1.0;  // likewise
    int supervised_neighbours = 5;
    double supervised_bandwidth = 0;  // 0: as bandwidth
    double label_weight = 5;          // C, section 5
    Close close = Close::mixed;
    OutputScaling standardise_target = OutputScaling::population;
    numerics::Ties ties = numerics::Ties::all;
  } options;

  static constexpr auto describe() {
    return tamis::describe<SemiSupervisedLaplacian>(
               "semi_supervised_laplacian",
               "Semi-supervised Laplacian score (SSLS): a real target, partly known")
        .cites(
            "Doquire, Verleysen. Graph Laplacian for Semi-supervised Feature Selection in Regression "
            "Problems. IWANN 2011. DOI 10.1007/978-3-642-21501-8_31")
        .measures(Measures::feature)
        .better(Better::lower)
        .targets(Targets::real)
        .uses_unknown()
        .takes_missing()
        .distances()
        .uses_weights()
        .own_column()
        .option<&Options::neighbours>("neighbours", at_least(1), "k of the graph over all samples")
        .option<&Options::bandwidth>("bandwidth", positive, "t of the heat kernel")
        .option<&Options::supervised_neighbours>("supervised_neighbours", at_least(1),
                                                 "k of the graph over known outputs")
        .option<&Options::supervised_bandwidth>("supervised_bandwidth", at_least(0),
                                                "t over known outputs; 0: the same as bandwidth")
        .option<&Options::label_weight>("label_weight", positive, "C, weight of edges between known outputs")
        .option<&Options::close>("close", one_of("mixed", "features"),
                                 "neighbours by outputs where both are known, or by features always")
        .option<&Options::standardise_target>("standardise_target", one_of("none", "population", "sample"),
                                              "divide outputs by their standard deviation first")
        .option<&Options::ties>("ties", numerics::kTiesChoices, numerics::kTiesHelp);
  }

  /// Warns when no edge joins two known samples: then the outputs act through the factor SLS only.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override;
  void report(const Diagnostics& diagnostics) const override;
  Cost cost(const Dataset& data) const override;

 private:
  numerics::Graph supervised_;
  double known_edges_ = 0;
};

}  // namespace tamis::laplacian
