/// \file remaining_inverse.hpp
/// I = (2 Sigma - S)^-1 while the s_j change one by one.
#pragma once

#include <tamis/eigen.hpp>

#include <vector>

namespace tamis::framework {

/// 2 Sigma - S. O(p^2).
Eigen::MatrixXd remaining(ConstMatrix sigma, const Eigen::VectorXd& s);

/// Changes of several coordinates are kept beside the matrix and put into it together: it is read and written
/// once for all of them, which is what a change costs.
class RemainingInverse {
 public:
  explicit RemainingInverse(ConstMatrix sigma) : sigma_(sigma) {}

  /// From 2 Sigma - S itself, so that no error of the changes stays. O(p^3).
  /// \throws NumericError  it is not positive definite.
  void renew(const Eigen::VectorXd& s);
  /// Column j, valid until the next call. O(p).
  const Eigen::VectorXd& column(Eigen::Index j);
  /// s_j has grown by e: I += e / (1 - e I_jj) I_j I_j', I_j the column() that was read last. O(p^2).
  void step(Eigen::Index j, double e);

 private:
  void put_in();

  ConstMatrix sigma_;
  Eigen::MatrixXd inverse_;  // without the changes
  Eigen::MatrixXd changed_;  // p x kept: the I_j of each change
  std::vector<double> factors_;
  Eigen::VectorXd column_;
};

}  // namespace tamis::framework
