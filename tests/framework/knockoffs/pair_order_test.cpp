// What a wrapper around any criterion has to keep: originals and knockoffs change places unseen.
#include "normal_rows.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/discoveries.hpp>
#include <tamis/framework/knockoffs/pair_order.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;

namespace {

/// |mean of x where y is 1 - where it is 0|, to the next half; then minus the rank by it, the first column of
/// equals first.
std::vector<double> coarse_ranks(ConstMatrix x, const std::vector<int>& y) {
  std::vector<double> score;
  for (std::uint64_t j = 0; j < x.cols; ++j) {
    double difference = 0;
    for (std::uint64_t i = 0; i < x.rows; ++i)
      difference += (y[i] ? 2 : -2) * x(i, j) / static_cast<double>(x.rows);
    score.push_back(std::round(2 * std::abs(difference)));
  }
  std::vector<std::size_t> order(x.cols);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  std::vector<double> importance(x.cols);
  for (std::size_t place = 0; place < order.size(); ++place)
    importance[order[place]] = -static_cast<double>(place);
  return importance;
}

std::vector<int> random_labels(std::uint64_t n, Rng rng) {
  std::vector<int> y;
  for (std::uint64_t i = 0; i < n; ++i) y.push_back(static_cast<int>(rng.below(2)));
  return y;
}

DenseMatrix beside(const DenseMatrix& x, const DenseMatrix& knockoffs) {
  DenseMatrix both(x.rows, 2 * x.cols);
  std::copy(x.values.begin(), x.values.end(), both.values.begin());
  std::copy(knockoffs.values.begin(), knockoffs.values.end(),
            both.values.begin() + static_cast<std::ptrdiff_t>(x.values.size()));
  return both;
}

}  // namespace

TEST_CASE("exchanging columns of the input flips exactly their signs, bit for bit", "[pair_order]") {
  const std::uint64_t p = 25, n = 60;
  const DenseMatrix x = normal_rows(n, falling(25, 0.5), Rng(1)),
                    knockoffs = normal_rows(n, falling(25, 0.5), Rng(2));
  const std::vector<int> y = random_labels(n, Rng(3));
  const auto w_of = [&](const DenseMatrix& a, const DenseMatrix& b, std::uint64_t seed) {
    const PairOrder order(a.view(), b.view(), Rng(seed));
    return contrasts(order.undone(coarse_ranks(order.arranged(a.view(), b.view()).view(), y)),
                     Contrast::difference);
  };
  Rng rng(4);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    DenseMatrix one = x, other = knockoffs;
    std::vector<char> exchanged;
    for (std::uint64_t j = 0; j < p; ++j) {
      exchanged.push_back(rng.below(2) == 0);
      if (exchanged[j])
        std::swap_ranges(one.view().column(j).begin(), one.view().column(j).end(),
                         other.view().column(j).begin());
    }
    const std::vector<double> before = w_of(x, knockoffs, seed), after = w_of(one, other, seed);
    for (std::uint64_t j = 0; j < p; ++j) REQUIRE(after[j] == (exchanged[j] ? -before[j] : before[j]));
  }
}

TEST_CASE("the order is undone, and is another one for another seed", "[pair_order]") {
  const DenseMatrix x = normal_rows(5, falling(40, 0.2), Rng(1)),
                    knockoffs = normal_rows(5, falling(40, 0.2), Rng(2));
  const PairOrder order(x.view(), knockoffs.view(), Rng(9)), again(x.view(), knockoffs.view(), Rng(9)),
      other(x.view(), knockoffs.view(), Rng(10));
  const DenseMatrix both = order.arranged(x.view(), knockoffs.view());
  std::vector<double> first_row;
  for (std::uint64_t c = 0; c < 80; ++c) first_row.push_back(both(0, c));
  const std::vector<double> undone = order.undone(first_row);
  int exchanged = 0, moved = 0;
  for (Feature j = 0; j < 40; ++j) {
    CHECK(undone[j] == x(0, j));
    CHECK(undone[40 + j] == knockoffs(0, j));
    CHECK(order.exchanged(j) == again.exchanged(j));
    exchanged += order.exchanged(j);
    moved += order.exchanged(j) != other.exchanged(j);
  }
  CHECK((exchanged > 8 && exchanged < 32));
  CHECK(moved > 8);
  CHECK_THROWS_AS(PairOrder(x.view(), DenseMatrix(5, 3).view(), Rng(1)), DataError);
}

TEST_CASE("labels that tell nothing select something in at most a share q of the runs, ties and all",
          "[pair_order]") {
  const std::uint64_t n = 100, p = 40;
  const double q = 0.2;
  const int runs = 400;
  const Eigen::MatrixXd sigma = falling(p, 0.5);
  const ConditionalLaw law(view(sigma), s_vector(view(sigma), Separation::mvr).s);
  const testing::SerialRuntime runtime;
  int selected = 0, selected_with_originals_first = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const DenseMatrix x = normal_rows(n, sigma, Rng(Rng::combine(1, run)));
    const DenseMatrix knockoffs = law.draw(law.mean(x.view(), std::vector(p, 0.0), runtime), run, runtime);
    const std::vector<int> y = random_labels(n, Rng(Rng::combine(2, run)));
    const PairOrder order(x.view(), knockoffs.view(), Rng(Rng::combine(3, run)));
    const auto any = [&](const std::vector<double>& z) {
      return !discoveries(contrasts(z, Contrast::difference), q).selected.empty();
    };
    selected += any(order.undone(coarse_ranks(order.arranged(x.view(), knockoffs.view()).view(), y)));
    selected_with_originals_first += any(coarse_ranks(beside(x, knockoffs).view(), y));
  }
  INFO(selected << " and " << selected_with_originals_first << " of " << runs);
  CHECK(selected <= q * runs);
  CHECK(selected_with_originals_first > 0.9 * runs);
}
