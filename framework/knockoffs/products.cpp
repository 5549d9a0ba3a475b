#include "products.hpp"

#include <algorithm>

namespace tamis::framework {
namespace {

// A tile of sums stays in registers. It goes through all of a's columns, so each sum has one order.
constexpr std::uint64_t kTileRows = 4, kTileCols = 4;
constexpr std::uint64_t kStrip = 64;  // rows of a that stay in the cache while b passes by

void add_tile(ConstMatrix a, ConstMatrix b, Matrix out, std::uint64_t i, std::uint64_t j,
              std::uint64_t inner) {
  double sum[kTileCols][kTileRows] = {};
  const double* column = a.data + i;
  for (std::uint64_t k = 0; k < inner; ++k, column += a.stride)
    for (std::uint64_t c = 0; c < kTileCols; ++c) {
      const double factor = b(k, j + c);
      for (std::uint64_t r = 0; r < kTileRows; ++r) sum[c][r] += column[r] * factor;
    }
  for (std::uint64_t c = 0; c < kTileCols; ++c)
    for (std::uint64_t r = 0; r < kTileRows; ++r) out(i + r, j + c) += sum[c][r];
}

void add_entry(ConstMatrix a, ConstMatrix b, Matrix out, std::uint64_t i, std::uint64_t j,
               std::uint64_t inner) {
  double sum = 0;
  for (std::uint64_t k = 0; k < inner; ++k) sum += a(i, k) * b(k, j);
  out(i, j) += sum;
}

}  // namespace

void add_product(ConstMatrix a, ConstMatrix b, Matrix out, Shape shape) {
  for (std::uint64_t strip = 0; strip < out.rows; strip += kStrip) {
    const std::uint64_t end = std::min(strip + kStrip, out.rows);
    for (std::uint64_t j = 0; j < out.cols; j += kTileCols) {
      const std::uint64_t last = std::min(j + kTileCols, out.cols);
      const std::uint64_t inner = shape == Shape::upper ? std::min(last, a.cols) : a.cols;
      std::uint64_t i = strip;
      for (; last - j == kTileCols && i + kTileRows <= end; i += kTileRows) add_tile(a, b, out, i, j, inner);
      for (std::uint64_t c = j; c < last; ++c)
        for (std::uint64_t r = i; r < end; ++r) add_entry(a, b, out, r, c, inner);
    }
  }
}

DenseMatrix transposed(ConstMatrix a) {
  DenseMatrix t(a.cols, a.rows);
  const Matrix out = t.view();
  for (std::uint64_t j = 0; j < a.cols; ++j)
    for (std::uint64_t i = 0; i < a.rows; ++i) out(j, i) = a(i, j);
  return t;
}

DenseMatrix gram(ConstMatrix a) {
  DenseMatrix products(a.cols, a.cols);
  add_product(transposed(a).view(), a, products.view());
  return products;
}

}  // namespace tamis::framework
