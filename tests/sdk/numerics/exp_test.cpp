#include <tamis/numerics/exp.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using tamis::numerics::exponential;

TEST_CASE("exp is within one unit in the last place of the exact value", "[exp]") {
  tamis::Rng rng(1);
  for (double range : {1e-3, 1.0, 10.0, 700.0})
    for (int i = 0; i < 200000; ++i) {
      const double x = range * (2 * rng.uniform() - 1);
      const long double exact = std::exp(static_cast<long double>(x));
      const auto nearest = static_cast<double>(exact);
      const double ulp = std::nextafter(nearest, INFINITY) - nearest;
      const long double error = std::abs(exponential(x) - exact) / ulp;
      if (!(error < 1)) {  // one CHECK per argument would take seconds
        INFO(x);
        CHECK(error < 1);
      }
    }
}

TEST_CASE("exp has the limits of an exponential", "[exp][degenerate]") {
  CHECK(exponential(0.0) == 1);
  CHECK(exponential(-0.0) == 1);
  CHECK(exponential(1e-300) == 1);
  CHECK(exponential(-INFINITY) == 0);
  CHECK(exponential(-746.0) == 0);
  CHECK(exponential(-1e308) == 0);
  CHECK(exponential(INFINITY) == INFINITY);
  CHECK(exponential(710.0) == INFINITY);
  CHECK(exponential(709.78) == Approx(std::exp(709.78)).epsilon(1e-15));
  CHECK(std::isnan(exponential(NAN)));
  CHECK(exponential(-745.13) == std::numeric_limits<double>::denorm_min());
  CHECK(exponential(-740.0) == std::exp(-740.0));
}
