/// \file dense_matrix.hpp
/// A matrix that owns what it shows.
#pragma once

#include <tamis/matrix.hpp>

#include <cstdint>
#include <vector>

namespace tamis::framework {

/// `rows` x `cols` doubles by columns, as the SDK's views have them; 0 to begin with. Copies are independent.
struct DenseMatrix {
  std::uint64_t rows = 0, cols = 0;
  std::vector<double> values;  ///< element (i, j) at values[i + j * rows]

  DenseMatrix() = default;
  DenseMatrix(std::uint64_t r, std::uint64_t c) : rows(r), cols(c), values(r * c) {}
  double operator()(std::uint64_t i, std::uint64_t j) const { return values[i + j * rows]; }
  /// Valid as long as this object is, and not moved from.
  ConstMatrix view() const { return {values.data(), rows, cols}; }
  Matrix view() { return {values.data(), rows, cols}; }
};

}  // namespace tamis::framework
