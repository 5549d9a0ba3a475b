#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/flip_posterior.hpp>
#include <tamis/rng.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace {

using namespace tamis;
using numerics::fit_flip_posterior;
using numerics::FlipPosterior;
using numerics::FlipStructure;

/// p(label | true class), by rows.
using Matrix2 = std::vector<std::vector<double>>;

/// Samples whose classes are known with certainty or hardly at all (`spread` of their logits), what a blurred
/// observer states of them, and labels that go wrong by `flips`.
struct BlurredCase {
  std::size_t n, classes;
  std::vector<double> q;
  std::vector<std::int32_t> labels;
  std::vector<char> wrong;
  ConstMatrix view() const { return {q.data(), n, classes}; }
  double share_wrong() const {
    return std::accumulate(wrong.begin(), wrong.end(), 0.0) / static_cast<double>(n);
  }
};

std::size_t drawn_from(const std::vector<double>& p, Rng& rng) {
  double u = rng.uniform();
  for (std::size_t s = 0; s + 1 < p.size(); ++s)
    if ((u -= p[s]) < 0) return s;
  return p.size() - 1;
}

BlurredCase drawn(std::size_t n, const Matrix2& flips, double spread, std::uint64_t seed,
                  double favoured = 0) {
  const std::size_t classes = flips.size();
  BlurredCase c{n, classes, std::vector<double>(n * classes), {}, {}};
  Rng rng(seed);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> p(classes), q(classes);
    for (std::size_t s = 0; s < classes; ++s) {
      const double logit = spread * (rng.uniform() + rng.uniform() - 1) + (s == 0 ? favoured : 0);
      p[s] = numerics::exponential(logit);
      q[s] = numerics::exponential(logit / 1.5);
    }
    const double sum = std::accumulate(p.begin(), p.end(), 0.0),
                 blurred = std::accumulate(q.begin(), q.end(), 0.0);
    for (std::size_t s = 0; s < classes; ++s) p[s] /= sum, c.q[i + s * n] = q[s] / blurred;
    const std::size_t truth = drawn_from(p, rng), label = drawn_from(flips[truth], rng);
    c.labels.push_back(static_cast<std::int32_t>(label));
    c.wrong.push_back(label != truth);
  }
  return c;
}

Matrix2 uniform_flips(std::size_t classes, double rate) {
  Matrix2 t(classes, std::vector<double>(classes, rate / static_cast<double>(classes - 1)));
  for (std::size_t s = 0; s < classes; ++s) t[s][s] = 1 - rate;
  return t;
}

FlipPosterior fit(const BlurredCase& c) {
  const testing::SerialRuntime runtime;
  return fit_flip_posterior(c.view(), c.labels, {}, {}, runtime);
}

double probability(const FlipPosterior& found, FlipStructure structure) {
  return found.probability[static_cast<int>(structure)];
}

double wrong(const FlipPosterior& found, const BlurredCase& c, std::size_t i) {
  return 1 - found.memberships[i + static_cast<std::size_t>(c.labels[i]) * c.n];
}

TEST_CASE(
    "where classes are told apart, the rate of wrong labels is found, within its range, or that there is none",
    "[flip_posterior]") {
  for (const double rate : {0.0, 0.05, 0.2}) {
    const BlurredCase c = drawn(3000, uniform_flips(3, rate), 20, 5);
    const FlipPosterior found = fit(c);
    INFO("rate " << rate);
    CHECK(found.rate == Approx(c.share_wrong()).margin(0.015));
    CHECK(found.rate_low <= c.share_wrong() + 0.005);
    CHECK(found.rate_high >= c.share_wrong() - 0.005);
    CHECK((probability(found, FlipStructure::none) > 0.5) == (rate == 0));
    CHECK(std::accumulate(std::begin(found.probability), std::end(found.probability), 0.0) == Approx(1));
  }
}

