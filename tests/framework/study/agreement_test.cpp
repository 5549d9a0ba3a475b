#include <tamis/framework/study/agreement.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <vector>

using namespace tamis;
using namespace tamis::framework;

TEST_CASE("agreement is the part of the larger set that both hold", "[agreement]") {
  const std::vector<Feature> a{0, 1, 2}, b{1, 2, 5}, one{2}, none;
  CHECK(agreement(a, a, 9).share == 1);
  CHECK(agreement(a, b, 9).share == Approx(2.0 / 3));
  CHECK(agreement(a, one, 9).share == Approx(1.0 / 3));
  CHECK(agreement(one, a, 9).share == Approx(1.0 / 3));
  CHECK(agreement(a, none, 9).share == 0);
  CHECK(std::isnan(agreement(none, none, 9).share));
  CHECK(std::isnan(agreement(none, none, 9).by_chance));
}

TEST_CASE("the level of chance is the mean over all sets of a size", "[agreement]") {
  constexpr unsigned kFeatures = 6;
  const std::vector<Feature> a{0, 2, 3};
  for (const int size : {1, 2, 3, 5}) {
    double sum = 0, sets = 0, by_chance = 0;
    for (unsigned mask = 0; mask < 1u << kFeatures; ++mask) {
      if (std::popcount(mask) != size) continue;
      std::vector<Feature> b;
      for (Feature f = 0; f < kFeatures; ++f)
        if (mask >> f & 1u) b.push_back(f);
      const Agreement found = agreement(a, b, kFeatures);
      sum += found.share;
      by_chance = found.by_chance;
      ++sets;
    }
    CHECK(by_chance == Approx(sum / sets));
  }
}
