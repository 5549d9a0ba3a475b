/// \file forest_error.hpp
/// A wrapper: how wrong is a forest of a subset of features, on what it has not seen?
#pragma once

#include "forest.hpp"

namespace tamis::forest {

/// The out-of-bag error of a random forest of the subset; smaller is better. With q_i its mean over the trees
/// that did not draw sample i:
///
///   classes      E = 1/n sum_i [c_i != argmax_c q_ic];
///   soft labels  E = 1/n sum_i (1 - P(c(i) | i)),  c(i) = argmax_c q_ic;
///   real values  E = 1/n sum_i (y_i - q_i)^2;
///
/// with weights of samples their weighted means.
///
/// Breiman 2001, section 3.1. Of equally probable classes the first is predicted; samples that every tree
/// drew are not judged. Of the empty subset it is the error of the commonest class, or the variance. A forest
/// for each score: see grow_forest().
class ForestError final : public PreparedCriterion {
 public:
  struct Options {
    int trees = 100;
    int leaf = 1;
    int candidates = 0;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ForestError>("forest_error", "Out-of-bag error of a random forest (wrapper)")
        .cites("Breiman. Random forests. Machine Learning 45 (2001) 5-32, DOI 10.1023/A:1010933404324")
        .measures(Measures::subset)
        .better(Better::lower)
        .moves(Move::add, Move::remove, Move::whole)
        .targets(Targets::classes | Targets::soft | Targets::real)
        .uses_weights()
        .takes_missing()
        .sparse()
        .option<&Options::trees>("trees", between(1, 100000), "trees of a forest")
        .option<&Options::leaf>("leaf", at_least(1), "distinct samples that a leaf has at least")
        .option<&Options::candidates>("candidates", at_least(0),
                                      "features that are drawn for a split; 0: the root of their number, of "
                                      "real values a third");
  }

  /// \throws DataError  fewer than two known targets.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

 private:
  double error(std::vector<Feature> subset) const;
  double loss(Sample i, const Eigen::RowVectorXd& predicted) const;

  Outputs outputs_;
};

}  // namespace tamis::forest
