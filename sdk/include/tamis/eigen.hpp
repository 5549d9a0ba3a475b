/// \file eigen.hpp
/// The SDK's views as matrices of Eigen, and back, for methods that read as their equation:
///
///     const auto x = tamis::map(samples);                      // a ConstMatrix, or a Column
///     const Eigen::MatrixXd distances = (x.rowwise() - mean).rowwise().norm();
///
/// Optional: no other header of the SDK includes it, and Eigen (Debian: libeigen3-dev) never crosses the
/// boundary of a plugin. Nothing is copied; what is mapped must outlive the map.
///
/// Eigen's vectorised sums add in an order that depends on the width of the vectors and on where a row
/// stands, and its products and solves are cut into blocks by the sizes of the caches. Compile with
/// EIGEN_DONT_VECTORIZE and EIGEN_NO_CPUID where a score must have the same bits on every machine and in
/// every order of samples.
#pragma once

#include <tamis/matrix.hpp>

#include <Eigen/Core>

#include <span>

namespace tamis {

/// Rows by columns, column-major, as a ConstMatrix is.
using ConstMatrixMap = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
/// The same to write to.
using MatrixMap = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
/// A Column, or another span of numbers.
using ConstVectorMap = Eigen::Map<const Eigen::VectorXd>;
/// The same to write to.
using VectorMap = Eigen::Map<Eigen::VectorXd>;

/// A view of the SDK as a matrix of Eigen. O(1), as all below.
inline ConstMatrixMap map(ConstMatrix m) {
  return ConstMatrixMap(m.data, m.rows, m.cols, Eigen::OuterStride<>(m.stride));
}
/// The same to write to.
inline MatrixMap map(Matrix m) { return MatrixMap(m.data, m.rows, m.cols, Eigen::OuterStride<>(m.stride)); }
/// Numbers of the SDK as a vector of Eigen.
inline ConstVectorMap map(std::span<const double> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}
/// The same to write to.
inline VectorMap map(std::span<double> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

/// A matrix of Eigen as the SDK's functions take it.
inline ConstMatrix view(const Eigen::MatrixXd& m) {
  return {m.data(), static_cast<std::uint64_t>(m.rows()), static_cast<std::uint64_t>(m.cols())};
}
/// The same to write to.
inline Matrix view(Eigen::MatrixXd& m) {
  return {m.data(), static_cast<std::uint64_t>(m.rows()), static_cast<std::uint64_t>(m.cols())};
}

}  // namespace tamis
