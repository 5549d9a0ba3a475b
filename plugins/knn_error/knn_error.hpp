/// \file knn_error.hpp
/// A wrapper: how wrong are predictions by nearest neighbours in a subset of features?
#pragma once

#include "fold_losses.hpp"

#include <tamis/sdk.hpp>

namespace tamis::knn_error {

/// The cross-validated error of the k-nearest-neighbour classifier or regressor in the subset; smaller is
/// better. With N(i) the k nearest samples outside the fold of i, in the units of distances:
///
///   classes      E = 1/n sum_i [c_i != c(i)],  c(i) = argmax_c |{j in N(i): c_j = c}|;
///   soft labels  E = 1/n sum_i (1 - P(c(i) | i)),  c(i) = argmax_c sum_{j in N(i)} P(c | j);
///   real values  E = 1/n sum_i (y_i - y(i))^2,  y(i) = mean of y_j over N(i).
///
/// R. Kohavi, G. H. John. Wrappers for feature subset selection. Artificial Intelligence 97 (1997) 273-324,
/// DOI 10.1016/S0004-3702(97)00043-X.
///
/// Where neither that nor scikit-learn (which takes what comes first) is a guide:
/// - all samples as near as the k-th neighbour vote, so equal distances need no order. In the empty subset
///   all are equally near: the prediction is the commonest class, or the mean, of the other folds;
/// - of classes with equally many votes one is drawn, and E is the expected error;
/// - E is the mean over samples, each judged once, not over folds; the same where folds are equally large;
/// - folds are drawn once, from the seed, and stay the same for every subset.
///
/// With weights of samples a vote counts w_j times, and E and y(i) are weighted means; k still counts samples. Samples of weight
/// 0 neither vote nor are judged.
///
/// If cells are missing, distances are partial (numerics/partial_distances.hpp); samples that share no feature are farther apart
/// than any that do.
///
/// O(n^2 |S| + n m k candidates) for a step that adds or removes, m the points near enough to a sample for
/// any candidate, memory O(n |S|), never n x n; with a metric that is no norm, or missing
/// cells, O(n^2 |S|) for each candidate.
class KnnError final : public Criterion {
 public:
  struct Options {
    int neighbours = 5;  // as in scikit-learn, as is the next
    int folds = 5;
    bool leave_one_out = false;
    LossKind loss = LossKind::mean;
    Ref<PointMetric> metric = "euclidean";
  } options;

  static constexpr auto describe() {
    return tamis::describe<KnnError>("knn_error", "Cross-validated error of k-nearest neighbours (wrapper)")
        .cites(
            "Kohavi, John. Wrappers for feature subset selection. Artificial Intelligence 97, 1997. DOI "
            "10.1016/S0004-3702(97)00043-X")
        .measures(Measures::subset)
        .better(Better::lower)
        .moves(Move::add, Move::remove, Move::whole)
        .targets(Targets::classes | Targets::soft | Targets::real)
        .distances()
        .own_column()
        .prepares_from_target()
        .uses_weights()
        .takes_missing()
        .option<&Options::neighbours>("neighbours", at_least(1), "k: samples that vote")
        .option<&Options::folds>("folds", at_least(2),
                                 "parts of the samples, stratified by class, each judged by the others")
        .option<&Options::leave_one_out>("leave_one_out",
                                         "each sample is a fold of its own; folds is not used")
        .option<&Options::loss>(
            "loss", one_of("mean", "balanced", "root"),
            "mean error, or mean squared error; balanced: the mean over classes of the error in each; root: "
            "of the mean squared error")
        .option<&Options::metric>("metric", "distance between samples");
  }

  /// Samples of unknown target neither vote nor are judged. Warns where all vote and of classes that nobody
  /// can vote for.
  /// \throws DataError  fewer than two known targets; cells are missing, and the metric is no norm.
  /// \throws ParamError  a loss that goes with another kind of target.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  /// \throws DataError  values whose squares overflow.
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  /// After Move::whole: of each sample the fold and the loss, whose mean (or its root) is the score.
  void report(const Diagnostics& to) const override;
  Cost cost(const Dataset& data) const override;

 private:
  void warn_of_thin_votes(const Target& target) const;
  void score_some(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);

  Runtime runtime_;
  CrossValidation cv_;
  KthDistanceBounds bounds_;
  std::size_t all_samples_ = 0;
  Eigen::MatrixXd losses_;  ///< samples x candidates that were scored last
  bool whole_ = false;      ///< that call asked for the subset as a whole
};

}  // namespace tamis::knn_error
