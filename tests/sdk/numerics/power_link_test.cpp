#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>
#include <tamis/numerics/power_link.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

#include <limits>

namespace {

using namespace tamis;
using numerics::fit_power_link;
using numerics::PowerLink;

/// One rate of wrong labels, or one that is given.
class Flips final : public NoiseModel {
 public:
  Flips(std::vector<std::int32_t> labels, std::size_t classes, bool given = false, double rate = 0.1)
      : rate(rate), labels_(std::move(labels)), classes_(classes), given_(given) {}
  void prepare(const Dataset&, const Runtime&) override {}
  std::size_t parameter_count() const override { return 1; }
  void parameters(std::span<double> out) const override { out[0] = rate; }
  void set_parameters(std::span<const double> values) override { rate = values[0]; }
  void likelihood(Matrix out) const override {
    for (std::size_t i = 0; i < labels_.size(); ++i)
      for (std::size_t s = 0; s < classes_; ++s) out(i, s) = seen(labels_[i], s);
  }
  void update(ConstMatrix gamma) override {
    if (given_) return;
    double wrong = 0, known = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i)
      for (std::size_t s = 0; s < classes_ && labels_[i] >= 0; ++s) {
        known += gamma(i, s);
        if (static_cast<std::size_t>(labels_[i]) != s) wrong += gamma(i, s);
      }
    rate = wrong / known;
  }
  double seen(std::int32_t label, std::size_t s) const {
    if (label < 0) return 1;
    return static_cast<std::size_t>(label) == s ? 1 - rate : rate / static_cast<double>(classes_ - 1);
  }
  double rate;

 private:
  std::vector<std::int32_t> labels_;
  std::size_t classes_;
  bool given_;
};

/// Posteriors p, what a blurred and noisy observer states of them (q proportional to p^(1/power)), and labels
/// of which a share is wrong.
struct PowerCase {
  std::size_t n, classes;
  std::vector<double> p, q;
  std::vector<std::int32_t> labels, truth;
  ConstMatrix view() const { return {q.data(), n, classes}; }
};

PowerCase drawn(std::size_t n, std::size_t classes, double rate, double power, std::uint64_t seed) {
  PowerCase c{n, classes, std::vector<double>(n * classes), std::vector<double>(n * classes), {}, {}};
  Rng rng(seed);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> logits(classes);
    for (double& l : logits) l = 4 * (rng.uniform() + rng.uniform() - 1);
    double sum = 0, blurred = 0;
    for (const double l : logits)
      sum += numerics::exponential(l), blurred += numerics::exponential(l / power);
    double u = rng.uniform();
    std::size_t truth = classes - 1;
    for (std::size_t s = 0; s < classes; ++s) {
      c.p[i + s * n] = numerics::exponential(logits[s]) / sum;
      c.q[i + s * n] = numerics::exponential(logits[s] / power) / blurred;
      if (truth == classes - 1 && (u -= c.p[i + s * n]) < 0) truth = s;
    }
    c.truth.push_back(static_cast<std::int32_t>(truth));
    const bool wrong = rng.uniform() < rate;
    c.labels.push_back(
        static_cast<std::int32_t>(wrong ? (truth + 1 + rng.below(classes - 1)) % classes : truth));
  }
  return c;
}

double log_likelihood(const PowerCase& c, double power, const Flips& flips) {
  double sum = 0;
  for (std::size_t i = 0; i < c.n; ++i) {
    if (c.labels[i] < 0) continue;
    double all = 0, of_label = 0;
    for (std::size_t s = 0; s < c.classes; ++s) {
      const double raised = std::pow(c.q[i + s * c.n], power);
      all += raised;
      of_label += raised * flips.seen(c.labels[i], s);
    }
    sum += std::log(of_label / all);
  }
  return sum;
}

TEST_CASE("the power and the rate of wrong labels come back", "[power_link]") {
  for (const double rate : {0.0, 0.1, 0.3})
    for (const double power : {0.7, 1.0, 2.5}) {
      const PowerCase c = drawn(20000, 3, rate, power, 5);
      Flips flips(c.labels, 3);
      const PowerLink link = fit_power_link(c.view(), c.labels, {}, flips);
      INFO("rate " << rate << ", power " << power);
      CHECK(link.parameters[0] == Approx(rate).margin(0.02));
      CHECK(link.power == Approx(power).epsilon(0.08));
    }
}

TEST_CASE("no power and no rate beside the fitted ones is likelier", "[power_link][brute_force]") {
  const PowerCase c = drawn(800, 4, 0.15, 1.6, 7);
  Flips flips(c.labels, 4);
  const PowerLink link = fit_power_link(c.view(), c.labels, {}, flips);
  CHECK(flips.rate == link.parameters[0]);
  const double best = log_likelihood(c, link.power, flips);
  CHECK(link.log_likelihood == Approx(best).epsilon(1e-9));
  for (const double by : {-0.05, 0.05}) {
    CHECK(log_likelihood(c, link.power + by, flips) < best);
    Flips other(c.labels, 4, false, flips.rate + by);
    CHECK(log_likelihood(c, link.power, other) < best);
  }
}

