/// \file i_relief.hpp
/// Relief with soft neighbours, in a space whose weights are found with them.
#pragma once

#include "differences.hpp"
#include "scored_features.hpp"

#include <vector>

namespace tamis::relief {

/// w <- (nu)+ / ||(nu)+|| with nu = 1/m sum_i gamma_i [ sum_{M_i} alpha_ij d_f(i, j) - sum_{H_i} beta_ij d_f(i, j) ], from w = 1/d until w moves less than the
/// threshold. alpha_i and beta_i are exp(-sum_f w_f d_f(i, j) / sigma) over the samples of the other classes and of the own class, scaled to
/// sum 1; gamma_i is the share of the own class in both together. Scores are w, 0 or more; 1 - gamma_i says how much sample i looks like
/// an outlier, and is reported where every class is known.
///
/// Y. Sun. Iterative RELIEF for feature weighting. IEEE TPAMI 29(6) (2007) 1035-1051, DOI 10.1109/TPAMI.2007.1093.
///
/// O(rounds m^2 d).
class IRelief final : public ScoredFeatures {
 public:
  struct Options {
    double sigma = 1;
    int iterations = 1000;
    double threshold = 0.001;
    MissingDifference missing = MissingDifference::expected;
  } options;

  static constexpr auto describe() {
    return tamis::describe<IRelief>(
               "i_relief", "Iterative Relief: weights of features and soft neighbours found together")
        .cites(
            "Sun. Iterative RELIEF for feature weighting. IEEE TPAMI 29(6) (2007) 1035-1051, DOI 10.1109/TPAMI.2007.1093")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes)
        .takes_missing()
        .option<&Options::sigma>("sigma", positive, "width of the kernel")
        .option<&Options::iterations>("iterations", at_least(1), "rounds at most")
        .option<&Options::threshold>("threshold", at_least(0.0), "stop when the weights move less")
        .option<&Options::missing>("missing", one_of("expected", "weka"),
                                   "difference to a missing cell, as of relieff");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

  /// [scoring] The rounds that were made.
  int rounds() const { return rounds_; }
  /// [scoring] 1 - gamma of each sample of known class.
  const std::vector<double>& outlier() const { return outlier_; }

 private:
  int rounds_ = 0;
  std::vector<double> outlier_;
};

}  // namespace tamis::relief
