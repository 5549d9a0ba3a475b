#include <tamis/eigen.hpp>
#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/correlation.hpp>
#include <tamis/framework/knockoffs/fixed_knockoffs.hpp>
#include <tamis/numerics/random.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <fmt/format.h>

#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kZeroEigenvalue = 1e-12;  // of an eigenvalue of V that is 0, in units of the largest one

/// C with C'C = v, of as many rows as v has eigenvalues above 0.
Eigen::MatrixXd short_root(const Eigen::MatrixXd& v) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(v);
  const Eigen::VectorXd& lambda = solver.eigenvalues();  // ascending
  const auto rank = (lambda.array() > kZeroEigenvalue * lambda.maxCoeff()).count();
  return lambda.tail(rank).cwiseSqrt().asDiagonal() * solver.eigenvectors().rightCols(rank).transpose();
}

/// `count` orthonormal columns, orthogonal to 1 and to those of x.
Eigen::MatrixXd orthonormal_beside(const Eigen::MatrixXd& x, Eigen::Index count, Rng& rng) {
  Eigen::MatrixXd all(x.rows(), 1 + x.cols() + count);
  all << Eigen::VectorXd::Ones(x.rows()), x,
      Eigen::MatrixXd::NullaryExpr(x.rows(), count, [&] { return numerics::normal(rng); });
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(all);
  Eigen::MatrixXd q = Eigen::MatrixXd::Identity(all.rows(), all.cols());
  q.applyOnTheLeft(qr.householderQ());
  return q.rightCols(count);
}

}  // namespace

FixedKnockoffs fixed_knockoffs(ConstMatrix given, Separation kind, Rng rng) {
  FixedKnockoffs result{standardised(given), DenseMatrix(given.rows, given.cols), {}};
  MatrixMap x = map(result.x.view());
  x /= std::sqrt(static_cast<double>(given.rows));
  const Eigen::MatrixXd sigma = x.transpose() * x;
  result.s = s_vector(view(sigma), kind).s;
  const ConditionalLaw law(view(sigma), result.s);
  const Eigen::MatrixXd c = short_root(map(law.covariance().view()));
  if (x.rows() < 1 + x.cols() + c.rows())
    throw DataError(fmt::format(
        "knockoffs of {} columns as they are need {} rows, and there are {}: use model-X knockoffs", x.cols(),
        1 + x.cols() + c.rows(), x.rows()));
  map(result.knockoffs.view()) = x - x * map(law.slope().view()) + orthonormal_beside(x, c.rows(), rng) * c;
  return result;
}

}  // namespace tamis::framework