TEST_CASE("the way in which labels go wrong is found: of one class only, or to the next class",
          "[flip_posterior]") {
  const Matrix2 of_one{{0.7, 0.15, 0.15}, {0, 1, 0}, {0, 0, 1}};
  const BlurredCase one = drawn(3000, of_one, 20, 7);
  const FlipPosterior by_class = fit(one);
  CHECK(probability(by_class, FlipStructure::one_rate) < 0.01);
  CHECK(probability(by_class, FlipStructure::class_rates) > 0.9);
  CHECK(by_class.rate == Approx(one.share_wrong()).margin(0.02));

  const Matrix2 to_next{{0.8, 0.2, 0}, {0, 0.8, 0.2}, {0.2, 0, 0.8}};
  const BlurredCase next = drawn(3000, to_next, 20, 7);
  const FlipPosterior by_pair = fit(next);
  CHECK(probability(by_pair, FlipStructure::any_matrix) > 0.9);
  CHECK(by_pair.rate == Approx(next.share_wrong()).margin(0.02));
}

TEST_CASE("where features tell little, no label is called wrong, and the rate is left open",
          "[flip_posterior]") {
  for (const double rate : {0.0, 0.1})
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const BlurredCase c = drawn(400, uniform_flips(2, rate), 1, seed);
      const FlipPosterior found = fit(c);
      INFO("rate " << rate << ", seed " << seed);
      for (std::size_t i = 0; i < c.n; ++i) REQUIRE(wrong(found, c, i) < 0.5);
      CHECK(found.rate_low < 0.005);
      CHECK(found.rate_high > 0.1);
    }
}

TEST_CASE("where features tell nothing, neither class is called wrong as a whole, however unequal they are",
          "[flip_posterior]") {
  BlurredCase c = drawn(200, uniform_flips(2, 0), 0, 3, 2);
  const auto of_small = std::ranges::count(c.labels, 1);
  REQUIRE(of_small > 5);
  REQUIRE(of_small < 50);
  const FlipPosterior found = fit(c);
  for (std::size_t i = 0; i < c.n; ++i) CHECK(wrong(found, c, i) < 0.5);
}

TEST_CASE("a class that the features do not tell is right, and hides nothing of the others",
          "[flip_posterior]") {
  constexpr std::size_t kUntold = 12;
  const BlurredCase told = drawn(900, uniform_flips(2, 0.1), 20, 5);
  const FlipPosterior without = fit(told);
  BlurredCase c = told;
  c.classes = 3;
  c.q.clear();
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t i = 0; i < c.n; ++i) c.q.push_back(told.q[i + s * c.n] * 0.99);
  c.q.insert(c.q.end(), c.n, 0.01);
  for (std::size_t k = 0; k < kUntold; ++k) c.labels[k * c.n / kUntold] = 2, c.wrong[k * c.n / kUntold] = 0;
  c.labels[1] = -1;

  const FlipPosterior found = fit(c);
  CHECK(found.rate == Approx(c.share_wrong()).margin(0.015));
  CHECK(found.rate_low < c.share_wrong());
  CHECK(found.rate_high > c.share_wrong());
  for (std::size_t i = 0; i < c.n; ++i) {
    if (i == 1) continue;
    INFO("sample " << i);
    if (c.labels[i] == 2)
      CHECK(wrong(found, c, i) == 0);
    else
      CHECK(wrong(found, c, i) == Approx(wrong(without, told, i)).margin(0.06));
  }
  double sum = 0;
  for (std::size_t s = 0; s < 3; ++s) sum += found.memberships[1 + s * c.n];
  CHECK(sum == Approx(1));
  CHECK(found.memberships[1 + 2 * c.n] > 0.5 * kUntold / 900);  // nothing tells more than that it is rare
  CHECK(found.memberships[1 + 2 * c.n] < 2.0 * kUntold / 900);
  // "this class or not" as often as it is, and the labels of the others
  const double of_class = kUntold * std::log(kUntold / 899.) + 887 * std::log(887 / 899.);
  CHECK(found.log_likelihood == Approx(without.log_likelihood * 887 / 900 + of_class).epsilon(0.05));
}

TEST_CASE("memberships are probabilities of the classes, and of unknown labels what the features say",
          "[flip_posterior]") {
  BlurredCase c = drawn(500, uniform_flips(3, 0.1), 10, 9);
  for (std::size_t i = 0; i < c.n; i += 7) c.labels[i] = -1;
  const FlipPosterior found = fit(c);
  for (std::size_t i = 0; i < c.n; ++i) {
    double sum = 0;
    std::size_t likeliest = 0, by_features = 0;
    for (std::size_t s = 0; s < 3; ++s) {
      sum += found.memberships[i + s * c.n];
      if (found.memberships[i + s * c.n] > found.memberships[i + likeliest * c.n]) likeliest = s;
      if (c.q[i + s * c.n] > c.q[i + by_features * c.n]) by_features = s;
    }
    CHECK(sum == Approx(1).epsilon(1e-12));
    const double margin = c.q[i + by_features * c.n];
    if (c.labels[i] < 0 && margin > 0.6) CHECK(likeliest == by_features);
  }
}

