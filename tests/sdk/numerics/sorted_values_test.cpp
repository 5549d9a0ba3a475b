#include <tamis/numerics/sorted_values.hpp>
#include <tamis/testing/table.hpp>

#include <catch2/catch.hpp>
#include <numeric>

namespace {

using namespace tamis;

// By comparisons.
void check_sorted(const std::vector<double>& x) {
  std::vector<std::uint32_t> order(x.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return x[a] < x[b]; });
  const numerics::SortedValues sorted = numerics::sorted_values(x);
  CHECK(sorted.place == order);
  REQUIRE(sorted.size() == x.size());
  for (std::size_t p = 0; p < x.size(); ++p) CHECK(sorted.value[p] == x[order[p]]);
}

}  // namespace

TEST_CASE("sorted values agree with a stable sort by comparisons", "[sorted_values]") {
  const std::size_t n = GENERATE(0, 1, 2, 17, 1000);
  Rng rng(n);
  std::vector<double> x(n);
  for (double& v : x) v = testing::normal(rng);
  check_sorted(x);
  for (double& v : x) v = std::ldexp(v, static_cast<int>(rng.below(2000)) - 1000);
  check_sorted(x);
}

TEST_CASE("sorted values keep equal numbers in their order", "[sorted_values][degenerate]") {
  const std::uint64_t values = GENERATE(1, 2, 9);
  Rng rng(values);
  std::vector<double> x(300);
  for (double& v : x) v = static_cast<double>(rng.below(values)) - 4;
  check_sorted(x);
}

TEST_CASE("sorted values take zeros of both signs as equal, and the extremes of double",
          "[sorted_values][degenerate]") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {0.0,      -0.0,       5e-324,   -5e-324,   1.7e308, -0.0,
                                 -1.7e308, -kInfinity, 2.2e-308, kInfinity, 0.0,     -kInfinity};
  check_sorted(x);
}

TEST_CASE("sorted values of a column with numbers that are none are still all of its samples",
          "[sorted_values][degenerate]") {
  Rng rng(5);
  std::vector<double> x(200);
  for (double& v : x) {
    v = 1 + 1e-12 * rng.uniform();  // parted by their last bits only
    if (rng.below(4) == 0) v = std::numeric_limits<double>::quiet_NaN();
  }
  const numerics::SortedValues sorted = numerics::sorted_values(x);
  std::vector<std::uint32_t> places = sorted.place;
  std::ranges::sort(places);
  for (std::uint32_t i = 0; i < 200; ++i) REQUIRE(places[i] == i);
  std::vector<double> numbers;
  for (const double v : sorted.value)
    if (v == v) numbers.push_back(v);
  CHECK(std::ranges::is_sorted(numbers));
}
