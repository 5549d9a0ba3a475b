#include "normal_rows.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/fixed_knockoffs.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace {

constexpr std::uint64_t kSeed = 20;

double distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return (a - b).cwiseAbs().maxCoeff(); }

Eigen::MatrixXd joint_of(const Eigen::MatrixXd& sigma, const std::vector<double>& s) {
  return map(joint_covariance(view(sigma), s).view());
}

Eigen::MatrixXd joined(const DenseMatrix& x, const DenseMatrix& knockoffs) {
  Eigen::MatrixXd both(x.rows, 2 * x.cols);
  both << map(x.view()), map(knockoffs.view());
  return both;
}

}  // namespace

TEST_CASE("the knockoffs have the covariance of the features: A' Sigma A + V = Sigma", "[knockoffs]") {
  for (const Eigen::MatrixXd& sigma : {falling(8, 0.6), equal(6, 0.8), of_factors(15, 2, Rng(1))})
    for (const Separation kind : {Separation::equi, Separation::mvr, Separation::maxent, Separation::sdp}) {
      const ConditionalLaw law(view(sigma), s_vector(view(sigma), kind).s);
      const Eigen::MatrixXd a =
          Eigen::MatrixXd::Identity(sigma.rows(), sigma.rows()) - map(law.slope().view());
      CHECK(distance(a.transpose() * sigma * a + map(law.covariance().view()), sigma) < 1e-12);
    }
}

TEST_CASE("the covariance of drawn knockoffs and features converges to G", "[knockoffs]") {
  const Eigen::MatrixXd sigma = falling(6, 0.6);
  const std::uint64_t n = 40000;
  const testing::SerialRuntime runtime;
  const DenseMatrix x = normal_rows(n, sigma, Rng(kSeed));
  for (const Separation kind : {Separation::equi, Separation::mvr, Separation::sdp}) {
    const std::vector<double> s = s_vector(view(sigma), kind).s;
    const ConditionalLaw law(view(sigma), s);
    const DenseMatrix mean = law.mean(x.view(), std::vector(6, 0.0), runtime);
    const Eigen::MatrixXd both = joined(x, law.draw(mean, kSeed, runtime));
    CHECK(distance(both.transpose() * both / n, joint_of(sigma, s)) < 5 * std::sqrt(2.0 / n));
    CHECK(both.colwise().mean().cwiseAbs().maxCoeff() < 5 / std::sqrt(n));
  }
}

TEST_CASE("units and means are kept", "[knockoffs]") {
  const Eigen::MatrixXd sigma = falling(4, 0.5);
  const std::vector<double> s = s_vector(view(sigma), Separation::mvr).s, scale{2, 0.1, 30, 1},
                            centre{5, -1, 0, 100};
  const Eigen::MatrixXd in_units = diagonal(scale) * sigma * diagonal(scale);
  std::vector<double> s_in_units;
  for (std::size_t j = 0; j < 4; ++j) s_in_units.push_back(s[j] * scale[j] * scale[j]);
  const testing::SerialRuntime runtime;
  const DenseMatrix x = normal_rows(50, sigma, Rng(1));
  DenseMatrix x_in_units = x;
  map(x_in_units.view()) =
      ((map(x.view()) * diagonal(scale)).rowwise() + map(std::span(centre)).transpose()).eval();
  const ConditionalLaw law(view(sigma), s), law_in_units(view(in_units), s_in_units);
  const DenseMatrix mean = law.mean(x.view(), std::vector(4, 0.0), runtime),
                    mean_in_units = law_in_units.mean(x_in_units.view(), centre, runtime);
  const Eigen::MatrixXd drawn = map(law.draw(mean, 3, runtime).view()),
                        drawn_in_units = map(law_in_units.draw(mean_in_units, 3, runtime).view());
  CHECK(distance(((drawn * diagonal(scale)).rowwise() + map(std::span(centre)).transpose()).eval(),
                 drawn_in_units) < 1e-11);
}

