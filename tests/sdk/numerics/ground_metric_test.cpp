#include <catch2/catch.hpp>
#include <tamis/numerics/ground_metric.hpp>
#include <tamis/rng.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/threaded_runtime.hpp>
#include <tuple>
#include <vector>

using namespace tamis;
using namespace tamis::numerics;
using namespace tamis::testing;

namespace {

/// Whole numbers, so that many triples tie.
std::vector<double> random_ground(std::size_t l, std::uint64_t values, bool symmetric, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> d(l * l, 0.0);
  for (std::size_t k = 0; k < l; ++k)
    for (std::size_t i = 0; i < l; ++i)
      if (i != k) d[i + k * l] = static_cast<double>(1 + rng.below(values));
  if (symmetric)
    for (std::size_t k = 0; k < l; ++k)
      for (std::size_t i = 0; i < k; ++i) d[k + i * l] = d[i + k * l];
  return d;
}

GroundExamination examined(const std::vector<double>& d, std::size_t l) {
  const SerialRuntime runtime;
  return examine_ground(ConstMatrix(d.data(), l, l), runtime);
}

using Triple = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, double>;
Triple triple_of(const GroundExamination& is) {
  REQUIRE(is.violation);
  return {is.violation->i, is.violation->j, is.violation->k, is.violation->excess};
}

/// The definition, triple by triple in the order of (i, j, k).
std::optional<Triple> by_definition(const std::vector<double>& d, std::uint32_t l) {
  std::optional<Triple> worst;
  for (std::uint32_t i = 0; i < l; ++i)
    for (std::uint32_t j = 0; j < l; ++j)
      for (std::uint32_t k = 0; k < l; ++k) {
        const double excess = d[i + k * l] - (d[i + j * l] + d[j + k * l]);
        if (excess > (worst ? std::get<3>(*worst) : 0.0)) worst = {i, j, k, excess};
      }
  return worst;
}

}  // namespace

TEST_CASE("the worst triangle is that of the definition, of equal ones the smallest", "[ground_metric]") {
  const std::uint32_t l = GENERATE(1u, 2u, 3u, 5u, 8u, 23u, 40u);
  const bool symmetric = GENERATE(true, false);
  const std::uint64_t values = GENERATE(2u, 3u, 9u, 1000u);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto d = random_ground(l, values, symmetric, seed);
    const auto is = examined(d, l);
    const auto wanted = by_definition(d, l);
    REQUIRE(is.triangle() == !wanted);
    if (wanted) CHECK(triple_of(is) == *wanted);
    CHECK(is.zero_diagonal);
    CHECK(is.non_negative);
    if (symmetric) CHECK(is.symmetric);
  }
}

TEST_CASE("more classes than one stretch of rows are compared with all the others", "[ground_metric]") {
  // On a line all triangles are flat; one distance that is too long is found wherever it stands.
  const std::size_t l = 1100;
  std::vector<double> d(l * l);
  for (std::size_t k = 0; k < l; ++k)
    for (std::size_t i = 0; i < l; ++i) d[i + k * l] = static_cast<double>(i < k ? k - i : i - k);
  const ThreadedRuntime threads(2);
  const auto examine = [&] { return examine_ground(ConstMatrix(d.data(), l, l), threads); };
  CHECK(examine().triangle());
  d[1050 + 700 * l] += 0.5;
  CHECK(triple_of(examine()) == Triple{1050, 701, 700, 0.5});
  d[700 + 1050 * l] += 0.5;
  CHECK(triple_of(examine()) == Triple{700, 701, 1050, 0.5});
}

TEST_CASE("what is symmetric, zero and positive is told to the bit", "[ground_metric]") {
  const std::vector<double> d{0, 1, 2, /**/ 1, 0, 3, /**/ 2, 3, 0};
  const auto changed = [&](std::size_t at, double by) {
    auto other = d;
    other[at] += by;
    return examined(other, 3);
  };
  CHECK(examined(d, 3).triangle());
  CHECK_FALSE(changed(4, 1e-300).zero_diagonal);
  CHECK(changed(4, 1e-300).symmetric);
  CHECK_FALSE(changed(1, 1e-15).symmetric);
  CHECK_FALSE(changed(1, -2).non_negative);
  CHECK(changed(1, -1).non_negative);
}

TEST_CASE("rounding does not break a triangle", "[ground_metric]") {
  std::vector<double> d{0, 1, 3, /**/ 1, 0, 2, /**/ 3, 2, 0};
  d[2] = d[6] = 3 + 2.9e-12;
  CHECK(examined(d, 3).triangle());
  d[2] = d[6] = 3 + 3.2e-12;
  CHECK(triple_of(examined(d, 3)) == Triple{0, 1, 2, (3 + 3.2e-12) - 3});
}

TEST_CASE("the triangle does not depend on the number of threads", "[ground_metric][determinism]") {
  const auto d = random_ground(150, 30, false, 4);
  const auto one = triple_of(examined(d, 150));
  for (unsigned threads : {2u, 5u}) {
    const ThreadedRuntime runtime(threads);
    CHECK(triple_of(examine_ground(ConstMatrix(d.data(), 150, 150), runtime)) == one);
  }
}
