/// \file log.hpp
/// The natural logarithm and the digamma function, the same bits on every machine; see exp.hpp for why.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace tamis::numerics {

/// ln x with an error below 1 ulp. -infinity for 0, NaN for NaN and below 0.
inline double logarithm(double x) {
  if (!(x > 0)) return x == 0 ? -std::numeric_limits<double>::infinity() : std::nan("");
  if (x == std::numeric_limits<double>::infinity()) return x;
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {  // a subnormal number has its first bit anywhere
    x *= 0x1p54;
    exponent = -54;
  }
  // x = 2^exponent m with 1/sqrt 2 <= m < sqrt 2, so that the logarithm of m does not cancel the exponent's
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdu;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto steps = static_cast<std::int64_t>(bits - kSqrtHalf) >> 52;
  exponent += static_cast<int>(steps);
  const double f = std::bit_cast<double>(bits - (static_cast<std::uint64_t>(steps) << 52)) - 1.0;

  // ln(1 + f) = 2 artanh s with s = f / (2 + f), |s| <= 0.1716; written as f - f^2/2 + s (f^2/2 + r), where
  // the small terms carry the rounding errors. The first term of the series that is left out is below 2^-60.
  const double s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
  double r = 2.0 / 23;
  for (double c :
       {2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3})
    r = r * z + c;
  r *= z;
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  return exponent * kLn2High + (f - (half_square - (s * (half_square + r) + exponent * kLn2Low)));
}

/// psi(x) = d/dx ln Gamma(x) for x > 0, with an absolute error below 4e-15 max(1, |psi|).
/// The recurrence psi(x) = psi(x + 1) - 1/x up to 10, then the asymptotic series (DLMF 5.11.2).
inline double digamma(double x) {
  double shift = 0;
  for (; x < 10.0; x += 1.0) shift += 1.0 / x;
  const double z = 1.0 / (x * x);
  double series = 1.0 / 12;  // B_2n / 2n, n = 7 to 1
  for (double c : {-691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252, -1.0 / 120, 1.0 / 12})
    series = series * z + c;
  return logarithm(x) - 0.5 / x - series * z - shift;
}

}  // namespace tamis::numerics