TEST_CASE("knockoffs are the same bytes on any number of threads, and rows do not know of others",
          "[knockoffs]") {
  const Eigen::MatrixXd sigma = of_factors(30, 3, Rng(4));
  const DenseMatrix x = normal_rows(301, sigma, Rng(5));
  for (const Separation kind : {Separation::mvr, Separation::equi}) {
    const ConditionalLaw law(view(sigma), s_vector(view(sigma), kind).s);
    const std::vector<double> centre(30, 0.1);
    const testing::SerialRuntime serial;
    const DenseMatrix mean = law.mean(x.view(), centre, serial), drawn = law.draw(mean, 7, serial);
    for (const unsigned threads : {2u, 5u}) {
      const testing::ThreadedRuntime many(threads);
      CHECK(law.mean(x.view(), centre, many).values == mean.values);
      CHECK(law.draw(mean, 7, many).values == drawn.values);
    }
    CHECK(law.draw(mean, 8, serial).values != drawn.values);

    ConstMatrix first = x.view();
    first.rows = 100;
    const DenseMatrix of_first = law.draw(law.mean(first, centre, serial), 7, serial);
    for (std::uint64_t j = 0; j < 30; ++j)
      for (std::uint64_t i = 0; i < 100; ++i) REQUIRE(of_first(i, j) == drawn(i, j));
  }
}

TEST_CASE("a feature whose s is 0 is its own knockoff", "[knockoffs]") {
  const Eigen::MatrixXd sigma = falling(3, 0.5);
  const testing::SerialRuntime runtime;
  const DenseMatrix x = normal_rows(20, sigma, Rng(1));
  const ConditionalLaw law(view(sigma), std::vector{0.5, 0.0, 0.5});
  const DenseMatrix drawn = law.draw(law.mean(x.view(), std::vector(3, 0.0), runtime), 1, runtime);
  for (std::uint64_t i = 0; i < 20; ++i) CHECK(drawn(i, 1) == Approx(x(i, 1)));
}

TEST_CASE("an s that is too great, or correlations that are none, are refused", "[knockoffs]") {
  const Eigen::MatrixXd sigma = equal(3, 0.9);
  CHECK_THROWS_WITH(ConditionalLaw(view(sigma), std::vector(3, 0.5)), Catch::Contains("scale s down"));
  CHECK_THROWS_WITH(ConditionalLaw(view(sigma), std::vector(3, -0.1)), Catch::Contains("scale s down"));
  const Eigen::MatrixXd singular = Eigen::MatrixXd::Ones(3, 3) - 0.1 * Eigen::MatrixXd::Identity(3, 3);
  CHECK_THROWS_WITH(ConditionalLaw(view(singular), std::vector(3, 0.1)),
                    Catch::Contains("not positive definite"));
}

TEST_CASE("knockoffs of the rows as they are have exactly the products of G", "[knockoffs]") {
  for (const Separation kind : {Separation::equi, Separation::mvr, Separation::sdp}) {
    const FixedKnockoffs seen =
        fixed_knockoffs(normal_rows(40, falling(7, 0.5), Rng(2)).view(), kind, Rng(3));
    const Eigen::MatrixXd both = joined(seen.x, seen.knockoffs), x = map(seen.x.view());
    CHECK(distance(both.transpose() * both, joint_of(x.transpose() * x, seen.s)) < 1e-12);
    CHECK(both.colwise().sum().cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("knockoffs of the rows as they are need more rows than columns and knockoffs", "[knockoffs]") {
  const Eigen::MatrixXd sigma = falling(7, 0.5);
  CHECK_NOTHROW(fixed_knockoffs(normal_rows(15, sigma, Rng(2)).view(), Separation::mvr, Rng(3)));
  CHECK_THROWS_WITH(fixed_knockoffs(normal_rows(14, sigma, Rng(2)).view(), Separation::mvr, Rng(3)),
                    Catch::Contains("need 15 rows, and there are 14: use model-X knockoffs"));
}
