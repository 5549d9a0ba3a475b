/// \file matrix.hpp
/// Column-major views of doubles. They own no memory; copy them freely.
#pragma once

#include <tamis/abi/types.h>

#include <cstdint>
#include <span>

namespace tamis {

/// The index of a feature: a column of the dataset.
using Feature = std::uint32_t;
/// The values of one feature, one per sample.
using Column = std::span<const double>;

/// A read-only matrix: `rows` x `cols` doubles, element (i, j) at data[i + j * stride], so a column is contiguous and stride
/// >= rows. Bounds are not checked. The default is an empty matrix, whose data is null.
struct ConstMatrix : tamis_const_matrix {
  ConstMatrix() : tamis_const_matrix{} {}
  /// As it crosses the boundary.
  ConstMatrix(const tamis_const_matrix& m) : tamis_const_matrix(m) {}
  /// The same memory, read-only.
  ConstMatrix(const tamis_matrix& m) : tamis_const_matrix{m.data, m.rows, m.cols, m.stride} {}
  /// A matrix whose columns follow each other without gaps.
  ConstMatrix(const double* data, std::uint64_t rows, std::uint64_t cols)
      : tamis_const_matrix{data, rows, cols, rows} {}
  /// Row i, column j, from 0.
  double operator()(std::uint64_t i, std::uint64_t j) const { return data[i + j * stride]; }
  /// Column j, `rows` long.
  Column column(std::uint64_t j) const { return {data + j * stride, rows}; }
};

/// A writable matrix, laid out as a ConstMatrix and convertible to one. A const Matrix can still be written to: the view is
/// const, not the memory.
struct Matrix : tamis_matrix {
  Matrix() : tamis_matrix{} {}
  /// As it crosses the boundary.
  Matrix(const tamis_matrix& m) : tamis_matrix(m) {}
  /// Columns without a gap between them.
  Matrix(double* data, std::uint64_t rows, std::uint64_t cols) : tamis_matrix{data, rows, cols, rows} {}
  /// Row i, column j, from 0.
  double& operator()(std::uint64_t i, std::uint64_t j) const { return data[i + j * stride]; }
  /// Column j, `rows` long.
  std::span<double> column(std::uint64_t j) const { return {data + j * stride, rows}; }
};

}  // namespace tamis
