/// \file entropic_plan.hpp
/// The entropy-regularised transport plan: Cuturi's problem, solved by Newton's method on its dual.
#pragma once

#include "optimal_plan.hpp"

#include <tamis/eigen.hpp>

#include <span>
#include <vector>

namespace tamis::transport {

/// The plan Q that minimises tr(Q'D) - H(Q)/lambda with given row and column sums, H(Q) = -sum Q ln Q:
///
///     Q_ij = p_i softmax_j(b_j - lambda D_ij),    b such that the columns sum to q.
///
/// Rows sum to p by construction. The b are the maximum of a concave function whose gradient is q - Q'1 and
/// whose Hessian is minus the Laplacian of a graph that joins columns j, k by sum_i Q_ij Q_ik / p_i. Newton's
/// step solves that Laplacian by an elimination that never subtracts, so clusters of classes that are joined
/// by next to nothing keep their digits; there Sinkhorn's alternation, linear at best, needs thousands of
/// steps. A step is halved until the error falls; where none does, one of Sinkhorn's is made in its place (it
/// never raises the error). Large lambdas are reached by doubling smaller ones. All in the log domain:
/// nothing underflows that matters.
///
/// Cuturi. Sinkhorn distances: lightspeed computation of optimal transport. NIPS 2013,
/// 2292-2300; Brauer, Clason, Lorenz, Wirth. A Sinkhorn-Newton method for entropic optimal
/// transport. arXiv 1710.06635; the elimination: Grassmann, Taksar, Heyman. Operations Research
/// 33 (1985) 1107-1116, DOI 10.1287/opre.33.5.1107.
///
/// One object for each thread; it keeps its memory between calls. Cost of an iteration with n rows and m
/// columns: n m exponentials, n m^2 / 2 + m^3 / 6 multiplications.
class EntropicPlan {
 public:
  struct Limits {
    double tolerance;  ///< L1 error of the column sums
    int iterations;
  };
  struct Solution {
    double cost;   ///< tr(Q'D) of the last plan
    double error;  ///< sum_j |sum_i Q_ij - q_j|
    int iterations;
  };

  /// \param d       by rows, from.size() x to.size().
  /// \param from, to  masses above 0 that sum to 1.
  /// \param lambda  above 0, in units of 1/D.
  Solution solve(std::span<const double> d, std::span<const double> from, std::span<const double> to,
                 double lambda, const Limits& limits);
  /// H(Q) = -sum Q ln Q of the last plan; 0 ln 0 = 0.
  double entropy() const;

 private:
  void fill_rows(double lambda);
  double column_error() const;
  bool newton_step(double lambda, double tolerance, int& iterations_left);
  void sinkhorn_step(double lambda);

  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Row = Eigen::RowVectorXd;
  Eigen::Map<const Rows> distances() const { return {d_.data(), plan_.rows(), plan_.cols()}; }

  std::span<const double> d_;
  Eigen::VectorXd p_;
  Row q_, log_q_, b_;
  Rows plan_;                ///< Q
  Eigen::VectorXd row_lse_;  ///< ln sum_j exp(b_j - lambda D_ij)
  Row column_;               ///< sums of Q's columns
  Rows laplacian_;           ///< its lower triangle
  Row step_, last_b_;
  Eigen::VectorXd terms_;
};

}  // namespace tamis::transport
