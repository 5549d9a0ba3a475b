#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/latent_codes.hpp>
#include <tamis/framework/knockoffs/normal_scores.hpp>
#include <tamis/numerics/random.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("scores keep the order, have mean 0, and forget the law of the column", "[scores]") {
  Rng rng(1);
  std::vector<double> x(101), skewed;
  for (double& v : x) v = numerics::normal(rng);
  for (const double v : x) skewed.push_back(std::exp(3 * v));
  const NormalScores a(x), b(skewed);
  CHECK(a.scores() == b.scores());
  CHECK(std::accumulate(a.scores().begin(), a.scores().end(), 0.0) == Approx(0).margin(1e-12));
}

TEST_CASE("equal values have one score, and each value comes back from its score", "[scores]") {
  const std::vector<double> x{3, 1, 4, 1, 5, 9, 2, 6};
  const NormalScores seen(x);
  CHECK(seen.scores()[1] == seen.scores()[3]);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(seen.back(seen.scores()[i]) == Approx(x[i]));
  CHECK(seen.back(-40) == 1);
  CHECK(seen.back(40) == 9);
  CHECK(NormalScores(std::vector{2.5}).back(0.3) == 2.5);
}

TEST_CASE("a code comes back from each number of its interval", "[codes]") {
  const std::vector<double> x{2, 0, 5, 5, 2, 2, 0, 5, 5, 5};
  const LatentCodes codes(x);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<double> latents = codes.draw_latents(Rng(seed));
    for (std::size_t i = 0; i < x.size(); ++i) {
      REQUIRE(std::isfinite(latents[i]));
      REQUIRE(codes.back(normal_probability(latents[i])) == x[i]);
    }
  }
}

TEST_CASE("codes that are drawn on the latent line are as often as in the column", "[codes]") {
  const LatentCodes codes(std::vector<double>{0, 0, 0, 0, 0, 0, 1, 1, 1, 7});
  std::map<double, int> seen;
  Rng rng(2);
  for (int i = 0; i < 10000; ++i) ++seen[codes.back(normal_probability(numerics::normal(rng)))];
  CHECK(seen.size() == 3);
  CHECK(seen[0] == Approx(6000).margin(200));
  CHECK(seen[7] == Approx(1000).margin(150));
}

TEST_CASE("latents are normal as a whole", "[codes]") {
  std::vector<double> x;
  for (int i = 0; i < 20000; ++i) x.push_back(i % 3);
  double sum = 0, squares = 0;
  for (const double z : LatentCodes(x).draw_latents(Rng(3))) sum += z, squares += z * z;
  CHECK(sum / 20000 == Approx(0).margin(0.03));
  CHECK(squares / 20000 == Approx(1).margin(0.03));
}

TEST_CASE("columns without values, or with missing ones, are refused", "[scores]") {
  CHECK_THROWS_WITH(NormalScores(std::vector{1, kMissing}), Catch::Contains("fill them in"));
  CHECK_THROWS_AS(NormalScores(std::vector<double>{}), DataError);
  CHECK_THROWS_WITH(LatentCodes(std::vector{1, kMissing}), Catch::Contains("fill them in"));
  CHECK_THROWS_AS(LatentCodes(std::vector<double>{}), DataError);
}
