/// \file trigonometry.hpp
/// Sine and cosine, the same bits on every machine; see tamis/numerics/exp.hpp for why.
#pragma once

#include <cmath>
#include <initializer_list>

namespace tamis::framework {

/// Beyond this, sine() and cosine() are NaN: the quotient by pi/2 takes more bits than its products leave.
inline constexpr double kLargestAngle = 0x1p20;

namespace detail {

/// x = quadrant pi/2 + high + low, |high| <= pi/4 (1 + 2^-30), |low| below an ulp of high.
struct ReducedAngle {
  int quadrant;
  double high, low;
};

/// Cody and Waite's reduction. pi/2 is split so that the products with the first two parts are exact (33 bits
/// each, quadrants of at most 20 bits), and the difference from the first is, too.
inline ReducedAngle reduced(double x) {
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kFirst = 0x1.921fb544p+0, kSecond = 0x1.0b4611a6p-34, kThird = 0x1.3198a2e037073p-69;
  const int k = static_cast<int>(x * kTwoOverPi + (x < 0 ? -0.5 : 0.5));
  const double a = x - k * kFirst, b = k * kSecond;
  const double rest = a - b;
  const double taken = a - rest;  // of b, as rounded; Knuth's sum of two without a branch
  const double error = (a - (rest + taken)) + (taken - b);
  const double small = error - k * kThird;
  const double high = rest + small;
  return {k, high, (rest - high) + small};
}

/// sin(x + low) for |x| <= pi/4. The first term of the series that is left out, x^19 / 19!, is below 2^-63.
inline double sine_near_zero(double x, double low) {
  const double z = x * x;
  double q = 1.0 / 355687428096000.0;
  for (double c : {-1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0, 1.0 / 362880.0,
                   -1.0 / 5040.0, 1.0 / 120.0})
    q = q * z + c;
  const double cube = z * x;
  return x - ((z * (0.5 * low - cube * q) - low) + cube / 6.0);
}

/// cos(x + low) for |x| <= pi/4. The first term of the series that is left out, x^18 / 18!, is below 2^-58.
inline double cosine_near_zero(double x, double low) {
  const double z = x * x;
  double q = 1.0 / 20922789888000.0;
  for (double c :
       {-1.0 / 87178291200.0, 1.0 / 479001600.0, -1.0 / 3628800.0, 1.0 / 40320.0, -1.0 / 720.0, 1.0 / 24.0})
    q = q * z + c;
  const double half = 0.5 * z, w = 1.0 - half;
  return w + (((1.0 - w) - half) + (z * z * q - x * low));  // what rounding took from w is given back
}

/// The sine of an angle that is `turns` quarters of a turn further.
inline double sine_after(double x, int turns) {
  if (!(std::fabs(x) <= kLargestAngle)) return std::nan("");
  const ReducedAngle r = reduced(x);
  const int quadrant = (r.quadrant + turns) & 3;
  const double value = quadrant % 2 == 0 ? sine_near_zero(r.high, r.low) : cosine_near_zero(r.high, r.low);
  return quadrant < 2 ? value : -value;
}

}  // namespace detail

/// sin x, x in radians, with an error below 1 ulp for |x| <= kLargestAngle (0.78 is the worst of 2e7
/// arguments); NaN for anything else.
inline double sine(double x) { return detail::sine_after(x, 0); }

/// cos x, likewise.
inline double cosine(double x) { return detail::sine_after(x, 1); }

}  // namespace tamis::framework
