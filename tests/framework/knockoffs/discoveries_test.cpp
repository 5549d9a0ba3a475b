#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/discoveries.hpp>
#include <tamis/framework/knockoffs/e_values.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using W = std::vector<double>;

/// The definition, as it is written.
double threshold_by_trial(const W& w, double q, int offset) {
  double smallest = kInfinity;
  for (const double candidate : w) {
    const double t = std::abs(candidate);
    double against = offset, selected = 0;
    for (const double v : w) against += v <= -t, selected += v >= t;
    if (t > 0 && against / std::max(1.0, selected) <= q) smallest = std::min(smallest, t);
  }
  return smallest;
}

}  // namespace

TEST_CASE("the threshold is inclusive on both sides", "[discoveries]") {
  // at t = 2: one of -2, and three of 2 and more: (1 + 1) / 3 > .5; at t = 3: 1 / 2
  const Discoveries seen = discoveries(W{2, 3, 4, -2}, 0.5);
  CHECK(seen.threshold == 3);
  CHECK(seen.selected == std::vector<Feature>{1, 2});
  CHECK(seen.against == 0);
  // the ratio may be q itself
  CHECK(discoveries(W{2, 3, 4, -2, 2}, 0.5).threshold == 2);
  CHECK(discoveries(W{2, 3, 4, -2, 2}, 0.5).against == 1);
  CHECK(discoveries(W{1, 2, 3, 4, 5}, 0.2).selected.size() == 5);
}

TEST_CASE("the threshold is the definition's", "[discoveries]") {
  Rng rng(1);
  for (int run = 0; run < 300; ++run) {
    W w(1 + rng.below(30));
    for (double& v : w) v = static_cast<double>(rng.below(12)) - 3;  // with ties and zeros
    for (const double q : {0.1, 0.2, 0.5})
      for (const int offset : {0, 1})
        REQUIRE(discoveries(w, q, offset).threshold == threshold_by_trial(w, q, offset));
  }
}

TEST_CASE("nothing selected is a result", "[discoveries]") {
  for (const W& w : {W{}, W{0, 0, 0}, W{-1, -2}, W{3, 2, 1}}) {
    CHECK(discoveries(w, 0.2).threshold == kInfinity);
    CHECK(discoveries(w, 0.2).selected.empty());
  }
}

TEST_CASE("features with W = 0 never count", "[discoveries]") {
  W w(100, 0.0);
  for (std::size_t j = 0; j < 5; ++j) w[j] = 1;
  CHECK(discoveries(w, 0.2).selected == std::vector<Feature>{0, 1, 2, 3, 4});
}

TEST_CASE("exchanging a feature and its knockoff changes the sign of its W alone", "[discoveries]") {
  const W z{3, 1, 0.5, 2, 1, 2}, exchanged{3, 1, 2, 2, 1, 0.5};
  for (const Contrast contrast : {Contrast::difference, Contrast::signed_max}) {
    const W before = contrasts(z, contrast), after = contrasts(exchanged, contrast);
    CHECK(before[0] == after[0]);
    CHECK(before[1] == 0);
    CHECK(before[2] == -after[2]);
  }
  CHECK(contrasts(z, Contrast::difference) == W{1, 0, -1.5});
  CHECK(contrasts(z, Contrast::signed_max) == W{3, 0, -2});
}

TEST_CASE("importances that cannot be compared are refused", "[discoveries]") {
  CHECK_THROWS_WITH(contrasts(W{1, 2, 3}, Contrast::difference), Catch::Contains("3 importances"));
  CHECK_THROWS_AS(contrasts(W{1, std::nan("")}, Contrast::difference), DataError);
  CHECK_THROWS_AS(contrasts(W{kInfinity, kInfinity}, Contrast::difference), DataError);
}

TEST_CASE("a level at which nothing can be selected is an error that names the smallest usable one",
          "[discoveries]") {
  CHECK(fewest_discoveries(0.2) == 5);
  CHECK(fewest_discoveries(0.1) == 10);
  CHECK(fewest_discoveries(0.3) == 4);
  for (const double q : {0.01, 0.07, 1.0 / 3, 0.9}) {
    const std::uint64_t fewest = fewest_discoveries(q);
    CHECK(discoveries(W(fewest, 1.0), q).selected.size() == fewest);
    CHECK(discoveries(W(fewest - 1, 1.0), q).selected.empty());
  }
  CHECK_NOTHROW(check_level(5, 0.2));
  CHECK_THROWS_WITH(check_level(8, 0.1),
                    Catch::Contains("at least 10 features, and there are 8: the smallest rate that "
                                    "can be used is 0.125"));
  for (const unsigned p : {2u, 3u, 7u, 11u, 9000u}) CHECK_NOTHROW(check_level(p, std::ceil(1e4 / p) / 1e4));
  CHECK_THROWS_WITH(check_level(1, 0.5), Catch::Contains("fewer than two features"));
  for (const double q : {0.0, 1.0, -1.0, std::nan("")}) CHECK_THROWS_AS(discoveries(W{1}, q), ParamError);
  CHECK_THROWS_AS(discoveries(W{1}, 0.2, 2), ParamError);
}

TEST_CASE("one draw at alpha = q selects what the threshold selects", "[e_values]") {
  Rng rng(2);
  for (int run = 0; run < 200; ++run) {
    std::vector<W> w(1, W(30));
    for (double& v : w[0]) v = rng.uniform() - 0.3;
    REQUIRE(derandomised(w, 0.2, 0.2).selected == discoveries(w[0], 0.2).selected);
  }
}

TEST_CASE("at half the level a feature is selected that half of the draws select", "[e_values]") {
  W selecting(20, -0.01), other(20, 0.0);
  for (std::size_t j = 0; j < 10; ++j) selecting[j] = 1;
  for (std::size_t j = 10; j < 20; ++j) selecting[j] = 0;
  const std::vector<W> half{selecting, other, selecting, other}, fewer{selecting, other, other, other};
  CHECK(derandomised(half, 0.1, 0.2).selected.size() == 10);
  CHECK(derandomised(fewer, 0.1, 0.2).selected.empty());
  CHECK(derandomised(half, 0.2, 0.2).selected.size() == 10);  // e = 20 / 1, halved; needed are 20 / (.2 x 10)
  CHECK(derandomised(half, 0.1, 0.2).thresholds == std::vector{1.0, kInfinity, 1.0, kInfinity});
}

TEST_CASE("draws of different features, or none, are refused", "[e_values]") {
  CHECK_THROWS_AS(derandomised(std::vector<W>{}, 0.1, 0.2), ParamError);
  CHECK_THROWS_AS(derandomised(std::vector<W>{W{1}, W{1, 2}}, 0.1, 0.2), ParamError);
  CHECK_THROWS_AS(derandomised(std::vector<W>{W{1}}, 0.1, 2), ParamError);
}
