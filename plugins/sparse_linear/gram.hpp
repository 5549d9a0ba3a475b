/// \file gram.hpp
/// Second derivatives in coefficients, kept from step to step.
#pragma once

#include "outcome.hpp"
#include "support_factor.hpp"

namespace tamis::sparse_linear {

/// sum_i z_ij H_i z_il for some features j and l and the intercept, whose column is 1, where H_i are the second derivatives in the
/// linear predictors where restart() was called. They change slowly along a path, and a product of two columns costs as much as
/// a step of one: so they are kept, and features are added as they are asked for.
///
/// The variables are those of the intercept, one for each column, and then those of each feature, in the order in which they
/// were added.
class Gram {
 public:
  explicit Gram(const Design& design) : design_(design) {}

  /// Forgets all features and takes other second derivatives.
  void restart(const MatrixXd& curvature, Index columns);
  bool is_empty() const { return size_ == 0; }
  /// Adds those of the features that are not here yet. O(n K^2) for each product of two columns.
  void include(const std::vector<Index>& features);
  std::size_t features() const { return features_.size(); }
  /// The first variable of a feature that was included.
  Index place(Index j) const { return place_[static_cast<std::size_t>(j)]; }
  Index variables() const { return size_; }
  const double* column(Index variable) const { return values_.col(variable).data(); }
  /// Makes what is minimised curve upwards where second derivatives do not.
  void raise(Index variable, double by) { values_(variable, variable) += by; }
  /// Takes from a step s and the change y of the gradient what is known of the second derivatives along it, by the formula
  /// of Broyden, Fletcher, Goldfarb and Shanno; both of all variables, and 0 where nothing is known.
  /// \param factor  of some of the variables, which is brought along.
  void learn(const VectorXd& s, const VectorXd& y, SupportFactor& factor);
  double diagonal(Index variable) const { return values_(variable, variable); }
  /// That of all variables.
  auto matrix() const { return values_.topLeftCorner(size_, size_); }
  /// sum_i H_i of a curvature.
  double sum_of_traces(const MatrixXd& curvature) const;
  /// That of restart().
  double sum_of_traces() const { return trace_; }

 private:
  void include_some(const Index* features, Index count);

  const Design& design_;
  Index columns_ = 1, size_ = 0;
  MatrixXd curvature_, values_;
  double trace_ = 0;
  std::vector<Index> features_, place_;
};

}  // namespace tamis::sparse_linear
