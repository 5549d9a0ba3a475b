/// \file matrix.hpp
/// Column-major views of doubles. They own nothing and are copied freely.
#pragma once

#include <tamis/abi/types.h>

#include <cstdint>
#include <span>

namespace tamis {

/// The index of a feature: a column of the dataset.
using Feature = std::uint32_t;
/// One feature's values, one per sample.
using Column = std::span<const double>;

struct ConstMatrix : tamis_const_matrix {
  ConstMatrix() : tamis_const_matrix{} {}
  ConstMatrix(const tamis_const_matrix& m) : tamis_const_matrix(m) {}
  ConstMatrix(const tamis_matrix& m) : tamis_const_matrix{m.data, m.rows, m.cols, m.stride} {}
  ConstMatrix(const double* data, std::uint64_t rows, std::uint64_t cols)
      : tamis_const_matrix{data, rows, cols, rows} {}
  double operator()(std::uint64_t i, std::uint64_t j) const { return data[i + j * stride]; }
  Column column(std::uint64_t j) const { return {data + j * stride, rows}; }
};

struct Matrix : tamis_matrix {
  Matrix() : tamis_matrix{} {}
  Matrix(const tamis_matrix& m) : tamis_matrix(m) {}
  Matrix(double* data, std::uint64_t rows, std::uint64_t cols) : tamis_matrix{data, rows, cols, rows} {}
  double& operator()(std::uint64_t i, std::uint64_t j) const { return data[i + j * stride]; }
  std::span<double> column(std::uint64_t j) const { return {data + j * stride, rows}; }
};

}  // namespace tamis