TEST_CASE("memberships are the posterior of the fitted model, column by column",
          "[power_link][brute_force]") {
  PowerCase c = drawn(50, 3, 0.2, 1.5, 9);
  c.labels[3] = -1;
  Flips flips(c.labels, 3);
  const PowerLink link = fit_power_link(c.view(), c.labels, {}, flips);
  for (std::size_t i = 0; i < c.n; ++i) {
    double sum = 0;
    for (std::size_t s = 0; s < 3; ++s)
      sum += std::pow(c.q[i + s * 50], link.power) * flips.seen(c.labels[i], s);
    for (std::size_t s = 0; s < 3; ++s)
      CHECK(link.memberships[i + s * 50] ==
            Approx(std::pow(c.q[i + s * 50], link.power) * flips.seen(c.labels[i], s) / sum).margin(1e-9));
  }
}

TEST_CASE("a rate that is known stays, and the power is fitted beside it", "[power_link]") {
  const PowerCase c = drawn(20000, 2, 0.2, 2, 11);
  Flips given(c.labels, 2, true, 0.2);
  const PowerLink link = fit_power_link(c.view(), c.labels, {}, given);
  CHECK(link.parameters[0] == 0.2);
  CHECK(link.power == Approx(2).epsilon(0.08));
}

TEST_CASE("weights count as samples that occur as often", "[power_link]") {
  const PowerCase c = drawn(300, 3, 0.15, 1.4, 17);
  PowerCase repeated{0, 3, {}, {}, {}, {}};
  std::vector<double> weights;
  const auto times = [](std::size_t i) { return 1 + i % 3; };
  for (std::size_t i = 0; i < c.n; ++i) {
    weights.push_back(static_cast<double>(times(i)) / 2);  // with the mean 1
    for (std::size_t k = 0; k < times(i); ++k) repeated.labels.push_back(c.labels[i]), ++repeated.n;
  }
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t i = 0; i < c.n; ++i) repeated.q.insert(repeated.q.end(), times(i), c.q[i + s * c.n]);
  Flips flips(c.labels, 3), others(repeated.labels, 3);
  const PowerLink weighted = fit_power_link(c.view(), c.labels, weights, flips),
                  plain = fit_power_link(repeated.view(), repeated.labels, {}, others);
  CHECK(weighted.power == Approx(plain.power).epsilon(1e-9));
  CHECK(flips.rate == Approx(others.rate).epsilon(1e-9));
  CHECK(2 * weighted.log_likelihood == Approx(plain.log_likelihood).epsilon(1e-9));
  std::size_t row = 0;
  for (std::size_t i = 0; i < c.n; row += times(i++))
    CHECK(weighted.memberships[i] == Approx(plain.memberships[row]).margin(1e-9));
}

TEST_CASE("the order of samples and the numbers of classes change nothing", "[power_link][invariance]") {
  const PowerCase c = drawn(300, 3, 0.1, 1.3, 13);
  PowerCase other = c;
  const auto row = [](std::size_t i) { return (7 * i + 3) % 300; };
  const std::size_t named[] = {2, 0, 1};
  for (std::size_t i = 0; i < 300; ++i) {
    other.labels[row(i)] = static_cast<std::int32_t>(named[c.labels[i]]);
    for (std::size_t s = 0; s < 3; ++s) other.q[row(i) + named[s] * 300] = c.q[i + s * 300];
  }
  Flips flips(c.labels, 3), others(other.labels, 3);
  const PowerLink a = fit_power_link(c.view(), c.labels, {}, flips),
                  b = fit_power_link(other.view(), other.labels, {}, others);
  CHECK(a.power == Approx(b.power).epsilon(1e-9));
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t s = 0; s < 3; ++s)
      CHECK(a.memberships[i + s * 300] == Approx(b.memberships[row(i) + named[s] * 300]).margin(1e-9));
}

TEST_CASE("a floor keeps rows that sum to 1 and lifts zeros to a vote's share of the labels",
          "[power_link]") {
  std::vector<double> q{1, 0.25, std::numeric_limits<double>::quiet_NaN(),
                        0, 0.75, std::numeric_limits<double>::quiet_NaN()};
  numerics::add_floor(Matrix(q.data(), 3, 2), std::vector<std::int32_t>{0, 0, 1}, {}, 9);
  CHECK(q[0] == Approx((9 + 0.6) / 10));
  CHECK(q[3] == Approx(0.04));
  CHECK(q[1] + q[4] == Approx(1));
  CHECK(q[2] == Approx(0.6));
  CHECK(q[5] == Approx(0.4));
}

}  // namespace
