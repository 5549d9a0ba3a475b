// The promise, where the law of the features is known: the expected share of wrong ones among the selected is at
// most q, also about the true class where labels are flipped.
#include "normal_rows.hpp"

#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/discoveries.hpp>
#include <tamis/framework/knockoffs/pair_order.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;

namespace {

constexpr Eigen::Index kFeatures = 40;
constexpr Feature kEvery = 4;  // each fourth feature is relevant

/// Labels by a logistic model of the relevant features, then flipped.
std::vector<int> labels(ConstMatrix x, double flips, Rng rng) {
  std::vector<int> y;
  for (std::uint64_t i = 0; i < x.rows; ++i) {
    double logit = 0;
    for (Feature j = 0; j < x.cols; j += kEvery) logit += (j % 8 == 0 ? 1.0 : -1.0) * x(i, j);
    const bool truth = rng.uniform() < 1 / (1 + std::exp(-logit)), flipped = rng.uniform() < flips;
    y.push_back(truth != flipped);
  }
  return y;
}

std::vector<double> correlation_with(ConstMatrix x, const std::vector<int>& y) {
  std::vector<double> z(x.cols);
  for (std::uint64_t j = 0; j < x.cols; ++j) {
    for (std::uint64_t i = 0; i < x.rows; ++i) z[j] += (y[i] ? 1 : -1) * x(i, j);
    z[j] = std::abs(z[j]);
  }
  return z;
}

struct Shares {
  double wrong = 0, error = 0, found = 0;  // FDR, its standard error, power
};

Shares shares(double q, double flips) {
  constexpr std::uint64_t kRuns = 200, kSamples = 300;
  const Eigen::MatrixXd sigma = falling(kFeatures, 0.3);
  const ConditionalLaw law(view(sigma), s_vector(view(sigma), Separation::mvr).s);
  const testing::SerialRuntime runtime;
  double sum = 0, squares = 0, found = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const std::uint64_t key = Rng::combine(17, run);
    const DenseMatrix x = normal_rows(kSamples, sigma, Rng(Rng::combine(key, 0)));
    const std::vector<int> y = labels(x.view(), flips, Rng(Rng::combine(key, 1)));
    const DenseMatrix mean = law.mean(x.view(), std::vector<double>(kFeatures), runtime),
                      knockoffs = law.draw(mean, Rng::combine(key, 2), runtime);
    const PairOrder order(x.view(), knockoffs.view(), Rng(Rng::combine(key, 3)));
    const std::vector<double> z =
        order.undone(correlation_with(order.arranged(x.view(), knockoffs.view()).view(), y));
    double wrong = 0, right = 0;
    for (const Feature j : discoveries(contrasts(z, Contrast::difference), q).selected)
      (j % kEvery == 0 ? right : wrong) += 1;
    const double share = wrong / std::max(1.0, wrong + right);
    sum += share, squares += share * share;
    found += right * kEvery / kFeatures;
  }
  const double mean = sum / kRuns;
  return {mean, std::sqrt((squares / kRuns - mean * mean) / kRuns), found / kRuns};
}

}  // namespace

TEST_CASE("the false discovery rate is kept, with clean labels and with flipped ones", "[fdr]") {
  for (const double q : {0.1, 0.2}) {
    const Shares clean = shares(q, 0), flipped = shares(q, 0.2);
    INFO("q " << q << ", clean: " << clean.wrong << " of them wrong, " << clean.found
              << " found; flipped: " << flipped.wrong << ", " << flipped.found);
    CHECK(clean.wrong <= q + 2 * clean.error);
    CHECK(flipped.wrong <= q + 2 * flipped.error);
    CHECK(clean.found > 2 * flipped.found);  // what wrong labels cost is power
  }
}