TEST_CASE("neither the order of samples nor the numbers of classes change what is found of flips",
          "[flip_posterior][invariance]") {
  const BlurredCase c = drawn(300, {{0.8, 0.2, 0}, {0.05, 0.9, 0.05}, {0, 0, 1}}, 12, 13);
  BlurredCase other = c;
  const auto row = [](std::size_t i) { return (7 * i + 3) % 300; };
  const std::size_t named[] = {2, 0, 1};
  for (std::size_t i = 0; i < 300; ++i) {
    other.labels[row(i)] = static_cast<std::int32_t>(named[c.labels[i]]);
    for (std::size_t s = 0; s < 3; ++s) other.q[row(i) + named[s] * 300] = c.q[i + s * 300];
  }
  const FlipPosterior a = fit(c), b = fit(other);
  CHECK(a.rate == Approx(b.rate).epsilon(1e-6));
  CHECK(a.rate_low == Approx(b.rate_low).epsilon(1e-6));
  for (int k = 0; k < numerics::kFlipStructures; ++k)
    CHECK(a.probability[k] == Approx(b.probability[k]).margin(1e-6));
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t s = 0; s < 3; ++s)
      CHECK(a.memberships[i + s * 300] == Approx(b.memberships[row(i) + named[s] * 300]).margin(1e-6));
}

TEST_CASE("labels that are all right are fitted with the powers that make them likeliest",
          "[flip_posterior][brute_force]") {
  const BlurredCase c = drawn(400, uniform_flips(2, 0), 6, 17, 1);
  // of (power of class 0, of class 1, shift), the shifts of the two classes being opposite
  const auto objective = [&](const std::array<double, 3>& at) {
    const double mean = std::log(at[0] * at[1]) / 2, apart = std::log(at[0] / at[1]);
    double sum = -at[2] * at[2] / 0.49 - mean * mean / 8 - apart * apart / 0.36;
    for (std::size_t i = 0; i < c.n; ++i) {
      const double logit =
          at[0] * std::log(c.q[i]) - at[1] * std::log(c.q[i + c.n]) + 2 * at[2];  // of class 0
      sum -= std::log1p(std::exp(c.labels[i] == 0 ? -logit : logit));
    }
    return sum;
  };
  std::array<double, 3> best{1, 1, 0};
  for (double step = 0.3; step > 1e-4; step /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t k = 0; k < 3; ++k)
        for (const double by : {-step, step}) {
          std::array<double, 3> other = best;
          other[k] += by;
          if ((k == 2 || other[k] > 0) && objective(other) > objective(best)) best = other, moved = true;
        }
    }
  CHECK(fit(c).power == Approx(std::sqrt(best[0] * best[1])).epsilon(0.003));
}

TEST_CASE("where features tell some classes more surely than others, these are not taken for mixed up",
          "[flip_posterior]") {
  constexpr double kPowers[] = {1, 1, 3, 3};
  for (const double rate : {0.0, 0.1}) {
    BlurredCase c{1200, 4, std::vector<double>(4800), {}, {}};
    const Matrix2 flips = uniform_flips(4, rate);
    Rng rng(23);
    for (std::size_t i = 0; i < c.n; ++i) {
      std::vector<double> p(4);
      double stated = 0, sum = 0;
      for (std::size_t s = 0; s < 4; ++s)
        stated += c.q[i + s * c.n] = numerics::exponential(5 * (rng.uniform() + rng.uniform() - 1));
      for (std::size_t s = 0; s < 4; ++s) sum += p[s] = std::pow(c.q[i + s * c.n] /= stated, kPowers[s]);
      for (double& v : p) v /= sum;
      const std::size_t truth = drawn_from(p, rng), label = drawn_from(flips[truth], rng);
      c.labels.push_back(static_cast<std::int32_t>(label));
      c.wrong.push_back(label != truth);
    }
    const FlipPosterior found = fit(c);
    INFO("rate " << rate);
    CHECK(found.rate == Approx(c.share_wrong()).margin(0.02));
    CHECK(probability(found, FlipStructure::any_matrix) < 0.1);
  }
}

