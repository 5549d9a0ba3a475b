#include "remaining_inverse.hpp"

#include "products.hpp"

#include <tamis/errors.hpp>

#include <Eigen/Cholesky>

namespace tamis::framework {
namespace {

constexpr Eigen::Index kKept = 32;  // changes

}  // namespace

Eigen::MatrixXd remaining(ConstMatrix sigma, const Eigen::VectorXd& s) {
  Eigen::MatrixXd rest = 2 * map(sigma);
  rest.diagonal() -= s;
  return rest;
}

void RemainingInverse::renew(const Eigen::VectorXd& s) {
  const Eigen::LLT<Eigen::MatrixXd> root(remaining(sigma_, s));
  if (root.info() != Eigen::Success)
    throw NumericError(
        "2 Sigma - S is not positive definite: shrink the correlations, or merge columns that are nearly "
        "copies");
  inverse_ = root.solve(Eigen::MatrixXd::Identity(s.size(), s.size()));
  changed_.resize(s.size(), kKept);
  factors_.clear();
}

const Eigen::VectorXd& RemainingInverse::column(Eigen::Index j) {
  column_ = inverse_.col(j);
  for (std::size_t k = 0; k < factors_.size(); ++k) column_ += factors_[k] * changed_(j, k) * changed_.col(k);
  return column_;
}

void RemainingInverse::step(Eigen::Index j, double e) {
  changed_.col(static_cast<Eigen::Index>(factors_.size())) = column_;
  factors_.push_back(e / (1 - e * column_[j]));
  if (factors_.size() == kKept) put_in();
}

void RemainingInverse::put_in() {
  const Eigen::MatrixXd scaled = map(std::span<const double>(factors_)).asDiagonal() * changed_.transpose();
  add_product(view(changed_), view(scaled), view(inverse_));
  factors_.clear();
}

}  // namespace tamis::framework
