/// \file dots.hpp
/// Sums of products in a fixed order, which compilers put into registers as they stand.
#pragma once

#include <tamis/numerics/lanes.hpp>

#include <cstddef>

namespace tamis::sparse_linear {

/// Two neighbours: vectors of two numbers are in every processor of 64 bits, and wider ones would add in the same order.
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));
inline Pair pair_at(const double* x) { return *reinterpret_cast<const Pair*>(x); }

/// sum_i a_i b_i, added as numerics::lane_sum() does, in a third of its time.
inline double dot(const double* a, const double* b, std::size_t n) {
  Pair s[4] = {};
  std::size_t i = 0;
  for (; i + numerics::kLanes <= n; i += numerics::kLanes)
    for (std::size_t p = 0; p < 4; ++p) s[p] += pair_at(a + i + 2 * p) * pair_at(b + i + 2 * p);
  double lane[numerics::kLanes] = {s[0][0], s[0][1], s[1][0], s[1][1], s[2][0], s[2][1], s[3][0], s[3][1]};
  for (std::size_t k = 0; i + k < n; ++k) lane[k % numerics::kLanes] += a[i + k] * b[i + k];
  return numerics::add_lanes(lane);
}

/// The same of a with four others, b, b + stride, ..., in four lanes each: a is read once.
inline void dots(const double* a, const double* b, std::size_t stride, std::size_t n, double* out) {
  Pair s[4][2] = {};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const Pair low = pair_at(a + i), high = pair_at(a + i + 2);
    for (std::size_t k = 0; k < 4; ++k) {
      s[k][0] += low * pair_at(b + k * stride + i);
      s[k][1] += high * pair_at(b + k * stride + i + 2);
    }
  }
  for (std::size_t k = 0; k < 4; ++k) {
    out[k] = (s[k][0][0] + s[k][1][0]) + (s[k][0][1] + s[k][1][1]);
    for (std::size_t r = i; r < n; ++r) out[k] += a[r] * b[k * stride + r];
  }
}

}  // namespace tamis::sparse_linear
