#include <tamis/numerics/log.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using tamis::numerics::digamma;
using tamis::numerics::logarithm;

namespace {

constexpr double kEuler = 0.57721566490153286;  // the Euler-Mascheroni constant

// In units in the last place of the exact value.
long double error_of_logarithm(double x) {
  const long double exact = std::log(static_cast<long double>(x));
  const double nearest = std::abs(static_cast<double>(exact));
  return std::abs(logarithm(x) - exact) / (std::nextafter(nearest, INFINITY) - nearest);
}

void check_logarithm(double x) {
  const long double error = error_of_logarithm(x);
  if (!(error < 1)) {  // one CHECK per argument would take seconds
    INFO(x);
    CHECK(error < 1);
  }
}

// What log.hpp promises.
double error_of_digamma(double value) { return 4e-15 * std::max(1.0, std::abs(value)); }

}  // namespace

TEST_CASE("the logarithm is within one unit in the last place of the exact value", "[log]") {
  tamis::Rng rng(1);
  for (int i = 0; i < 400000; ++i) {  // every exponent, subnormal numbers too
    const std::uint64_t positive = rng.next() >> 1;
    const auto x = std::bit_cast<double>(positive);
    if (x > 0 && std::isfinite(x)) check_logarithm(x);
  }
  for (int i = 0; i < 400000; ++i) check_logarithm(0.5 + 1.5 * rng.uniform());
  for (int i = 0; i < 100000; ++i) check_logarithm(std::ldexp(rng.uniform(), -1022));
}

TEST_CASE("the logarithm is accurate next to 1, where it is 0", "[log]") {
  tamis::Rng rng(2);
  for (int e = 1; e <= 52; ++e)
    for (int i = 0; i < 1000; ++i) {
      const double gap = std::ldexp(1 + rng.uniform(), -e);
      check_logarithm(1 + gap / 2);
      check_logarithm(1 - gap / 2);
    }
  CHECK(logarithm(1.0) == 0);
  CHECK(logarithm(1 + 0x1p-52) == 0x1p-52 - 0x1p-105);
}

TEST_CASE("the logarithm is accurate where its parts are joined", "[log]") {
  for (int e = -1074; e <= 1023; ++e) {
    const double power = std::ldexp(1.0, e);
    for (double x : {power, power * 1.4142135623730949, power * 1.4142135623730951})
      for (double near : {std::nextafter(x, 0.0), x, std::nextafter(x, INFINITY)})
        if (near > 0 && std::isfinite(near)) check_logarithm(near);
  }
}

TEST_CASE("the logarithm has the limits of a logarithm", "[log][degenerate]") {
  CHECK(logarithm(0.0) == -INFINITY);
  CHECK(logarithm(-0.0) == -INFINITY);
  CHECK(logarithm(INFINITY) == INFINITY);
  CHECK(std::isnan(logarithm(NAN)));
  CHECK(std::isnan(logarithm(-1.0)));
  CHECK(std::isnan(logarithm(-std::numeric_limits<double>::denorm_min())));
  CHECK(std::isnan(logarithm(-INFINITY)));
  check_logarithm(std::numeric_limits<double>::denorm_min());
  check_logarithm(std::numeric_limits<double>::min());
  check_logarithm(std::numeric_limits<double>::max());
}

TEST_CASE("digamma has its known values", "[log]") {
  struct Known {
    double x, psi;
  };
  const Known all[] = {{1, -kEuler},
                       {0.5, -kEuler - 2 * 0.69314718055994531},
                       {2, 1 - kEuler},
                       {1.5, 0.03648997397857652},
                       {3.25, 1.01699091106817904},
                       {10, 2.25175258906672111},
                       {100, 4.60016185273808740},
                       {1e6, 13.81551005796419077},
                       {1e15, 34.53877639491068476},
                       {1e-3, -1000.57557193181030047},
                       {1e-10, -1e10 - kEuler}};
  for (const auto& [x, psi] : all) {
    INFO(x);
    CHECK(std::abs(digamma(x) - psi) <= error_of_digamma(psi));
  }
}

TEST_CASE("digamma obeys psi(x + 1) = psi(x) + 1 / x", "[log]") {
  for (double x = 0x1p-6; x < 200; x += 0x1p-6) {  // x + 1 is exact
    const double left = digamma(x + 1), right = digamma(x);
    if (!(std::abs(left - (right + 1 / x)) <= error_of_digamma(left) + error_of_digamma(right))) {
      INFO(x);
      CHECK(left == right + 1 / x);
    }
  }
}

TEST_CASE("digamma obeys 2 psi(2 x) = psi(x) + psi(x + 1/2) + 2 ln 2", "[log]") {
  for (double x = 0x1p-6; x < 200; x += 0x1p-6) {
    const double twice = digamma(2 * x), low = digamma(x), high = digamma(x + 0.5);
    const double allowed = 2 * error_of_digamma(twice) + error_of_digamma(low) + error_of_digamma(high);
    if (!(std::abs(2 * twice - (low + high + 2 * std::log(2.0))) <= allowed)) {
      INFO(x);
      CHECK(2 * twice == low + high + 2 * std::log(2.0));
    }
  }
}

TEST_CASE("digamma rises", "[log]") {
  double last = -INFINITY;
  for (double x = 0x1p-10; x < 300; x += 0x1p-10) {
    const double psi = digamma(x);
    if (!(psi > last)) {
      INFO(x);
      CHECK(psi > last);
    }
    last = psi;
  }
  for (double x = 300; x < 1e300; x *= 1.001) {
    const double psi = digamma(x);
    if (!(psi > last)) {
      INFO(x);
      CHECK(psi > last);
    }
    last = psi;
  }
}

TEST_CASE("the logarithm and digamma have the same bits everywhere", "[log][determinism]") {
  // recorded once: they change only if the numbers on every machine change
  CHECK(logarithm(3.0) == 0x1.193ea7aad030ap+0);
  CHECK(logarithm(1e-310) == -0x1.64e69394d9508p+9);
  CHECK(digamma(0.1) == -0x1.4d8f668552b02p+3);
  CHECK(digamma(12.34) == 0x1.3c634d8c951f1p+1);
}
