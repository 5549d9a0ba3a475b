#include "wasserstein_sinkhorn.hpp"

#include "random_cases.hpp"
#include "wasserstein_exact.hpp"

#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::transport;
using namespace tamis::transport::testing;

namespace {

/// A metric on a ground of its own.
struct Sinkhorn {
  explicit Sinkhorn(GroundData data, WassersteinSinkhorn::Options options = {})
      : ground(std::move(data)), metric(classes_of(ground), [&](auto& sinkhorn) {
          sinkhorn.options = options;
          sinkhorn.options.ground = ground;
        }) {}
  static std::size_t classes_of(const Ground& ground) { return ground.data().d.size(); }
  double iterations() const { return metric.report().numbers.at("most_iterations"); }
  double unconverged() const { return metric.report().numbers.at("unconverged_plans"); }
  Ground ground;
  Prepared<WassersteinSinkhorn> metric;
};

WassersteinSinkhorn::Options lambda(double lambda) {
  WassersteinSinkhorn::Options options;
  options.lambda = lambda;
  return options;
}

Row exact(const GroundData& data, const Rows& p, const Rows& q) {
  Ground ground(data);
  return Prepared<WassersteinExact>(data.d.size(), [&](auto& metric) { metric.options.ground = ground; })
      .distances(p, q);
}

double entropy(const Row& p) {
  double h = 0;
  for (double v : p)
    if (v > 0) h -= v * std::log(v);
  return h;
}

/// The definition in its plainest form: Sinkhorn's alternation u = p / K v, v = q / K'u with K = exp(-lambda
/// D). p and q have no zeros.
double alternation(const Row& p, const Row& q, const Rows& d, double lambda) {
  const std::size_t l = p.size();
  Row u(l, 1.0), v(l, 1.0);
  const auto k = [&](std::size_t i, std::size_t j) { return std::exp(-lambda * d[i][j]); };
  for (int iteration = 0; iteration < 20000; ++iteration) {
    for (std::size_t i = 0; i < l; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < l; ++j) sum += k(i, j) * v[j];
      u[i] = p[i] / sum;
    }
    for (std::size_t j = 0; j < l; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < l; ++i) sum += k(i, j) * u[i];
      v[j] = q[j] / sum;
    }
  }
  double cost = 0;
  for (std::size_t i = 0; i < l; ++i)
    for (std::size_t j = 0; j < l; ++j) cost += u[i] * k(i, j) * v[j] * d[i][j];
  return cost;
}

/// a and a/x at 0.2, b at 1 from a, as a tree.
GroundData three_classes() { return on_tree({0, 0, 0, 1}, {0, 0.5, 0.5, 0.2}, {1, 3, 2}); }

}  // namespace

TEST_CASE("regularised plans cost what plain alternation finds", "[wasserstein_sinkhorn]") {
  Rng rng(GENERATE(range(1u, 9u)));
  const std::size_t l = 2 + below(rng, 4);
  const double sharpness = GENERATE(0.5, 5.0, 15.0);
  const GroundData ground =
      GENERATE(false, true) ? random_points(rng, l) : ground_of(l, [&](auto, auto) { return rng.uniform(); });
  const Row p = normalised(random_counts(rng, l, 0.0)), q = normalised(random_counts(rng, l, 0.0));
  const Sinkhorn sinkhorn(ground, lambda(sharpness));
  CHECK(sinkhorn.metric.distance(p, q) == Approx(alternation(p, q, ground.d, sharpness)).epsilon(1e-10));
  CHECK(sinkhorn.unconverged() == 0);
}

TEST_CASE("two classes agree with the closed form", "[wasserstein_sinkhorn]") {
  // p = q = (1/2, 1/2): the plan has odds exp(-lambda d) off the diagonal
  const double sharpness = GENERATE(0.1, 1.0, 30.0, 400.0);
  const Sinkhorn sinkhorn(zero_one(2), lambda(sharpness));
  CHECK(sinkhorn.metric.distance({1, 1}, {1, 1}) == Approx(1 / (1 + std::exp(sharpness))).epsilon(1e-9));
}

