#include "axioms.hpp"

#include "verdicts.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::framework::conformance {

double DistanceTable::largest() const {
  double most = 0;
  for (const double v : values)
    if (std::isfinite(v)) most = std::max(most, v);
  return most;
}

void expect_distances(const DistanceTable& d) {
  const double within = kAxiomRounding * d.largest();
  for (std::size_t j = 0; j < d.n; ++j)
    for (std::size_t i = 0; i < d.n; ++i)
      if (!(d(i, j) >= 0))
        fail("the distance from {0} {1} to {0} {2} is {3}; expected 0 or more", d.thing, i, j, d(i, j));
  for (std::size_t i = 0; i < d.n; ++i)
    if (!(d(i, i) <= within))
      fail("the distance from {} {} to itself is {}; expected 0", d.thing, i, d(i, i));
}

void expect_symmetric(const DistanceTable& d) {
  const double within = kAxiomRounding * d.largest();
  for (std::size_t j = 0; j < d.n; ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (d(i, j) != d(j, i) && !(std::abs(d(i, j) - d(j, i)) <= within))
        fail("the distance from {0} {1} to {0} {2} is {3}, and {4} back", d.thing, i, j, d(i, j), d(j, i));
}

void expect_triangle(const DistanceTable& d) {
  const double within = kAxiomRounding * d.largest();
  for (std::size_t i = 0; i < d.n; ++i)
    for (std::size_t j = 0; j < d.n; ++j)
      for (std::size_t k = 0; k < d.n; ++k)
        if (d(i, k) > d(i, j) + d(j, k) + within)
          fail(
              "it is declared a metric, but the way from {0} {1} over {0} {2} to {0} {3} is shorter ({4}) "
              "than the straight one ({5})",
              d.thing, i, j, k, d(i, j) + d(j, k), d(i, k));
}

}  // namespace tamis::framework::conformance
