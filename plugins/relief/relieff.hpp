/// \file relieff.hpp
/// ReliefF: features in which neighbours of other classes differ more than neighbours of the own class.
#pragma once

#include "differences.hpp"
#include "nearest.hpp"
#include "scored_features.hpp"

namespace tamis::relief {

/// W_f = 1/m sum_i [ - mean_{H_i} d_f(i, .) + sum_{c != y_i} P(c) / (1 - P(y_i)) mean_{M_i(c)} d_f(i, .) ], larger is better, over the m samples
/// of known class: H_i are the k nearest of the own class, M_i(c) those of class c, by the sum of all d_f. Between -1 and 1; features that
/// tell nothing scatter around 0, mostly just below. A class of one sample has no H.
///
/// I. Kononenko. Estimating attributes: analysis and extensions of RELIEF. ECML 1994, DOI 10.1007/3-540-57868-4_57; rank weights and missing cells: M. Robnik-Sikonja, I.
/// Kononenko. Theoretical and empirical analysis of ReliefF and RReliefF. Machine Learning 53 (2003) 23-69, DOI 10.1023/A:1025667309714.
///
/// O(m^2 d + m k l d), memory 2 m d numbers.
class ReliefF final : public ScoredFeatures {
 public:
  struct Options {
    int neighbours = 10;
    NeighbourWeights weights = NeighbourWeights::uniform;
    double sigma = 20;
    Ties ties = Ties::all;
    MissingDifference missing = MissingDifference::expected;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ReliefF>(
               "relieff", "ReliefF: differences to near samples of other classes less those of the own")
        .cites(
            "Kononenko. Estimating attributes: analysis and extensions of RELIEF. ECML 1994, DOI 10.1007/3-540-57868-4_57")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes)
        .takes_missing()
        .option<&Options::neighbours>("neighbours", at_least(1), "k: nearest samples in each class")
        .option<&Options::weights>("weights", one_of("uniform", "rank_exponential"),
                                   "neighbours count alike, or exp(-(rank / sigma)^2)")
        .option<&Options::sigma>("sigma", positive, "of rank_exponential")
        .option<&Options::ties>(
            "ties", one_of("all", "first"),
            "samples as far as the k-th neighbour share its place, or the first in the table is nearer")
        .option<&Options::missing>(
            "missing", one_of("expected", "weka"),
            "difference to a missing cell: the mean over the values that it could have, given the class; or as in Weka");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Cost cost(const Dataset& data) const override;
};

}  // namespace tamis::relief
