/// \file solver.hpp
/// The fit at one lambda, from the one before: proximal Newton steps by coordinate descent.
#pragma once

#include "drift.hpp"
#include "walk.hpp"

namespace tamis::sparse_linear {

/// Minimises F(b0, B) = -log L / N + lambda sum_j penalty_j(B_j) (page, sections 1 and 2).
///
/// A step minimises a quadratic model of -log L / N plus the penalty itself by coordinate descent over units, in their order,
/// and goes along it as far as F falls enough (Armijo, 1e-4): proximal Newton (Lee, Sun, Saunders. SIAM J. Optimization 24
/// (2014) 1420-1443). F never rises. Units are left out by the sequential strong rule (Tibshirani et al. 2012), and no fit ends
/// before it is known of all of them that they stay 0: most gradients cannot have grown enough since they were computed (Drift).
///
/// The second derivatives of the model are kept from step to step, also along a path, scaled to their present size, and taken
/// anew where the time lost by slow steps comes to what that costs; where there are too many features for a matrix of them, each step
/// has its own. Where labels may be wrong, Newton's are taken if they curve upwards, else clipped ones, and where these fail,
/// those of EM.
///
/// Where the flip matrix is not the identity, F is not convex, and what is found is a stationary point.
class Solver {
 public:
  /// All three outlive this object. It starts at 0, without an intercept.
  Solver(const Design& design, const Outcome& outcome, const Penalty& penalty);

  /// The fit without penalised features: rows of factor 0 and intercepts alone.
  void fit_null();
  /// The smallest lambda at which that fit is stationary: max_j |G_j| / (alpha f_j) over units j, with alpha as 0.001 at least. After
  /// fit_null(). 0 where no feature varies or is distinguishable from 0.
  double lambda_max() const { return lambda_max_; }
  /// From the present coefficients to the fit at lambda.
  /// \param tolerance  the largest violation of the conditions of stationarity that is left, as a share of lambda_max().
  /// \returns whether that was reached; rounding may leave more.
  bool fit(double lambda, double tolerance);

  /// Stands at other coefficients, as a start.
  void start_at(const MatrixXd& coefficients, Eigen::RowVectorXd intercepts);

  const RowMatrix& coefficients() const { return coefficients_; }  ///< of the standardised columns
  const Eigen::RowVectorXd& intercepts() const { return intercepts_; }
  const MatrixXd& predictors() const { return eta_; }
  /// Of -log L / N, features x columns; after fit() that of a row far from entering may be older, after refresh() none is.
  const RowMatrix& gradient() const { return gradient_; }
  const Eigen::RowVectorXd& intercept_gradient() const { return intercept_gradient_; }
  double log_likelihood() const { return log_likelihood_; }  ///< log L / N
  double objective() const;
  /// What is left of the conditions of stationarity, over all features and the intercepts.
  double violation() const { return violation_; }
  bool is_active(Index j) const { return (coefficients_.row(j).array() != 0).any(); }
  /// The log-likelihood and all gradients at the present coefficients.
  void refresh(double lambda);

 private:
  double penalty_of(const std::vector<Block>& blocks, const RowMatrix& coefficients) const;
  std::vector<Block> blocks_of(const std::vector<Index>& units) const;
  /// The rows of a unit, one after the other.
  Eigen::RowVectorXd row_of(Index unit, const RowMatrix& all) const;
  double gradient_size(Index unit) const;
  bool is_unit_constant(Index unit) const;
  bool is_unit_active(Index unit) const;
  bool solves_on_support() const { return outcome_.columns() == 1 && units_.are_single(); }
  void derive(Curvature curvature);
  void sum_derivatives();
  void gradient_of(Index j);
  void renew_gradient(Index unit);
  bool is_surely_below(Index unit, double lambda) const;
  double violation_of(Index unit) const;
  bool settle(const std::vector<Index>& units, double tolerance);
  std::vector<Index> look_at(const std::vector<Index>& units);
  bool fits_gram(const std::vector<Index>& rows) const;
  double gram_scale() const;
  Curvature first_curvature() const;
  VectorXd by_variables(const std::vector<Index>& rows, const Eigen::RowVectorXd& intercepts,
                        const RowMatrix& values) const;
  bool is_gram_old(std::size_t features, double tolerance) const;
  void restart_gram(Curvature curvature);
  bool take_other_curvature();
  void choose_curvature(const std::vector<Index>& moving, double tolerance);
  bool step(const std::vector<Index>& units);
  bool step_and_look(const std::vector<Index>& units, std::vector<Index>& moving);
  bool go_to(const Quadratic& quadratic, const Reached& reached);

  const Design& design_;
  const Outcome& outcome_;
  const Penalty& penalty_;
  const Units units_;
  std::vector<double> factor_of_, norm_of_;  ///< of each unit: Penalty::factor(), and the norm of its columns
  RowMatrix coefficients_, gradient_;
  MatrixXd eta_;
  Eigen::RowVectorXd intercepts_, intercept_gradient_;
  Derivatives derivatives_;
  Curvature curvature_;      ///< of derivatives_
  bool is_derived_ = false;  ///< at the present coefficients
  Gram gram_;
  SupportFactor factor_;
  bool is_gram_new_ = false;        ///< that of the present derivatives_
  double lost_ = 0;                 ///< steps that the age of the Gram matrix has cost
  int steps_since_ = 0;             ///< it was made
  int successes_ = 0;               ///< steps since one failed
  std::vector<double> violations_;  ///< before each step of a settlement
  Drift drift_;
  double lambda_ = 0, lambda_max_ = 0, log_likelihood_ = 0, violation_ = 0;
  std::vector<char> was_active_;  ///< of each unit
};

}  // namespace tamis::sparse_linear