TEST_CASE("the bits do not depend on the number of threads", "[flip_posterior]") {
  const BlurredCase c = drawn(700, uniform_flips(4, 0.1), 10, 19);
  const FlipPosterior one = fit(c);
  const testing::ThreadedRuntime threads(4);
  const FlipPosterior four = fit_flip_posterior(c.view(), c.labels, {}, {}, threads);
  CHECK(one.memberships == four.memberships);
  CHECK(one.rate == four.rate);
}

TEST_CASE("labels that repeat each other are counted once", "[flip_posterior]") {
  const BlurredCase c = drawn(300, uniform_flips(2, 0.1), 12, 29);
  BlurredCase thrice = c;
  thrice.n = 900;
  thrice.q.clear();
  for (std::size_t s = 0; s < 2; ++s)
    for (int copy = 0; copy < 3; ++copy)
      thrice.q.insert(thrice.q.end(), c.q.begin() + static_cast<std::ptrdiff_t>(s * 300),
                      c.q.begin() + static_cast<std::ptrdiff_t>(s * 300 + 300));
  for (int copy = 1; copy < 3; ++copy)
    thrice.labels.insert(thrice.labels.end(), c.labels.begin(), c.labels.end());
  std::vector<char> repeated(900, 1);
  std::fill_n(repeated.begin(), 300, 0);
  const testing::SerialRuntime runtime;
  const FlipPosterior once = fit(c),
                      again = fit_flip_posterior(thrice.view(), thrice.labels, {}, repeated, runtime);
  CHECK(again.rate == once.rate);
  CHECK(again.rate_high == once.rate_high);
  CHECK(again.log_likelihood == Approx(3 * once.log_likelihood));
  for (std::size_t i = 0; i < 900; ++i) REQUIRE(again.memberships[i] == once.memberships[i % 300]);
}

TEST_CASE("with weights the rate is that of the population that they stand for", "[flip_posterior]") {
  const BlurredCase c = drawn(3000, {{1, 0}, {0.3, 0.7}}, 20, 31);  // only labels of class 1 are wrong
  std::vector<double> weights;
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < c.n; ++i) {
    const bool of_class_1 = (c.labels[i] == 1) != static_cast<bool>(c.wrong[i]);
    weights.push_back(of_class_1 ? 0.5 : 4);
    all += weights.back();
    wrong += c.wrong[i] ? weights.back() : 0;
  }
  const testing::SerialRuntime runtime;
  const auto fit_with = [&](const std::vector<double>& w) {
    return fit_flip_posterior(c.view(), c.labels, w, {}, runtime);
  };
  const FlipPosterior plain = fit(c), weighted = fit_with(weights);
  CHECK(plain.rate == Approx(c.share_wrong()).margin(0.015));
  CHECK(weighted.rate == Approx(wrong / all).margin(0.01));
  CHECK(wrong / all < 0.3 * c.share_wrong());  // so that the two differ
  CHECK(weighted.rate_low < wrong / all);
  CHECK(weighted.rate_high > wrong / all);

  std::vector<double> larger = weights;
  for (double& w : larger) w *= 64;
  CHECK(fit_with(larger).memberships == weighted.memberships);
  CHECK(fit_with(std::vector<double>(c.n, 3)).memberships == plain.memberships);
}

TEST_CASE("unequal weights tell less of the rate than as many equal ones", "[flip_posterior]") {
  const BlurredCase c = drawn(1200, uniform_flips(2, 0.1), 16, 37);
  std::vector<double> weights;
  for (std::size_t i = 0; i < c.n; ++i) weights.push_back(i % 10 == 0 ? 20 : 1);  // worth 209 labels
  const testing::SerialRuntime runtime;
  const FlipPosterior equal = fit(c), unequal = fit_flip_posterior(c.view(), c.labels, weights, {}, runtime);
  CHECK(unequal.rate_high - unequal.rate_low > 1.5 * (equal.rate_high - equal.rate_low));
}

