// The illustration of the paper as an average over draws. The reference is another implementation of the same
// formulas (methods/lnt_mi.md, section 2), written in another language, with draws of its own.
#include <catch2/catch.hpp>

#include "average.hpp"
#include "two_gaussians.hpp"

namespace {

using namespace tamis::experiments;

/// An average as the reference prints it.
struct Printed {
  double value;
  double unit;  ///< of the last digit
  double draws = 1500;
};

/// Two standard errors of the difference between two averages over independent draws, and the half unit by
/// which rounding may have moved what is printed. If the reference computes the same, its draws vary as ours
/// do. (The one standard deviation that it prints is ours, too: see below.)
double allowed(const Average& ours, const Printed& reference) {
  const double draws = static_cast<double>(ours.count());
  return 2 * ours.standard_deviation() * std::sqrt(1 / draws + 1 / reference.draws) + reference.unit / 2;
}

void check(const char* what, const Average& ours, const Printed& reference) {
  INFO(what << ": " << ours.mean() << ", standard error " << ours.standard_error() << "; the reference has "
            << reference.value << "; allowed is " << allowed(ours, reference));
  CHECK(std::abs(ours.mean() - reference.value) <= allowed(ours, reference));
}

constexpr std::size_t kDraws = 3000;

struct Averages {
  Average clean, noisy, tolerant, p_e_0, p_e_1, of_flipped, rate;
  Average closer;  ///< 1 where lnt_mi is closer to the clean value than mi on noisy labels is, else 0
};

/// Draws 0, 1, ..., with so many labels of each class flipped.
Averages average(std::size_t per_class, std::size_t of_class_0, std::size_t of_class_1, Self self,
                 std::size_t draws) {
  Averages a;
  for (std::size_t seed = 0; seed < draws; ++seed) {
    TwoGaussians draw(per_class, seed);
    const double clean = draw.mi();
    draw.flip(of_class_0, of_class_1);
    const double noisy = draw.mi();
    const Tolerant tolerant = draw.tolerant(self);
    a.clean.add(clean);
    a.noisy.add(noisy);
    a.tolerant.add(tolerant.information);
    a.p_e_0.add(tolerant.p_e[0]);
    a.p_e_1.add(tolerant.p_e[1]);
    a.of_flipped.add(tolerant.of_class_0[0]);  // the first sample, where any of class 0 is flipped
    a.rate.add(tolerant.rate);
    a.closer.add(std::abs(tolerant.information - clean) < std::abs(noisy - clean) ? 1 : 0);
  }
  return a;
}

/// I(X; Y) of the two Gaussians in nats where a share `rate` of each class's labels is flipped, by the
/// trapezoidal rule: sum_y int p(x, y) log(p(x, y) / (p(x) p(y))) dx.
double exact_information(double rate) {
  constexpr double kStep = 1e-3, kEnd = 10;
  double sum = 0;
  for (double x = -kEnd; x <= kEnd; x += kStep) {
    const auto joint = [&](double centre) { return std::exp(-(x - centre) * (x - centre) / 2) / 2; };
    const double left = joint(-kCentre), right = joint(kCentre), p = left + right;
    for (const double p_xy : {left * (1 - rate) + right * rate, left * rate + right * (1 - rate)})
      sum += kStep * p_xy * std::log(p_xy / (p / 2));
  }
  return sum / std::sqrt(2 * 3.14159265358979323846);
}

constexpr std::size_t kManyPerClass = 500;

/// n = 1000, the same share of both classes flipped.
Averages average_of_many(double rate, Self self, std::size_t draws) {
  const auto flips = static_cast<std::size_t>(rate * kManyPerClass + 0.5);
  return average(kManyPerClass, flips, flips, self, draws);
}

}  // namespace

TEST_CASE("one flip among 20 + 20 samples costs what it costs the reference, and as much comes back",
          "[experiments][lnt_mi]") {
  // a sample of true class 0 is flipped: p_e(0) would be 1/20 and p_e(1) 0
  const Averages a = average(20, 1, 0, Self::exclude, kDraws);
  check("I, clean labels", a.clean, {0.572, 0.001});
  check("I, noisy labels", a.noisy, {0.519, 0.001});
  check("LNT-MI", a.tolerant, {0.538, 0.001});
  // the standard error of a standard deviation s is about s / sqrt(2 draws)
  const double s = a.tolerant.standard_deviation();
  CHECK(std::abs(s - 0.075) <= 2 * s * std::sqrt(1 / (2.0 * kDraws) + 1 / (2.0 * 1500)) + 0.0005);
  check("p_e(0)", a.p_e_0, {0.025, 0.001});
  check("p_e(1)", a.p_e_1, {0.007, 0.001});
  check("gamma(0|flipped)", a.of_flipped, {0.20, 0.01});
  check("closer to clean", a.closer, {0.66, 0.01});
}

TEST_CASE("samples that are their own neighbours bias the illustration as they do the reference's",
          "[experiments][lnt_mi]") {
  const Averages a = average(20, 1, 0, Self::include, kDraws);
  check("LNT-MI", a.tolerant, {0.671, 0.001});
  check("p_e(0)", a.p_e_0, {0.019, 0.001});
  check("p_e(1)", a.p_e_1, {0.005, 0.001});
  check("gamma(0|flipped)", a.of_flipped, {0.17, 0.01});
  check("closer to clean", a.closer, {0.25, 0.01});
}

TEST_CASE("with 1000 samples the estimates are where the reference and the integral put them",
          "[experiments][lnt_mi]") {
  struct Case {
    double rate;
    Printed clean, noisy, tolerant, estimated_rate;
  };
  // The reference does not say over how many draws. Taken as one: a mean of many would be nearer the integral
  // of 10 % flips, 0.291, than its 0.307 is.
  const Case cases[] = {{0.1, {0.538, 0.001, 1}, {0.307, 0.001, 1}, {0.438, 0.001, 1}, {0.067, 0.001, 1}},
                        {0.2, {0.538, 0.001, 1}, {0.158, 0.001, 1}, {0.304, 0.001, 1}, {0.13, 0.01, 1}}};
  for (const Case& c : cases) {
    INFO("rate " << c.rate);
    const Averages a = average_of_many(c.rate, Self::exclude, 16);
    check("I, clean labels", a.clean, c.clean);
    check("I, noisy labels", a.noisy, c.noisy);
    check("LNT-MI", a.tolerant, c.tolerant);
    check("estimated rate", a.rate, c.estimated_rate);
    constexpr double kBias = 0.005;  // of 8 neighbours among 1000 samples: 400 draws showed 0.003 to 0.004
    CHECK(std::abs(a.clean.mean() - exact_information(0)) <= 2 * a.clean.standard_error() + kBias);
    CHECK(std::abs(a.noisy.mean() - exact_information(c.rate)) <= 2 * a.noisy.standard_error() + kBias);
  }
}

TEST_CASE("the estimated noise rate rises with the true one and stays below it", "[experiments][lnt_mi]") {
  for (const Self self : {Self::exclude, Self::include}) {
    Average before = average_of_many(0, self, 16).rate;
    for (const double rate : {0.05, 0.1, 0.2, 0.3}) {
      const Average estimated = average_of_many(rate, self, 16).rate;
      CAPTURE(self == Self::include, rate, estimated.mean(), before.mean());
      const double error = std::hypot(estimated.standard_error(), before.standard_error());
      CHECK(estimated.mean() - before.mean() > 2 * error);
      CHECK(estimated.mean() + 2 * estimated.standard_error() < rate);
      before = estimated;
    }
  }
}
