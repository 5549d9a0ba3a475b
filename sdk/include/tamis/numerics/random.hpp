/// \file random.hpp
/// Random numbers of other distributions than the uniform one, from the streams of rng.hpp; the same bits on
/// every machine.
#pragma once

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

}  // namespace tamis::numerics
