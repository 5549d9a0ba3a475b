/// \file robust_lasso.hpp
/// Which features a sparse linear model needs, where labels may be wrong.
#pragma once

#include "cross_validation.hpp"
#include "flip_link.hpp"

#include <tamis/sdk.hpp>

#include <optional>

namespace tamis::sparse_linear {

/// Where T comes from: none: labels are right; known: `rates`; estimate: from out-of-fold predictors, fit_flip_link().
enum class FlipSource : int { none, known, estimate };
/// entry: lambda at which a feature comes in; coefficient: its size at the chosen lambda; stability: how often halves of the samples
/// select it; explained: explained_by() up to the chosen lambda.
enum class RankingKind : int { entry, coefficient, stability, explained };
/// best: the smallest mean deviance; one_se: the sparsest model within a standard error of it.
enum class ChoiceKind : int { best, one_se };

/// Elastic net of the classes' logits whose likelihood goes through a flip matrix T_ts = p(observed s | true t),
///
///   -(1/N) sum_o w_o log sum_t p_t(x_o) m_ot + lambda sum_j f_j (alpha |B_j| + (1 - alpha)/2 |B_j|^2),
///
/// one fit of all features along a path of lambdas (Solver). Real values: the elastic net of squared errors. T is fixed along the
/// path: estimated together with shrunken coefficients it finds no flips.
///
/// Bootkrajang, Kaban. Label-noise robust logistic regression and its applications. ECML PKDD 2012, LNCS 7523, 143-158, DOI
/// 10.1007/978-3-642-33460-3_15. Friedman, Hastie, Tibshirani. Regularization paths for generalized linear models via coordinate
/// descent. J. Statistical Software 33(1) (2010), DOI 10.18637/jss.v033.i01.
///
/// O(n d) for each lambda and pass over all features, O(n a K^2) for each of the steps on the a active ones. Memory: the features once
/// more, and once for each thread that works on a fold.
class RobustLasso final : public PreparedCriterion {
 public:
  struct Options {
    double alpha = 1;
    PenaltyKind penalty = PenaltyKind::unit;
    std::span<const double> factors = {};
    Standardise standardise = Standardise::deviation;
    FlipSource flips = FlipSource::estimate;
    std::span<const double> rates = {};
    FlipForm structure = FlipForm::class_rates;
    double prior = 10;
    double floor = 0.55;
    SoftReading soft = SoftReading::shares;
    RankingKind ranking = RankingKind::entry;
    int lambdas = 100;
    double ratio = 0;
    int folds = 5;
    ChoiceKind choice = ChoiceKind::best;
    int pairs = 50;
    double threshold = 0.75;
    int starts = 1;
  } options;

