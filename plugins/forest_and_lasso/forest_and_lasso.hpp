/// \file forest_and_lasso.hpp
/// What each feature is worth to a forest and to a sparse linear model.
#pragma once

#include "forest_importance.hpp"
#include "robust_lasso.hpp"

namespace tamis::forest_and_lasso {

/// How much of the target a forest explains by the feature, plus how much a sparse linear model does:
///
///   I_j / V  +  sum_l (E_l - E_{l-1}) |b_lj| / sum_k |b_lk|
///
/// I_j is the feature's importance by impurity in a forest of all (ForestImportance, with the root of the features for a
/// split, also of real values), V the impurity of the target. b_l are the coefficients of standardised features at penalty l
/// of an L1 path (RobustLasso), down to the penalty that folds choose; of several classes the norm of a feature's row. E_l is
/// the share of the deviance that the model explains there. Both parts have one unit, shares of what there is to be explained,
/// so that each model counts by how well it does: a target that no line explains leaves the linear part at 0.
///
/// The forest sees any shape, and spreads what copies share; the linear model sees a sum of many weak features,
/// and of features that go together takes one. Neither is new; that ensembles of selectors are steadier than their members:
/// Saeys, Abeel, Van de Peer. Robust feature selection using ensemble feature selection techniques. ECML PKDD 2008,
/// LNCS 5212, 313-325, DOI 10.1007/978-3-540-87481-2_21.
///
/// Time and memory: those of both.
class ForestAndLasso final : public PreparedCriterion {
 public:
  struct Options {
    int trees = 500;
    int lambdas = 30;
    int folds = 3;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ForestAndLasso>("forest_and_lasso",
                                           "Random-forest importance plus the share that a lasso explains")
        .cites(
            "Saeys, Abeel, Van de Peer. Robust feature selection using ensemble feature selection techniques. "
            "ECML PKDD 2008, LNCS 5212, 313-325, DOI 10.1007/978-3-540-87481-2_21; the forest: Nembrini, Koenig, "
            "Wright. Bioinformatics 34 (2018) 3711-3718, DOI 10.1093/bioinformatics/bty373; the lasso: Friedman, "
            "Hastie, Tibshirani. J. Statistical Software 33(1) (2010), DOI 10.18637/jss.v033.i01")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes | Targets::soft | Targets::real)
        .uses_weights()
        .takes_missing()
        .sparse()
        .option<&Options::trees>("trees", between(1, 100000), "trees of the forest")
        .option<&Options::lambdas>("lambdas", between(2, 10000), "penalties of the lasso that are tried")
        .option<&Options::folds>("folds", between(2, 1000), "folds that choose the penalty");
  }

  void configured() override;
  /// Grows the forest and fits the path. Warns where neither predicts samples that it has not seen.
  /// \throws DataError  fewer than two known targets.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

 private:
  void add_up_units();
  bool stands_out() const;
  void warn_of_chance(TargetKind kind) const;

  forest::ForestImportance forest_;
  sparse_linear::RobustLasso lasso_;
  std::vector<double> of_forest_, of_lasso_;  ///< shares explained, by the unit of each feature
  double explained_by_forest_ = 0;
};

}  // namespace tamis::forest_and_lasso
