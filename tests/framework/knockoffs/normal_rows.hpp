/// \file normal_rows.hpp
/// Correlations whose s is known or hard to find, and rows that have them.
#pragma once

#include <tamis/eigen.hpp>
#include <tamis/framework/knockoffs/dense_matrix.hpp>
#include <tamis/numerics/random.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <cmath>

namespace tamis::framework {

/// r^|i - j|.
inline Eigen::MatrixXd falling(Eigen::Index p, double r) {
  return Eigen::MatrixXd::NullaryExpr(p, p, [&](Eigen::Index i, Eigen::Index j) {
    return std::pow(r, std::abs(static_cast<double>(i - j)));
  });
}

/// r between any two.
inline Eigen::MatrixXd equal(Eigen::Index p, double r) {
  Eigen::MatrixXd sigma = Eigen::MatrixXd::Constant(p, p, r);
  sigma.diagonal().setOnes();
  return sigma;
}

/// A sum of `factors` random directions and of noise.
inline Eigen::MatrixXd of_factors(Eigen::Index p, Eigen::Index factors, Rng rng) {
  const Eigen::MatrixXd loadings =
      Eigen::MatrixXd::NullaryExpr(p, factors, [&] { return numerics::normal(rng); });
  Eigen::MatrixXd sigma = loadings * loadings.transpose();
  sigma.diagonal().array() += 1;
  const Eigen::VectorXd scale = sigma.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * sigma * scale.asDiagonal();
}

/// n rows of N(0, sigma).
inline DenseMatrix normal_rows(std::uint64_t n, const Eigen::MatrixXd& sigma, Rng rng) {
  DenseMatrix x(n, static_cast<std::uint64_t>(sigma.rows()));
  for (double& v : x.values) v = numerics::normal(rng);
  const Eigen::MatrixXd root = sigma.llt().matrixU();
  map(x.view()) = (map(x.view()) * root).eval();
  return x;
}

inline double smallest_eigenvalue(const Eigen::MatrixXd& m) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
}

inline Eigen::MatrixXd diagonal(const std::vector<double>& s) { return map(std::span(s)).asDiagonal(); }

}  // namespace tamis::framework