TEST_CASE("equal distributions are not at distance 0 unless debiased", "[wasserstein_sinkhorn]") {
  // by the symmetric iteration u <- (u + ln p - lse(u - lambda D)) / 2 in NumPy
  const Row p{0.5, 0.3, 0.2};
  const auto cost = [&](double sharpness) {
    return Sinkhorn(three_classes(), lambda(sharpness)).metric.distance(p, p);
  };
  CHECK(cost(1) == Approx(0.2662336688519125).epsilon(1e-11));
  CHECK(cost(10) == Approx(0.018415478045461967).epsilon(1e-11));
  CHECK(cost(100) == Approx(3.1931254546744795e-10).epsilon(1e-5));
  auto options = lambda(GENERATE(1.0, 10.0, 100.0));
  options.debiased = true;
  CHECK(Sinkhorn(three_classes(), options).metric.distance(p, p) == 0);
}

TEST_CASE("debiased takes off half of both biases", "[wasserstein_sinkhorn]") {
  const Row p{0.5, 0.3, 0.2}, q{0.1, 0.1, 0.8};
  auto options = lambda(3);
  const Sinkhorn plain(three_classes(), options);
  options.debiased = true;
  const double expected =
      plain.metric.distance(p, q) - (plain.metric.distance(p, p) + plain.metric.distance(q, q)) / 2;
  CHECK(Sinkhorn(three_classes(), options).metric.distance(p, q) == Approx(expected).epsilon(1e-13));
}

TEST_CASE("regularised costs fall to the exact one within the bound of their entropies",
          "[wasserstein_sinkhorn][property]") {
  Rng rng(GENERATE(range(1u, 9u)));
  const std::size_t l = 2 + below(rng, 30);
  const GroundData ground = GENERATE(0, 1) == 0 ? random_points(rng, l) : random_tree(rng, l);
  const Rows p = random_rows(rng, 3, l, 0.4), q = random_rows(rng, 3, l, 0.4);
  const Row least = exact(ground, p, q);
  for (double sharpness = 1; sharpness < 5000; sharpness *= 4) {
    const Sinkhorn sinkhorn(ground, lambda(sharpness));
    const Row cost = sinkhorn.metric.distances(p, q);
    CHECK(sinkhorn.unconverged() == 0);
    for (std::size_t b = 0; b < p.size(); ++b) {
      CHECK(cost[b] >= least[b] - 1e-10);
      CHECK(cost[b] <=
            least[b] + (entropy(normalised(p[b])) + entropy(normalised(q[b]))) / sharpness + 1e-10);
    }
  }
}

TEST_CASE("a small lambda forgets who carries what", "[wasserstein_sinkhorn]") {
  const Row p{0.5, 0.3, 0.2}, q{0.1, 0.1, 0.8};
  const GroundData ground = three_classes();
  double independent = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) independent += p[i] * q[j] * ground.d[i][j];
  CHECK(Sinkhorn(ground, lambda(1e-9)).metric.distance(p, q) == Approx(independent).epsilon(1e-8));
}

TEST_CASE("the first distribution is where regularised mass comes from", "[wasserstein_sinkhorn]") {
  const GroundData ground = ground_of(2, [](auto i, auto j) { return i == j ? 0.0 : i < j ? 1.0 : 5.0; });
  CHECK(Sinkhorn(ground).metric.distance({1, 0}, {0, 1}) == Approx(1).epsilon(1e-14));
  CHECK(Sinkhorn(ground).metric.distance({0, 1}, {1, 0}) == Approx(5).epsilon(1e-14));
}

TEST_CASE("lambda is 50 over the longest distance unless given", "[wasserstein_sinkhorn]") {
  CHECK(Sinkhorn(three_classes()).metric.report().numbers.at("lambda") == Approx(50 / 1.2));
  const Sinkhorn nothing(ground_of(2, [](auto, auto) { return 0.0; }));
  CHECK(nothing.metric.distance({1, 0}, {0.5, 0.5}) == 0);
}

TEST_CASE("clusters joined by next to nothing converge", "[wasserstein_sinkhorn][degenerate]") {
  // Two clusters, inside which distances are small. exp(-lambda D) between them is below the smallest double
  // for the larger lambdas; the clusters hold the same mass or not, or what differs is tiny.
  const GroundData ground = ground_of(6, [](auto i, auto j) {
    return i == j ? 0.0 : i / 3 == j / 3 ? 0.05 : 1.0;
  });
  const double between = GENERATE(0.0, 1e-9, 0.125);
  const Row p{0.25, 0.125, 0.125, 0.25, 0.125, 0.125};
  const Row q{0.125, 0.125, 0.25 - between, 0.125, 0.25, 0.125 + between};
  auto options = lambda(GENERATE(100.0, 1000.0, 10000.0, 1e6));
  if (options.lambda == 1e6) options.tolerance = 1e-8;  // the largest lambda: 1e-12 is below its rounding
  const Sinkhorn sinkhorn(ground, options);
  const double least = exact(ground, {p}, {q})[0];
  CHECK(sinkhorn.metric.distance(p, q) == Approx(least).margin(3e-3));
  sinkhorn.metric.distance(p, p);
  CHECK(sinkhorn.unconverged() == 0);
  CHECK(sinkhorn.iterations() < 100);
}

