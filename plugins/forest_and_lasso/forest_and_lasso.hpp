/// \file forest_and_lasso.hpp
/// What each feature is worth to a forest, to a sparse linear model, and together with another feature.
#pragma once

#include "forest_importance.hpp"
#include "pair_interactions.hpp"
#include "robust_lasso.hpp"

#include <tamis/numerics/other_target.hpp>

#include <string>
#include <vector>

namespace tamis::forest_and_lasso {

/// How much of the target a forest explains by the feature, or the feature with another one if that is more, plus how much a sparse
/// linear model explains by it:
///
///   max(I_j / V, max_k S_jk)  +  sum_l (E_l - E_{l-1}) |b_lj| / sum_k |b_lk|
///
/// I_j is the feature's importance by impurity in a forest of all (ForestImportance, with the root of the features for a split,
/// also of real values), V the impurity of the target. b_l are the coefficients of standardised features at penalty l of an L1
/// path (RobustLasso), down to the penalty that folds choose; of several classes the norm of a feature's row. E_l is the share
/// of the deviance that the model explains there. S_jk is what the interaction of two features explains beyond chance, see
/// pair_interactions(); most features have no such pair, and keep I_j / V, also below 0. All parts have one unit, shares of
/// what there is to be explained, so that each counts by how well it does: a target that no line explains leaves the linear
/// part at 0.
///
/// The forest sees any shape, and spreads what copies share, but seldom splits by features that have no effect of their own; the
/// linear model sees a sum of many weak features, and of features that go together takes one; pairs are for what acts together
/// only. None is new; that ensembles of selectors are steadier than their members:
/// Saeys, Abeel, Van de Peer. Robust feature selection using ensemble feature selection techniques. ECML PKDD 2008,
/// LNCS 5212, 313-325, DOI 10.1007/978-3-540-87481-2_21.
///
/// Real values that are far from all others are clipped, see clip_far_values(): a price of which the decimal
/// point was forgotten would be all that squared errors see.
///
/// Time and memory: those of the three.
class ForestAndLasso final : public PreparedCriterion {
 public:
  struct Options {
    int trees = 500;
    int lambdas = 30;
    int folds = 3;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ForestAndLasso>(
               "forest_and_lasso",
               "Random-forest importance or strongest interaction, plus the share that a lasso explains")
        .cites(
            "Saeys, Abeel, Van de Peer. Robust feature selection using ensemble feature selection techniques. "
            "ECML PKDD 2008, LNCS 5212, 313-325, DOI 10.1007/978-3-540-87481-2_21; the forest: Nembrini, Koenig, "
            "Wright. Bioinformatics 34 (2018) 3711-3718, DOI 10.1093/bioinformatics/bty373; the lasso: Friedman, "
            "Hastie, Tibshirani. J. Statistical Software 33(1) (2010), DOI 10.18637/jss.v033.i01; pairs: Lou, Caruana, "
            "Gehrke, Hooker. KDD 2013, DOI 10.1145/2487575.2487579")
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
  /// Grows the forest, fits the path and looks for interactions. Warns if neither model predicts samples that it has not seen, and
  /// nothing stands out.
  /// \throws DataError  fewer than two known targets.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

 private:
  Dataset with_clipped_target(const Dataset& data);
  void join_units();
  bool stands_out() const;
  double not_linear(Feature j) const;
  void warn_of_chance(TargetKind kind) const;
  std::string interactions_note() const;
  std::string far_values_note() const;

  numerics::OtherTarget clipped_target_;
  std::size_t far_values_ = 0;
  forest::ForestImportance forest_;
  sparse_linear::RobustLasso lasso_;
  std::vector<PairInteraction> pairs_;
  std::vector<double> of_forest_, of_lasso_, of_pairs_;  ///< shares explained, by the unit of each feature
  double explained_by_forest_ = 0;
};

}  // namespace tamis::forest_and_lasso
