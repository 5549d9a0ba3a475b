/// \file random.hpp
/// Random numbers of other distributions than the uniform one, from the streams of rng.hpp; the same bits on
/// every machine.
#pragma once

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>
#include <tamis/rng.hpp>

#include <cmath>

namespace tamis::numerics {

/// A standard normal number by Marsaglia's polar method (DOI 10.1137/1006063); the second number of a pair is
/// thrown away, so that a stream has no hidden state.
inline double normal(Rng& rng) {
  for (;;) {
    const double u = 2.0 * rng.uniform() - 1.0, v = 2.0 * rng.uniform() - 1.0;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2.0 * logarithm(s) / s);
  }
}

/// The logarithm of a gamma number of density x^(shape - 1) e^-x / Gamma(shape), shape > 0: a small shape
/// gives numbers below the smallest double. Marsaglia, Tsang. A simple method for generating gamma variables.
/// ACM Trans. Mathematical Software 26 (2000) 363-372, DOI 10.1145/358407.358414; about 1.05 trials.
inline double log_gamma_draw(Rng& rng, double shape) {
  // G(shape) = G(shape + 1) U^(1/shape), U uniform on (0, 1]
  if (shape < 1) return log_gamma_draw(rng, shape + 1) + logarithm(1.0 - rng.uniform()) / shape;
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(rng), root = 1 + c * x;
    if (root <= 0) continue;
    const double log_v = 3 * logarithm(root);
    if (logarithm(rng.uniform()) < 0.5 * x * x + d * (1 - root * root * root + log_v))
      return logarithm(d) + log_v;
  }
}

/// A gamma number of mean and variance `shape` > 0 (scale 1); 0 where it is below the smallest double.
inline double gamma(Rng& rng, double shape) { return exponential(log_gamma_draw(rng, shape)); }

/// A beta number in [0, 1], of mean a / (a + b); a, b > 0, not both below 1e-300. X / (X + Y) with gamma
/// numbers X of shape a and Y of shape b, taken as 1 / (1 + Y/X), which is right for any small a and b.
inline double beta(Rng& rng, double a, double b) {
  const double log_x = log_gamma_draw(rng, a), log_y = log_gamma_draw(rng, b);
  return 1 / (1 + exponential(log_y - log_x));
}

}  // namespace tamis::numerics