TEST_CASE("masses of any size and single classes have plans", "[wasserstein_sinkhorn][degenerate]") {
  const Sinkhorn sinkhorn(on_line({0, 4, 9}));
  CHECK(sinkhorn.metric.distance({0, 2, 0}, {0, 0, 5}) == 5);
  CHECK(sinkhorn.metric.distance({0, 1, 0}, {0, 1, 0}) == 0);
  CHECK(sinkhorn.metric.distance({1, 1e-12, 1e-300}, {1, 0, 1e-12}) == Approx(0).margin(1e-10));
  CHECK(sinkhorn.metric.distances(Batch::counts({{1, 0, 1}}), Batch::counts({{1000000, 0, 1000000}}))[0] ==
        Approx(0).margin(1e-10));
  CHECK(sinkhorn.unconverged() == 0);
  CHECK(Sinkhorn(zero_one(1)).metric.distance({3}, {8}) == 0);
}

TEST_CASE("plans that do not converge count with their last cost and warn once",
          "[wasserstein_sinkhorn][errors]") {
  auto options = lambda(40);
  options.max_iterations = 1;
  const Sinkhorn hurried(three_classes(), options);
  const Rows p{{0.5, 0.3, 0.2}, {0.2, 0.2, 0.6}}, q{{0.1, 0.1, 0.8}, {0.7, 0.2, 0.1}};
  for (double d : hurried.metric.distances(p, q)) {
    CHECK(d >= 0);
    CHECK(d <= 1.2);
  }
  REQUIRE(hurried.metric.warnings().size() == 1);
  CHECK_THAT(hurried.metric.warnings()[0], Catch::Contains("did not converge within 1 iterations"));
  const auto report = hurried.metric.report();
  CHECK(report.numbers.at("plans") == 3);  // two pairs and one for the bias
  CHECK(report.numbers.at("unconverged_plans") == 3);
  CHECK(report.numbers.at("worst_marginal_error") > 1e-3);
  CHECK(report.numbers.at("worst_marginal_error") <= 2);
}

TEST_CASE("the report tells iterations, error and bias, for any number of threads",
          "[wasserstein_sinkhorn][threads]") {
  Rng rng(7);
  const std::size_t l = 12, calls = 100;
  const GroundData ground = random_points(rng, l);
  const Rows p = random_rows(rng, calls, l, 0.4), q = random_rows(rng, calls, l, 0.4);
  const auto run = [&](unsigned threads, const Sinkhorn& sinkhorn) {
    Row out(calls);
    const tamis::testing::ThreadedRuntime threaded(threads);
    const Runtime runtime = threaded;
    runtime.parallel_for(calls, [&](std::uint64_t b) { out[b] = sinkhorn.metric.distance(p[b], q[b]); });
    return out;
  };
  const Sinkhorn one(ground, lambda(20)), three(ground, lambda(20));
  CHECK(run(1, one) == run(3, three));
  const auto numbers = one.metric.report().numbers;
  CHECK(numbers == three.metric.report().numbers);
  CHECK(numbers.at("plans") == 2 * calls);
  CHECK(numbers.at("bias_samples") == calls);
  CHECK(numbers.at("worst_marginal_error") <= 1e-12);
  CHECK(numbers.at("most_iterations") >= numbers.at("mean_iterations"));
  double bias = 0;
  const Sinkhorn again(ground, lambda(20));
  for (const Row& row : p) bias += again.metric.distance(row, row);
  CHECK(numbers.at("mean_bias") == Approx(bias / calls).epsilon(1e-9));
}

TEST_CASE("grounds and outcomes that carry no mass are refused by regularised plans too",
          "[wasserstein_sinkhorn][errors]") {
  CHECK_THROWS_AS(Sinkhorn(ground_of(2, [](auto, auto) { return -1.0; })), DataError);
  CHECK_THROWS_AS(Sinkhorn(zero_one(0)), DataError);
  CHECK_THROWS_AS(Sinkhorn(on_line({0, 10}), lambda(1e6)), ParamError);
  CHECK_THROWS_WITH(Sinkhorn(on_line({0, 10}), lambda(1e308)),
                    Catch::Contains("distance is inf; above 1000000"));
}
