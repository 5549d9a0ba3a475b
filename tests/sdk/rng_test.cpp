#include <tamis/rng.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <vector>

using namespace tamis;

TEST_CASE("the generator gives the published numbers of SplitMix64", "[rng]") {
  Rng rng(1234567);  // reference output of the authors' C code for this seed
  CHECK(rng.next() == 6457827717110365317u);
  CHECK(rng.next() == 3203168211198807973u);
  CHECK(rng.next() == 9817491932198370423u);
}

TEST_CASE("uniform draws lie in [0, 1) with the mean and variance of a uniform", "[rng][property]") {
  Rng rng(5);
  const int n = 200000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = rng.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    sum += u;
    squares += u * u;
  }
  // five standard errors
  CHECK(sum / n == Approx(0.5).margin(5 * 0.2887 / 447));
  CHECK(squares / n - (sum / n) * (sum / n) == Approx(1.0 / 12).margin(0.002));
}

TEST_CASE("draws below n hit every number equally often", "[rng][property]") {
  Rng rng(9);
  int counts[7] = {};
  for (int i = 0; i < 70000; ++i) ++counts[rng.below(7)];
  for (int c : counts) CHECK(c == Approx(10000).margin(500));  // five standard errors
  CHECK(rng.below(1) == 0);
}

TEST_CASE("shuffling gives every order equally often", "[rng][property]") {
  Rng rng(11);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 24000; ++i) {
    std::vector<int> items{0, 1, 2, 3};
    rng.shuffle(items);
    ++counts[items];
  }
  CHECK(counts.size() == 24);
  for (const auto& [order, count] : counts) CHECK(count == Approx(1000).margin(160));  // five standard errors
  std::vector<int> none;
  rng.shuffle(none);
  CHECK(none.empty());
}

TEST_CASE("a stream depends on seed, place, subset and number, but not on the subset's order", "[rng]") {
  struct Thing final : Component {};
  Thing a, b;
  a.set_path("criterion");
  b.set_path("criterion.noise");
  const testing::SerialRuntime one(1), two(2);
  const Feature ab[] = {3, 8}, ba[] = {8, 3}, other[] = {3, 9};
  const std::uint64_t first = stream(one, a, ab).next();
  CHECK(first == stream(one, a, ba).next());
  const std::set<std::uint64_t> different{first,
                                          stream(one, a, other).next(),
                                          stream(one, a).next(),
                                          stream(one, b, ab).next(),
                                          stream(two, a, ab).next(),
                                          stream(one, a, ab, 1).next()};
  CHECK(different.size() == 6);
}
