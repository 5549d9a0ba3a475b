/// \file supervised_laplacian.hpp
/// How little does a feature vary between samples with similar outputs?
#pragma once

#include "graph_criterion.hpp"
#include "outputs.hpp"

namespace tamis::laplacian {

/// The graph of a supervised Laplacian score: S_ij = exp(-(y_i - y_j)^2 / t) between the k nearest outputs by
/// |y_i - y_j|, over the known samples. Samples whose output is unknown have no edges.
/// \param weights  of the samples, or empty: of each pair S_ij is multiplied by w_i w_j.
/// \param remedy   what to set where t is narrow for the outputs.
numerics::Graph output_graph(const Outputs& outputs, std::span<const double> weights, std::size_t k,
                             double bandwidth, numerics::Ties ties, std::string_view remedy,
                             const Runtime& runtime);

/// SLS = f~'L f~ / f~'D f~ with S_ij = exp(-(y_i - y_j)^2 / t) if the outputs y_i and y_j are close, else 0;
/// smaller is better, between 0 and 2. Samples of unknown output take no part. Outputs are divided by their
/// standard deviation by default, so that their unit changes nothing: at t = 1 raw outputs of a large scale
/// leave the weight of the graph to the few nearest pairs. With weights of samples S_ij is multiplied by w_i w_j, the
/// standard deviation is weighted, and k counts samples of a weight above 0 [our form]. A sample that lacks a feature takes no
/// part in its score.
///
/// G. Doquire, M. Verleysen. Graph Laplacian for semi-supervised feature selection in regression problems.
/// IWANN 2011, LNCS 6691, DOI 10.1007/978-3-642-21501-8_31, eq. 4-5.
///
/// prepare: O(n log n + n k log k), no distances between samples. A score: O(n k).
class SupervisedLaplacian final : public GraphCriterion {
 public:
  struct Options {
    int neighbours = 5;      // section 5 of the paper
    double bandwidth = 1.0;  // likewise
    OutputScaling standardise_target = OutputScaling::population;
    numerics::Ties ties = numerics::Ties::all;
  } options;

  static constexpr auto describe() {
    return tamis::describe<SupervisedLaplacian>("supervised_laplacian",
                                                "Supervised Laplacian score (SLS): a real target")
        .cites(
            "Doquire, Verleysen. Graph Laplacian for Semi-supervised Feature Selection in Regression "
            "Problems. IWANN 2011. DOI 10.1007/978-3-642-21501-8_31")
        .measures(Measures::feature)
        .better(Better::lower)
        .targets(Targets::real)
        .own_column()
        .uses_weights()
        .takes_missing()
        .prepares_from_target()
        .option<&Options::neighbours>("neighbours", at_least(1), "k of the graph of nearest outputs")
        .option<&Options::bandwidth>("bandwidth", positive, "t of the heat kernel")
        .option<&Options::standardise_target>("standardise_target", one_of("none", "population", "sample"),
                                              "divide outputs by their standard deviation first")
        .option<&Options::ties>("ties", numerics::kTiesChoices, numerics::kTiesHelp);
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Cost cost(const Dataset& data) const override;
};

}  // namespace tamis::laplacian