TEST_CASE("a label of weight 0 is judged by the others, and changes nothing", "[flip_posterior]") {
  const BlurredCase c = drawn(400, uniform_flips(3, 0.15), 12, 41);
  std::vector<double> weights(c.n, 1.0);
  BlurredCase thinned{0, 3, {}, {}, {}};
  for (std::size_t i = 0; i < c.n; ++i) {
    if (i % 4 == 0)
      weights[i] = 0;
    else
      thinned.labels.push_back(c.labels[i]), ++thinned.n;
  }
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t i = 0; i < c.n; ++i)
      if (weights[i] > 0) thinned.q.push_back(c.q[i + s * c.n]);
  const testing::SerialRuntime runtime;
  const FlipPosterior with = fit_flip_posterior(c.view(), c.labels, weights, {}, runtime),
                      without = fit(thinned);
  CHECK(with.rate == without.rate);
  CHECK(with.log_likelihood == without.log_likelihood);
  std::size_t kept = 0;
  double doubted = 0;
  for (std::size_t i = 0; i < c.n; ++i) {
    if (weights[i] > 0)
      CHECK(wrong(with, c, i) == wrong(without, thinned, kept++));
    else if (c.wrong[i])
      doubted += wrong(with, c, i) > 0.5;
  }
  CHECK(doubted > 0);
}

TEST_CASE("labels of a class of which none has weight are taken as right, since nobody tells them",
          "[flip_posterior]") {
  const BlurredCase c = drawn(300, uniform_flips(3, 0.1), 12, 43);
  std::vector<double> weights;
  for (const std::int32_t z : c.labels) weights.push_back(z == 1 ? 0 : 1);
  const testing::SerialRuntime runtime;
  const FlipPosterior found = fit_flip_posterior(c.view(), c.labels, weights, {}, runtime);
  for (std::size_t i = 0; i < c.n; ++i) {
    if (c.labels[i] == 1) CHECK(wrong(found, c, i) == 0);
    if (c.labels[i] != 1) CHECK(found.memberships[i + c.n] == 0);
  }
}

TEST_CASE("of many samples a part is fitted, and all get memberships", "[flip_posterior]") {
  const BlurredCase c = drawn(45000, uniform_flips(2, 0.1), 16, 23);
  const FlipPosterior found = fit(c);
  CHECK(found.rate == Approx(c.share_wrong()).margin(0.01));
  double stated = 0, right = 0;
  for (std::size_t i = 0; i < c.n; ++i)
    if (const double p = wrong(found, c, i); p >= 0.8) stated += p, right += c.wrong[i];
  CHECK(right > 1500);
  CHECK(stated == Approx(right).epsilon(0.05));
}

TEST_CASE("classes that nobody was labelled as change nothing", "[flip_posterior][invariance]") {
  const BlurredCase c = drawn(150, {{0.8, 0.2}, {0, 1}}, 16, 29);
  BlurredCase declared{c.n, 5, {}, {}, {}};  // classes 1 and 4 are the two
  for (const int s : {-1, 0, -1, -1, 1})
    for (std::size_t i = 0; i < c.n; ++i)
      declared.q.push_back(s < 0 ? 0.01 : 0.97 * c.q[i + static_cast<std::size_t>(s) * c.n]);
  for (const std::int32_t z : c.labels) declared.labels.push_back(z == 0 ? 1 : 4);
  const FlipPosterior two = fit(c), five = fit(declared);
  CHECK(two.rate > 0.05);
  CHECK(five.rate == Approx(two.rate).epsilon(1e-6));
  CHECK(five.rate_high == Approx(two.rate_high).epsilon(1e-6));
  REQUIRE(five.memberships.size() == 5 * c.n);
  for (std::size_t i = 0; i < c.n; ++i) {
    CHECK(five.memberships[i + c.n] == Approx(two.memberships[i]).margin(1e-6));
    CHECK(five.memberships[i + 4 * c.n] == Approx(two.memberships[i + c.n]).margin(1e-6));
    for (const std::size_t s : {0, 2, 3}) CHECK(five.memberships[i + s * c.n] == 0);
  }
}

TEST_CASE("with one class no label is wrong", "[flip_posterior]") {
  const std::vector<double> q(10, 1.0);
  const std::vector<std::int32_t> labels(10, 0);
  const testing::SerialRuntime runtime;
  const FlipPosterior found = fit_flip_posterior({q.data(), 10, 1}, labels, {}, {}, runtime);
  CHECK(found.memberships == std::vector<double>(10, 1.0));
  CHECK(found.rate == 0);
  CHECK(probability(found, FlipStructure::none) == 1);
}

}  // namespace