  static constexpr auto describe() {
    return tamis::describe<RobustLasso>(
               "robust_lasso",
               "Lasso (elastic net) with a label noise model: the penalty at which a feature enters")
        .cites(
            "Bootkrajang, Kaban. Label-noise robust logistic regression and its applications. ECML PKDD 2012, "
            "LNCS 7523, 143-158, DOI 10.1007/978-3-642-33460-3_15; Friedman, Hastie, Tibshirani. J. Statistical "
            "Software 33(1) (2010), DOI 10.18637/jss.v033.i01")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes | Targets::soft | Targets::real)
        .uses_unknown()
        .uses_weights()
        .takes_missing()
        .sparse()
        .option<&Options::alpha>("alpha", between(0, 1), "share of the L1 part of the penalty; 1: lasso")
        .option<&Options::penalty>(
            "penalty", one_of("unit", "group", "separate"),
            "unit: all columns of a feature group or nominal column come in together; group: "
            "a column comes in for all classes at once; separate: for each class by itself")
        .option<&Options::factors>("factors",
                                   "penalty factor of each feature; 0: never penalised; none: all 1")
        .option<&Options::standardise>(
            "standardise", one_of("deviation", "none"),
            "what the penalty sees: columns over their standard deviation, or as they are")
        .option<&Options::flips>(
            "flips", one_of("none", "known", "estimate"),
            "how labels go wrong; none: they are right; known: by `rates`; estimate: from "
            "the data")
        .option<&Options::rates>(
            "rates",
            "of `known`: one share of wrong labels, one per class, or p(observed | true class) by rows")
        .option<&Options::structure>("structure", one_of("class_rates", "uniform"),
                                     "of `estimate`: any matrix, or one rate of wrong labels for all classes")
        .option<&Options::prior>(
            "prior", at_least(0.0),
            "of `estimate`: samples of each class with a tenth of wrong labels, added to the data")
        .option<&Options::floor>("floor", between(0.5, 1),
                                 "of `estimate`: least probability of a right label")
        .option<&Options::soft>("soft", one_of("shares", "evidence"),
                                "soft labels are shares of repeated labels, or say how well each label fits")
        .option<&Options::ranking>(
            "ranking", one_of("entry", "coefficient", "stability", "explained"),
            "score: lambda of entry; size at the chosen lambda; share of "
            "half-samples that select; share of the deviance explained along the path, up "
            "to the chosen lambda")
        .option<&Options::lambdas>("lambdas", between(2, 10000), "points of the path")
        .option<&Options::ratio>(
            "ratio", between(0, 0.99),
            "smallest lambda over the largest; 0: 0.01 if samples are more than features, else 0.05")
        .option<&Options::folds>("folds", between(2, 1000), "folds that choose lambda, and show T")
        .option<&Options::choice>(
            "choice", one_of("best", "one_se"),
            "lambda of the least deviance, or the largest within a standard error of it")
        .option<&Options::pairs>("pairs", between(1, 10000), "of `stability`: pairs of half-samples")
        .option<&Options::threshold>("threshold", between(0.55, 1),
                                     "of `stability`: share of half-samples from which a feature is selected")
        .option<&Options::starts>(
            "starts", between(1, 1000),
            "fits at the chosen lambda, the others from random coefficients, to be compared");
  }

  /// \throws ParamError  `rates` without `known` or the other way round, or that fit no matrix.
  void configured() override;
  /// Fits the path and chooses lambda.
  /// \throws DataError   fewer than two targets are known; a label that is impossible by `rates`.
  /// \throws ParamError  `rates` or `factors` of another number than classes or features; no feature is penalised.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  void memberships(Subset all, Matrix out) override;
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

  /// [scoring] Of each feature, that of its unit; 0 of constant ones.
  std::span<const double> scores() const { return scores_; }
  /// [scoring] The share of the deviance that the chosen model explains; 0 where no feature comes in.
  double explained() const { return path_.points.empty() ? 0 : path_.explained(chosen_); }
  /// [scoring] Whether the folds are predicted better with features than without, by more than a standard error.
  bool predicts() const { return choice_.one_se > 0; }
  /// [scoring] How far the worst fit of the path is from its optimum: of the conditions of Karush, Kuhn and Tucker,
  /// beside the largest lambda.
  double violation() const { return path_.points.empty() ? 0 : path_.worst_violation() / path_.lambda_max; }
  /// [scoring] What reports draw, a part of report(): the chosen lambda, and the coefficients along the path.
  void report_path(const Diagnostics& out) const;

 private:
  bool is_of_classes() const { return data().target().kind() != TargetKind::real; }
  MatrixXd known_flips() const;
  MatrixXd estimated_flips(Task task);
  void choose(const Task& task, const Design& design);
  void share_scores_of_units();
  void rank(const Task& task, const Design& design, std::span<const double> lambdas);
  void compare_starts(const Design& design, const Outcome& outcome);
  std::string path_caption() const;

  CountedSamples counted_;
  Penalty penalty_;
  MatrixXd flips_;
  std::optional<FlipLink> link_;  ///< of an estimated T
  Path path_;
  FoldFits folds_;
  LambdaChoice choice_;
  std::size_t chosen_ = 0;
  Model model_;
  std::optional<Stability> stability_;
  double spread_ = 0;  ///< of the objectives of other starts about the model's
  std::vector<double> scores_;
  std::vector<char> is_constant_;
};

}  // namespace tamis::sparse_linear
