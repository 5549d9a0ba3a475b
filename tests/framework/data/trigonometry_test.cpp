#include "data/generators/trigonometry.hpp"

#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using tamis::framework::cosine;
using tamis::framework::kLargestAngle;
using tamis::framework::sine;

namespace trigonometry_test {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

/// Of a value against the exact one, in units in the last place.
long double error_of(double value, long double exact) {
  const double nearest = std::abs(static_cast<double>(exact));
  const double ulp = std::nextafter(nearest, INFINITY) - nearest;
  return std::abs(value - exact) / static_cast<long double>(ulp);
}

/// The larger error of both functions.
long double error_at(double x) {
  const auto exact = static_cast<long double>(x);
  return std::max(error_of(sine(x), std::sin(exact)), error_of(cosine(x), std::cos(exact)));
}

}  // namespace

TEST_CASE("sine and cosine are within one unit in the last place of the exact value", "[trigonometry]") {
  tamis::Rng rng(1);
  for (const double range : {1e-3, 1.0, 10.0, 1000.0, kLargestAngle})
    for (int i = 0; i < 200000; ++i) {
      const double x = range * (2 * rng.uniform() - 1);
      if (!(error_at(x) < 1)) {  // one CHECK per argument would take seconds
        INFO(x);
        CHECK(error_at(x) < 1);
      }
    }
}

TEST_CASE("sine and cosine keep their digits beside their zeros", "[trigonometry][degenerate]") {
  for (int quarters = -200; quarters <= 200; ++quarters) {
    const double zero = quarters * kHalfPi;
    for (const double x : {zero, std::nextafter(zero, INFINITY), std::nextafter(zero, -INFINITY)}) {
      INFO(x);
      CHECK(error_at(x) < 1);
    }
  }
  for (int quarters = 600000; quarters < 667000; quarters += 7) {
    const double x = quarters * kHalfPi;
    if (!(error_at(x) < 1)) {
      INFO(x);
      CHECK(error_at(x) < 1);
    }
  }
}

TEST_CASE("sine is odd, cosine even, and both have their values at 0", "[trigonometry][property]") {
  CHECK(sine(0.0) == 0);
  CHECK(cosine(0.0) == 1);
  CHECK(sine(1e-300) == 1e-300);
  CHECK(sine(std::numeric_limits<double>::denorm_min()) == std::numeric_limits<double>::denorm_min());
  tamis::Rng rng(2);
  for (int i = 0; i < 1000; ++i) {
    const double x = 100 * rng.uniform();
    CHECK(sine(-x) == -sine(x));
    CHECK(cosine(-x) == cosine(x));
  }
}

TEST_CASE("sine and cosine of what is no angle in their range are NaN", "[trigonometry][errors]") {
  for (const double x : {double{INFINITY}, double{-INFINITY}, double{NAN}, 2 * kLargestAngle, 1e300}) {
    CHECK(std::isnan(sine(x)));
    CHECK(std::isnan(cosine(x)));
  }
  CHECK_FALSE(std::isnan(sine(kLargestAngle)));
  CHECK_FALSE(std::isnan(cosine(-kLargestAngle)));
}

}  // namespace trigonometry_test
