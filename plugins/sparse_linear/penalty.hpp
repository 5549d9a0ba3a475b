/// \file penalty.hpp
/// What coefficients cost: the elastic net of units, rows or single coefficients.
#pragma once

#include "units.hpp"

#include <optional>

namespace tamis::sparse_linear {

/// Features x columns, a row in one piece.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A row of such a matrix, uncopied.
using Row = Eigen::Ref<const Eigen::RowVectorXd>;

/// unit, group: |B_j| is a 2-norm, of all rows of a unit (Units) or of one row, which come in as a whole; separate: the sum of the
/// absolute values of a row.
enum class PenaltyKind : int { unit, group, separate };

/// 0 within +-by, else so much nearer to 0.
inline double soft_threshold(double x, double by) { return x > by ? x - by : x < -by ? x + by : 0.0; }

/// lambda sum_j f_j (alpha |B_j| + (1 - alpha)/2 |B_j|_2^2) (page, section 1), over units j. The rows of a unit of several
/// columns are taken as one row, one after the other: the group lasso (Yuan, Lin. JRSS B 68 (2006) 49-67).
struct Penalty {
  PenaltyKind kind = PenaltyKind::group;
  double alpha = 1;
  VectorXd factors = {};            ///< f_j >= 0 of each column; empty: all 1
  std::optional<Units> units = {};  ///< other ones of kind `unit` only; none: each column alone

  /// f of a unit: sqrt(sum_j f_j^2) over its columns j, so that units of many columns, whose gradients are longer, do not come
  /// in for that (Yuan, Lin 2006).
  double factor(std::span<const Index> columns) const;
  /// The factors of |b| and |b|^2 / 2 for a unit of factor f.
  double l1(double f, double lambda) const { return lambda * alpha * f; }
  double l2(double f, double lambda) const { return lambda * (1 - alpha) * f; }
  /// f (alpha |b| + (1 - alpha)/2 |b|_2^2), without lambda.
  double value(double f, const Row& b) const;
  /// The size of a gradient that |b| balances: its 2-norm, or of `separate` its largest entry.
  double dual_norm(const Row& gradient) const;
  /// How far the row of a unit of factor f is from stationary: 0 where |G + lambda (1 - alpha) f b + lambda alpha f b/|b|| = 0, or
  /// b = 0 and |G| <= lambda alpha f.
  double violation(double f, const Row& b, const Row& gradient, double lambda) const;
  /// The row that minimises G (b' - b) + 1/2 (b' - b) A (b' - b)' + lambda value(f, b').
  /// \param curvature  A, positive semidefinite.
  Eigen::RowVectorXd best_row(double f, const Row& b, const Row& gradient, const MatrixXd& curvature,
                              double lambda) const;
};

}  // namespace tamis::sparse_linear
