#include "products.hpp"

#include <tamis/eigen.hpp>
#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/numerics/random.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr double kZeroVariance = 1e-8;    // of an eigenvalue of V that is 0, in units of its largest variance
constexpr std::uint64_t kBlockRows = 64;  // of a block of parallel work

/// R with R'R = v: where v has a Cholesky root its transpose, which is upper triangular, else the symmetric
/// root, eigenvalues below 0 cut.
Eigen::MatrixXd root_of(const Eigen::MatrixXd& v) {
  const Eigen::LLT<Eigen::MatrixXd> cholesky(v);
  if (cholesky.info() == Eigen::Success) return cholesky.matrixU();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(v);
  const Eigen::VectorXd& lambda = solver.eigenvalues();
  if (lambda.minCoeff() < -kZeroVariance * v.diagonal().cwiseAbs().maxCoeff())
    throw NumericError(
        fmt::format("S is not between 0 and 2 Sigma: the knockoffs would have the variance {:.3g} in "
                    "some direction; scale s down",
                    lambda.minCoeff()));
  return solver.eigenvectors() * lambda.cwiseMax(0).cwiseSqrt().asDiagonal() *
         solver.eigenvectors().transpose();
}

DenseMatrix dense(const Eigen::MatrixXd& m) {
  DenseMatrix d(m.rows(), m.cols());
  map(d.view()) = m;
  return d;
}

/// Rows first, first + 1, ... of a matrix.
template <class View>
View rows_of(View m, std::uint64_t first, std::uint64_t count) {
  m.data += first;
  m.rows = count;
  return m;
}

}  // namespace

ConditionalLaw::ConditionalLaw(ConstMatrix sigma, std::span<const double> s) {
  const Eigen::LLT<Eigen::MatrixXd> root(map(sigma));
  if (root.info() != Eigen::Success)
    throw NumericError(
        "the covariance of the features is not positive definite: shrink it, or merge columns that are "
        "copies");
  const Eigen::MatrixXd S = map(s).asDiagonal();
  const Eigen::MatrixXd slope = root.solve(S);
  const Eigen::MatrixXd v = 2 * S - S * slope;
  const Eigen::MatrixXd symmetric = (v + v.transpose()) / 2;
  slope_ = dense(slope);
  covariance_ = dense(symmetric);
  root_ = dense(root_of(symmetric));
  root_is_triangular_ = map(root_.view()).isUpperTriangular(0);
}

DenseMatrix ConditionalLaw::mean(ConstMatrix x, std::span<const double> centre,
                                 const Runtime& runtime) const {
  DenseMatrix mean(x.rows, x.cols);
  runtime.parallel_blocks(
      x.rows,
      [&](std::uint64_t first, std::uint64_t last) {
        const Matrix out = rows_of(mean.view(), first, last - first);
        DenseMatrix below(last - first, x.cols);  // m - x
        for (std::uint64_t j = 0; j < x.cols; ++j)
          for (std::uint64_t i = first; i < last; ++i) {
            out(i - first, j) = x(i, j);
            below.view()(i - first, j) = centre[j] - x(i, j);
          }
        add_product(below.view(), slope_.view(), out);
      },
      kBlockRows);
  return mean;
}

DenseMatrix ConditionalLaw::draw(const DenseMatrix& mean, std::uint64_t key, const Runtime& runtime) const {
  DenseMatrix knockoffs = mean;
  runtime.parallel_blocks(
      mean.rows,
      [&](std::uint64_t first, std::uint64_t last) {
        DenseMatrix normal(last - first, mean.cols);
        for (std::uint64_t i = first; i < last; ++i) {
          Rng row(Rng::combine(key, i));
          for (std::uint64_t j = 0; j < mean.cols; ++j) normal.view()(i - first, j) = numerics::normal(row);
        }
        add_product(normal.view(), root_.view(), rows_of(knockoffs.view(), first, last - first),
                    root_is_triangular_ ? Shape::upper : Shape::full);
      },
      kBlockRows);
  return knockoffs;
}

DenseMatrix joint_covariance(ConstMatrix sigma, std::span<const double> s) {
  const std::uint64_t p = sigma.rows;
  DenseMatrix joint(2 * p, 2 * p);
  const Matrix g = joint.view();
  for (std::uint64_t j = 0; j < p; ++j)
    for (std::uint64_t i = 0; i < p; ++i) {
      g(i, j) = g(p + i, p + j) = sigma(i, j);
      g(i, p + j) = g(p + i, j) = sigma(i, j) - (i == j ? s[j] : 0);
    }
  return joint;
}

}  // namespace tamis::framework
