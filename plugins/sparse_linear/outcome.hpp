/// \file outcome.hpp
/// How well linear predictors go with what was observed, and how that changes with them.
#pragma once

#include "observations.hpp"

namespace tamis::sparse_linear {

/// Which second derivatives stand in the quadratic model of a step (page, section 2).
enum class Curvature : int {
  majorising,  ///< Cov_p of each sample: that of the EM algorithm, whose step always descends
  clipped,     ///< Cov_p - Cov_gamma, as far as it stays above a twentieth of Cov_p
  exact,       ///< Cov_p - Cov_gamma: Newton's step, which descends near an optimum
};

/// The first and second derivatives of -log L / N in the linear predictors of each sample.
struct Derivatives {
  MatrixXd gradient;   ///< samples x columns
  MatrixXd curvature;  ///< samples x pair_count(columns), see pair_index()
};

/// The part of the objective that the labels or values make: -log L / N as a function of the linear predictors
/// eta, samples x columns().
class Outcome {
 public:
  virtual ~Outcome() = default;
  /// Of linear predictors: 1 for two classes and for real values, else one per class.
  virtual Index columns() const = 0;
  /// log L / N.
  virtual double log_likelihood(const MatrixXd& eta) const = 0;
  /// The same, with the derivatives of its negative.
  virtual double derive(const MatrixXd& eta, Curvature curvature, Derivatives& out) const = 0;
  /// log L / N of a model that knows every true class, or value.
  virtual double saturated() const = 0;
  /// Whether -log L is convex in the predictors; then all curvatures are the same.
  virtual bool is_convex() const { return true; }
  /// What linear predictors of 0 stand for: the mean of real values.
  virtual double origin() const { return 0; }
};

/// p of one sample from its linear predictors: softmax, of two classes from the logit of the second one (class 0 has
/// logit 0). `log_sum` is the logarithm of the denominator.
void class_probabilities(const MatrixXd& eta, Index i, double* p, double& log_sum);

/// p of all samples, samples x classes.
MatrixXd class_probabilities(const MatrixXd& eta);

/// Classes: sum_o v_o log sum_t p_t m_ot (page, section 1).
class ClassOutcome final : public Outcome {
 public:
  /// \param flips  T_ts = p(observed s | true t).
  ClassOutcome(const Observations& observations, const MatrixXd& flips);
  /// \param evidence  m, observations x classes, of any noise model.
  /// \throws DataError  an observation that no true class allows.
  ClassOutcome(const Observations& observations, MatrixXd evidence, std::nullptr_t);

  Index columns() const override { return classes() == 2 ? 1 : classes(); }
  Index classes() const { return evidence_.cols(); }
  double log_likelihood(const MatrixXd& eta) const override;
  double derive(const MatrixXd& eta, Curvature curvature, Derivatives& out) const override;
  double saturated() const override;
  bool is_convex() const override;
  /// gamma of each sample: p(true class | predictors, what was observed); of shares the mean over the labels.
  MatrixXd memberships(const MatrixXd& eta) const;

 private:
  /// gamma_t = p_t m_ot / P and log P, P = sum_t p_t m_ot; by logarithms where P would underflow.
  double posterior(const MatrixXd& eta, Index i, const double* p, double log_sum, std::size_t o,
                   double* gamma) const;

  std::vector<std::size_t> start_;
  std::vector<double> weight_;
  MatrixXd evidence_;
};

/// Real values: -1/2 sum_i v_i (y_i - eta_i)^2, of values less their mean.
class RealOutcome final : public Outcome {
 public:
  RealOutcome(const Target& target, const CountedSamples& counted);
  Index columns() const override { return 1; }
  double log_likelihood(const MatrixXd& eta) const override;
  double derive(const MatrixXd& eta, Curvature curvature, Derivatives& out) const override;
  double saturated() const override { return 0; }
  double origin() const override { return mean_; }

 private:
  VectorXd share_, values_;
  double mean_ = 0;
};

}  // namespace tamis::sparse_linear
