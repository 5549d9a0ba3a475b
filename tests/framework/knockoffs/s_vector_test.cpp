#include "normal_rows.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>

#include <catch2/catch.hpp>

#include <numeric>
#include <string>

using namespace tamis;
using namespace tamis::framework;

namespace {

const std::vector<Separation> kAll{Separation::equi, Separation::mvr, Separation::maxent, Separation::sdp};

SVector s_of(const Eigen::MatrixXd& sigma, Separation kind) { return s_vector(view(sigma), kind); }

/// The largest difference between numbers.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  return (map(std::span(a)) - map(std::span(b))).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("features that have nothing in common are as far from their knockoffs as can be", "[s_vector]") {
  const Eigen::MatrixXd sigma = Eigen::MatrixXd::Identity(6, 6);
  for (const Separation kind : kAll) CHECK(distance(s_of(sigma, kind).s, std::vector(6, 1.0)) < 2e-10);
}

TEST_CASE("with equal correlations the greatest sum is the equal one", "[s_vector]") {
  const Eigen::MatrixXd sigma = equal(7, 0.7);
  CHECK(distance(s_of(sigma, Separation::sdp).s, s_of(sigma, Separation::equi).s) < 1e-8);
  CHECK(s_of(sigma, Separation::equi).s[0] == Approx(0.6));
}

TEST_CASE("a block has the s that it has alone", "[s_vector]") {
  Eigen::MatrixXd sigma = Eigen::MatrixXd::Identity(9, 9);
  sigma.topLeftCorner(4, 4) = falling(4, 0.8);
  sigma.bottomRightCorner(5, 5) = equal(5, 0.4);
  for (const Separation kind : {Separation::mvr, Separation::maxent, Separation::sdp}) {
    std::vector<double> alone = s_of(falling(4, 0.8), kind).s;
    const std::vector<double> other = s_of(equal(5, 0.4), kind).s;
    alone.insert(alone.end(), other.begin(), other.end());
    CHECK(distance(s_of(sigma, kind).s, alone) < 1e-8);
  }
}

TEST_CASE("S is between 0 and 2 Sigma", "[s_vector]") {
  for (const Eigen::MatrixXd& sigma : {falling(30, 0.7), equal(20, 0.9), of_factors(40, 3, Rng(1))})
    for (const Separation kind : kAll) {
      const std::vector<double> s = s_of(sigma, kind).s;
      CHECK(*std::min_element(s.begin(), s.end()) > 0);
      CHECK(*std::max_element(s.begin(), s.end()) <= 1);
      CHECK(smallest_eigenvalue(2 * sigma - diagonal(s)) > -1e-12);
    }
}

TEST_CASE("each s is best at what it is made for", "[s_vector]") {
  for (const Eigen::MatrixXd& sigma : {falling(12, 0.6), of_factors(25, 3, Rng(2))}) {
    const SVector mvr = s_of(sigma, Separation::mvr), maxent = s_of(sigma, Separation::maxent),
                  sdp = s_of(sigma, Separation::sdp), equi = s_of(sigma, Separation::equi);
    // neither a step along a coordinate nor towards another s makes it better
    for (std::size_t j = 0; j < mvr.s.size(); ++j)
      for (const double factor : {0.999, 1.001}) {
        std::vector<double> near = mvr.s, near_maxent = maxent.s;
        near[j] *= factor, near_maxent[j] *= factor;
        CHECK(separation_objective(view(sigma), near, Separation::mvr) > mvr.objective);
        CHECK(separation_objective(view(sigma), near_maxent, Separation::maxent) < maxent.objective);
      }
    CHECK(separation_objective(view(sigma), maxent.s, Separation::mvr) > mvr.objective);
    CHECK(separation_objective(view(sigma), mvr.s, Separation::maxent) < maxent.objective);
    for (const SVector& other : {mvr, maxent, equi})
      CHECK(std::accumulate(other.s.begin(), other.s.end(), 0.0) <= sdp.objective + 1e-8);
  }
}

TEST_CASE("the dual problem says that the greatest sum was reached", "[s_vector]") {
  for (const Eigen::MatrixXd& sigma : {falling(10, 0.7), falling(60, 0.5), of_factors(40, 3, Rng(3))}) {
    const SVector sdp = s_of(sigma, Separation::sdp);
    REQUIRE(sdp.gap);
    CHECK(std::abs(*sdp.gap) < 1e-7);
    CHECK(sdp.steps < 300);
  }
  CHECK(s_of(falling(10, 0.7), Separation::sdp).objective ==
        Approx(4.43).margin(0.005));  // a run of the page
}

TEST_CASE("near copies pull down the s of a third column", "[s_vector]") {
  Eigen::MatrixXd sigma(3, 3);
  sigma << 1, 0.999, 0.2, 0.999, 1, 0.21, 0.2, 0.21, 1;
  const std::vector<double> s = s_of(sigma, Separation::mvr).s;
  CHECK(s[0] == Approx(0.0011).margin(5e-5));
  CHECK(s[1] == Approx(0.0011).margin(5e-5));
  CHECK(s[2] == Approx(0.10).margin(5e-3));
}

TEST_CASE("copies may be as near as their correlation can be told", "[s_vector]") {
  for (const double apart : {1e-4, 1e-6, 1e-8}) {
    Eigen::MatrixXd sigma = falling(12, 0.5);
    sigma.row(1) = sigma.row(0), sigma.col(1) = sigma.col(0);
    sigma(0, 1) = sigma(1, 0) = 1 - apart, sigma(1, 1) = 1;
    for (const Separation kind : kAll) {
      const std::vector<double> s = s_of(sigma, kind).s;
      CHECK(s[0] <= 2.001 * apart);
      CHECK(smallest_eigenvalue(2 * sigma - diagonal(s)) > -1e-12);
    }
  }
}

TEST_CASE("an s of another matrix is scaled down until it is in the range", "[s_vector]") {
  const Eigen::MatrixXd sigma = equal(5, 0.5);
  const std::vector<double> inside(5, 0.9), outside{1, 1, 1, 1, 1};
  CHECK(scaled_into_range(view(sigma), inside) == inside);
  const std::vector<double> scaled = scaled_into_range(view(sigma), outside);
  CHECK(scaled[0] < 1);
  CHECK(scaled[0] > 1 - 2e-8);
  CHECK(smallest_eigenvalue(2 * sigma - diagonal(scaled)) == Approx(1e-8).epsilon(0.01));
}

TEST_CASE("correlations that are singular have no s, and the sentence says what to do", "[s_vector]") {
  const Eigen::MatrixXd copies = Eigen::MatrixXd::Ones(3, 3) - 0.1 * Eigen::MatrixXd::Identity(3, 3);
  for (const Separation kind : kAll)
    CHECK_THROWS_WITH(s_of(copies, kind), Catch::Contains("shrink them, or merge columns"));
  CHECK_THROWS_WITH(separation_objective(view(copies), std::vector(3, 1.0), Separation::mvr),
                    Catch::Contains("scale s down"));
  CHECK_THROWS_AS(scaled_into_range(view(copies), std::vector(3, 1.0)), NumericError);
}
