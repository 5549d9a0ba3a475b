/// \file penalty.hpp
/// What coefficients cost: the elastic net of rows or of single coefficients.
#pragma once

#include "design.hpp"

namespace tamis::sparse_linear {

/// Features x columns, a row in one piece.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A row of such a matrix, uncopied.
using Row = Eigen::Ref<const Eigen::RowVectorXd>;

/// group: |B_j| is the 2-norm of row j, a feature comes in as a whole; separate: the sum of its absolute values.
enum class PenaltyKind : int { group, separate };

/// 0 within +-by, else so much nearer to 0.
inline double soft_threshold(double x, double by) { return x > by ? x - by : x < -by ? x + by : 0.0; }

/// lambda sum_j f_j (alpha |B_j| + (1 - alpha)/2 |B_j|_2^2) (page, section 1).
struct Penalty {
  PenaltyKind kind = PenaltyKind::group;
  double alpha = 1;
  VectorXd factors = {};  ///< f_j >= 0; empty: all 1

  double factor(Index j) const { return factors.size() == 0 ? 1 : factors[j]; }
  /// The factors of |b| and |b|^2 / 2.
  double l1(Index j, double lambda) const { return lambda * alpha * factor(j); }
  double l2(Index j, double lambda) const { return lambda * (1 - alpha) * factor(j); }
  /// f_j (alpha |b| + (1 - alpha)/2 |b|_2^2), without lambda.
  double value(Index j, const Row& b) const;
  /// The size of a gradient that |b| balances: its 2-norm (group) or its largest entry.
  double dual_norm(const Row& gradient) const;
  /// How far row j is from stationary: 0 where |G_j + lambda (1 - alpha) f_j B_j + lambda alpha f_j B_j/|B_j|| = 0, or
  /// B_j = 0 and |G_j| <= lambda alpha f_j.
  double violation(Index j, const Row& b, const Row& gradient, double lambda) const;
  /// The row that minimises G (b' - b) + 1/2 (b' - b) A (b' - b)' + lambda value(j, b').
  /// \param curvature  A, positive semidefinite.
  Eigen::RowVectorXd best_row(Index j, const Row& b, const Row& gradient, const MatrixXd& curvature,
                              double lambda) const;
};

}  // namespace tamis::sparse_linear
