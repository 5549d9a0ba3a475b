/// \file laplacian_score.hpp
/// How well does a feature respect the neighbourhoods of the samples? Needs no labels.
#pragma once

#include "graph_criterion.hpp"

namespace tamis::laplacian {

/// LS = f~'L f~ / f~'D f~, smaller is better, between 0 and 2, where
///   S_ij = exp(-||x_i - x_j|| / t) if i is among the k nearest neighbours of j or j among those of i,
///   else 0; D = diag(S 1), L = D - S, f~ = f - (f'D1 / 1'D1) 1.
///
/// X. He, D. Cai, P. Niyogi. Laplacian score for feature selection. NIPS 18, 2005, eq. 1-4. There the kernel
/// is exp(-||.||^2 / t) (option kernel = "squared"); the default is the one printed by G. Doquire and M.
/// Verleysen (ICPRAM 2012, DOI 10.5220/0003712101620169, eq. 1), with which t = 1 is usable in many
/// dimensions. With weights of samples S_ij is multiplied by w_i w_j, and k counts samples of a weight above 0 [our form].
/// The distance is the metric's; all samples as near as the k-th are neighbours (option ties). If cells are missing,
/// distances are partial (numerics/partial_distances.hpp), and a feature is scored on the graph of the samples that have it.
///
/// \throws DataError  from prepare(), where distances between neighbours overflow.
///
/// prepare: one neighbour search, O(n^2 d) in vector registers, or a k-d tree for d <= 8. A score: O(n k).
class LaplacianScore final : public GraphCriterion {
 public:
  enum class Kernel : int { plain, squared };
  struct Options {
    int neighbours = 5;      // as in Doquire and Verleysen's experiments
    double bandwidth = 1.0;  // likewise
    Kernel kernel = Kernel::plain;
    Ref<PointMetric> metric = "euclidean";
    numerics::Ties ties = numerics::Ties::all;
  } options;

  static constexpr auto describe() {
    return tamis::describe<LaplacianScore>(
               "laplacian_score",
               "Laplacian score (He 2005): how well a feature preserves neighbourhoods; unsupervised")
        .cites("He, Cai, Niyogi. Laplacian Score for Feature Selection. NIPS 2005")
        .measures(Measures::feature)
        .better(Better::lower)
        .targets(Targets::none)
        .uses_unknown()
        .takes_missing()
        .distances()
        .uses_weights()
        .own_column()
        .option<&Options::neighbours>("neighbours", at_least(1), "k of the graph of nearest neighbours")
        .option<&Options::bandwidth>("bandwidth", positive, "t of the heat kernel")
        .option<&Options::kernel>("kernel", one_of("plain", "squared"), "exp(-dist / t) or exp(-dist^2 / t)")
        .option<&Options::metric>("metric", "distance between samples")
        .option<&Options::ties>("ties", numerics::kTiesChoices, numerics::kTiesHelp);
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Cost cost(const Dataset& data) const override;
};

}  // namespace tamis::laplacian
