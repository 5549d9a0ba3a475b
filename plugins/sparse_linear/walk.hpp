/// \file walk.hpp
/// Coordinate descent on a quadratic model of the likelihood plus the penalty.
#pragma once

#include "gram.hpp"
#include "penalty.hpp"
#include "support_factor.hpp"

#include <Eigen/Dense>

namespace tamis::sparse_linear {

/// A unit whose coefficients move: `count` rows from `first` among those that do.
struct Block {
  Index first = 0, count = 1;
  double factor = 1;  ///< Penalty::factor()
};

/// A model of -log L / N about some coefficients, in those of `rows` and the intercepts; the other coefficients are 0.
struct Quadratic {
  const Design& design;
  const Penalty& penalty;
  double lambda;
  const std::vector<Index>& rows;         ///< columns, those of a unit in one piece
  const std::vector<Block>& blocks;       ///< the units
  const RowMatrix& coefficients;          ///< of all features
  const RowMatrix& gradient;              ///< -"-
  Eigen::RowVectorXd intercept_gradient;  ///< by the intercepts
};

/// Steps that change no gradient by more than this share of the tolerance are left out.
constexpr double kNegligible = 0.1;

/// Where a walk ends.
struct Reached {
  RowMatrix coefficients;         ///< of Quadratic::rows
  Eigen::RowVectorXd intercepts;  ///< how far they moved
};

/// Coordinate descent over units, in their order, and the intercepts, which are no part of the penalty. What a step changes is
/// kept by the classes below.
class RowWalk {
 public:
  virtual ~RowWalk() = default;
  /// Until no step changes a gradient by more than `tolerance`.
  Reached minimise(double tolerance);

 protected:
  RowWalk(const Quadratic& quadratic, const MatrixXd& intercept_curvature);
  /// Of the rows of a block, one after the other; likewise its curvature and moves.
  virtual Eigen::RowVectorXd gradient_of(const Block& block) const = 0;
  virtual Eigen::RowVectorXd intercept_gradient() const = 0;
  virtual void move_by(const Block& block, const Eigen::RowVectorXd& move) = 0;
  virtual void move_intercepts_by(const Eigen::RowVectorXd& move) = 0;

  const Quadratic& quadratic_;
  RowMatrix coefficients_;
  Eigen::RowVectorXd intercepts_;
  std::vector<MatrixXd> curvature_of_;  ///< of each block

 private:
  Eigen::Map<Eigen::RowVectorXd> row_of(const Block& block);
  double move_block(std::size_t b, double negligible);
  double move_intercepts();
  double sweep(bool active_only, double negligible);

  Eigen::LDLT<MatrixXd> intercept_solver_;
};

/// Keeps the residuals of all samples, so a step takes O(n K^2) and there is nothing to prepare. With z_ij = u_ij - o_j the gradient
/// of row j is
///
///   sum_i u_ij (V_i + H_i s) - o_j sum_i (V_i + H_i s),
///
/// where V holds the steps along u, and s those of the intercept less the offsets of the others: so a step of an intercept, and
/// the centring of a sparse column, cost nothing that grows with n.
class ResidualWalk final : public RowWalk {
 public:
  ResidualWalk(const Quadratic& quadratic, const Derivatives& derivatives);

 private:
  ResidualWalk(const Quadratic& quadratic, const Derivatives& derivatives, const MatrixXd& sum_curvature);
  Eigen::RowVectorXd gradient_of(const Block& block) const override;
  Eigen::RowVectorXd intercept_gradient() const override { return sum_residual_ + shift_ * sum_curvature_; }
  void move_by(const Block& block, const Eigen::RowVectorXd& move) override;
  void move_intercepts_by(const Eigen::RowVectorXd& move) override { shift_ += move; }

  const MatrixXd& curvature_;
  MatrixXd residual_, sum_curvature_;
  Eigen::RowVectorXd sum_residual_, shift_;
  std::vector<MatrixXd> along_;  ///< sum u H of each row
};

/// Keeps the gradients of all rows, so a step takes O(m K^2) for the m features of a Gram matrix, which has to be there.
class GramWalk final : public RowWalk {
 public:
  GramWalk(const Quadratic& quadratic, const Gram& gram);

 private:
  Eigen::RowVectorXd gradient_of(const Block& block) const override;
  Eigen::RowVectorXd intercept_gradient() const override {
    return slope_.head(intercepts_.size()).transpose();
  }
  void move_by(const Block& block, const Eigen::RowVectorXd& move) override;
  void move_intercepts_by(const Eigen::RowVectorXd& move) override { move_variables_by(0, move); }
  /// Of the first variable of a block; the others follow, as its rows were included together.
  Index place(const Block& block) const;
  void move_variables_by(Index first, const Eigen::RowVectorXd& move);

  const Gram& gram_;
  VectorXd slope_;  ///< of each variable
};

/// The same of one column and units of one feature, where the penalty is linear as long as no sign changes: there the minimum is the solution of a linear
/// system, and coordinate descent only finds which coefficients it has.
class SupportWalk {
 public:
  /// \param gram    the matrix; its diagonal is raised where else there is no minimum.
  /// \param factor  that of the matrix on the support where the last walk ended; kept up to date.
  SupportWalk(const Quadratic& quadratic, Gram& gram, SupportFactor& factor, bool is_convex);
  Reached minimise(double tolerance);

 private:
  double sweep(double negligible);
  double penalty_slope(std::size_t v) const {
    return l1_[v] * sign(coefficient_[v]) + l2_[v] * coefficient_[v];
  }
  static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
  void move_by(Index variable, double by);
  bool bring_up_to_date();
  bool add_to_factor(Index variable);
  void solve_on_support();

  Gram& gram_;
  SupportFactor& factor_;
  bool is_convex_;
  std::vector<Index> moving_;                          ///< variables
  std::vector<double> coefficient_, slope_, l1_, l2_;  ///< of each variable
};

}  // namespace tamis::sparse_linear
