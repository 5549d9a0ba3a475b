/// \file flip_matrix.hpp
/// T_ts = p(observed label s | true class t): stated, or estimated with a prior and a floor.
#pragma once

#include "observations.hpp"

namespace tamis::sparse_linear {

/// class_rates: any matrix, each class with probabilities of its own; uniform: one rate of wrong labels, the wrong ones being
/// equally likely.
enum class FlipForm : int { class_rates, uniform };

/// T_tt = 1 - rate, the rest equally.
MatrixXd uniform_flips(Index classes, double rate);

/// What an estimate of T adds to the labels and may not pass (page, section 4).
struct FlipPrior {
  FlipForm form = FlipForm::class_rates;
  double rows = 10;     ///< pseudo-samples of each class
  double rate = 0.1;    ///< of wrong labels among them
  double floor = 0.55;  ///< of T_tt; above 1/2 T can be inverted, and classes cannot swap names

  /// A: rows (1 - rate) on the diagonal, rows rate / (K - 1) off it.
  MatrixXd pseudo_labels(Index classes) const;
  /// sum_ts A_ts log T_ts.
  double log_density(const MatrixXd& flips) const;
  /// The T that maximises sum_ts (C_ts + A_ts) log T_ts under the floor: a row below it is set to it, and the rest keeps its
  /// proportions.
  /// \param counts  C_ts: how many labels s are of the true class t, in samples.
  MatrixXd best_flips(const MatrixXd& counts) const;
};

/// C_ts = total sum_o v_o p(true t, observed s | o), where p is that of the true classes.
/// \param probabilities  of each sample, samples x classes.
MatrixXd label_counts(const Observations& observations, const MatrixXd& probabilities, const MatrixXd& flips,
                      double total);

}  // namespace tamis::sparse_linear
