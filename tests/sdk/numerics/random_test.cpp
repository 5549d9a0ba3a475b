#include <tamis/numerics/random.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <vector>

using namespace tamis;

namespace {

constexpr std::size_t kDraws = 200000;

std::vector<double> draws(std::uint64_t seed, const std::function<double(Rng&)>& draw) {
  Rng rng(seed);
  std::vector<double> x(kDraws);
  for (double& v : x) v = draw(rng);
  return x;
}

/// Mean and variance within five standard errors; `fourth` is the fourth central moment.
void check_moments(const std::vector<double>& x, double mean, double variance, double fourth) {
  const auto n = static_cast<double>(x.size());
  double sum = 0, squares = 0;
  for (double v : x) sum += v;
  for (double v : x) squares += (v - sum / n) * (v - sum / n);
  CHECK(sum / n == Approx(mean).margin(5 * std::sqrt(variance / n)));
  CHECK(squares / n == Approx(variance).margin(5 * std::sqrt((fourth - variance * variance) / n)));
}

/// Kolmogorov and Smirnov's distance times sqrt(n). Above 2.75 it has a probability of 5e-7 (as five standard
/// errors have).
double distance(std::vector<double> x, const std::function<double(double)>& cdf) {
  std::sort(x.begin(), x.end());
  const auto n = static_cast<double>(x.size());
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = cdf(x[i]);
    largest = std::max({largest, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return largest * std::sqrt(n);
}
constexpr double kFarthest = 2.75;

const double kPi = std::acos(-1.0);

}  // namespace

TEST_CASE("normal numbers are distributed as such", "[random][property]") {
  const auto x = draws(1, numerics::normal);
  check_moments(x, 0, 1, 3);
  CHECK(distance(x, [](double v) { return std::erfc(-v / std::sqrt(2.0)) / 2; }) < kFarthest);
}

TEST_CASE("gamma numbers have the mean and variance of their shape", "[random][property]") {
  const double shape = GENERATE(0.05, 0.33, 0.77, 1.0, 2.5, 400.0);
  const auto x = draws(2, [&](Rng& rng) { return numerics::gamma(rng, shape); });
  CHECK(*std::min_element(x.begin(), x.end()) >= 0);
  check_moments(x, shape, shape, 3 * shape * shape + 6 * shape);
}

TEST_CASE("gamma numbers of shape 1 and 1/2 are exponential and half squared normal numbers",
          "[random][property]") {
  const auto of_shape = [](double shape) {
    return draws(3, [=](Rng& rng) { return numerics::gamma(rng, shape); });
  };
  CHECK(distance(of_shape(1), [](double x) { return 1 - std::exp(-x); }) < kFarthest);
  CHECK(distance(of_shape(0.5), [](double x) { return std::erf(std::sqrt(x)); }) < kFarthest);
  // and the test can tell one from the other
  CHECK(distance(of_shape(1.02), [](double x) { return 1 - std::exp(-x); }) > kFarthest);
}

TEST_CASE("beta numbers have the mean and variance of their shapes", "[random][property]") {
  const auto [a, b] =
      GENERATE(table<double, double>({{0.33, 0.77}, {2, 5}, {1e-3, 2e-3}, {500, 0.5}, {1, 1}}));
  const auto x = draws(4, [a = a, b = b](Rng& rng) { return numerics::beta(rng, a, b); });
  CHECK(*std::min_element(x.begin(), x.end()) >= 0);
  CHECK(*std::max_element(x.begin(), x.end()) <= 1);
  const double n = a + b, variance = a * b / (n * n * (n + 1));
  const double excess = 6 * ((a - b) * (a - b) * (n + 1) - a * b * (n + 2)) / (a * b * (n + 2) * (n + 3));
  check_moments(x, a / n, variance, (excess + 3) * variance * variance);
}

TEST_CASE("beta numbers follow the distributions that have a closed form", "[random][property]") {
  const auto of_shapes = [](double a, double b) {
    return draws(5, [=](Rng& rng) { return numerics::beta(rng, a, b); });
  };
  CHECK(distance(of_shapes(1, 1), [](double x) { return x; }) < kFarthest);
  CHECK(distance(of_shapes(2, 2), [](double x) { return x * x * (3 - 2 * x); }) < kFarthest);
  CHECK(distance(of_shapes(0.5, 0.5), [](double x) { return std::asin(std::sqrt(x)) * 2 / kPi; }) <
        kFarthest);
  CHECK(distance(of_shapes(1, 7), [](double x) { return 1 - std::pow(1 - x, 7); }) < kFarthest);
}

TEST_CASE("beta numbers of tiny shapes are 0 or 1, never undefined", "[random][degenerate]") {
  Rng rng(6);
  int ones = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = numerics::beta(rng, 1e-17, 3e-17);
    REQUIRE((x == 0 || x == 1));
    ones += x == 1;
  }
  CHECK(ones == Approx(5000).margin(5 * std::sqrt(20000 * 0.25 * 0.75)));
  CHECK(numerics::beta(rng, 1e-300, 1) == 0);
}

TEST_CASE("the same seed gives the same bits of every distribution", "[random][determinism]") {
  // recorded once: they change only if the numbers on every machine change
  Rng rng(7);
  CHECK(numerics::normal(rng) == -0x1.55f251b9dfb32p-5);
  CHECK(numerics::gamma(rng, 0.33) == 0x1.ce03e61fcfd62p-1);
  CHECK(numerics::beta(rng, 0.33, 0.77) == 0x1.08efcccc7c78dp-4);
}
