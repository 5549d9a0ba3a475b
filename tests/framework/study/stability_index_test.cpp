#include <tamis/framework/study/stability_index.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

using namespace tamis;
using namespace tamis::framework;

namespace stability_index_test {
namespace {

using Sets = std::vector<std::vector<Feature>>;

/// Rows of 0 and 1.
Sets sets_of(const std::vector<std::string>& rows) {
  Sets sets;
  for (const std::string& row : rows) {
    sets.emplace_back();
    for (Feature f = 0; f < row.size(); ++f)
      if (row[f] == '1') sets.back().push_back(f);
  }
  return sets;
}

Sets random_sets(std::size_t m, Feature features, std::size_t size, Rng& rng) {
  Sets sets;
  std::vector<Feature> all(features);
  std::iota(all.begin(), all.end(), Feature{0});
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < size; ++j) std::swap(all[j], all[j + rng.below(features - j)]);
    sets.emplace_back(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
  }
  return sets;
}

}  // namespace

TEST_CASE("sets that are the same have the index 1, without doubt", "[stability]") {
  const StabilityIndex index = stability_index(Sets(7, {1, 4, 5}), 9);
  CHECK(index.phi == 1);
  CHECK(index.variance == Approx(0).margin(1e-28));
  CHECK(index.low == Approx(1));
  CHECK(index.high == Approx(1));
  CHECK(index.reason.empty());
}

TEST_CASE("the index and its variance are those of exact fractions", "[stability]") {
  const StabilityIndex index = stability_index(sets_of({"11000", "10100", "11010", "11000"}), 5);
  CHECK(index.phi == Approx(13.0 / 33).epsilon(1e-14));
  CHECK(index.variance == Approx(32675.0 / 1185921).epsilon(1e-14));
}

TEST_CASE("the index, its variance and interval are those of the authors' formulas in numpy", "[stability]") {
  const StabilityIndex index = stability_index(
      sets_of({"11010000", "11000100", "10010000", "11110000", "01010001", "11010010", "00010100"}), 8);
  CHECK(index.phi == Approx(0.31428571428571417).epsilon(1e-13));
  CHECK(index.variance == Approx(0.008562273655818017).epsilon(1e-13));
  CHECK(index.low == Approx(0.13292523992501162).epsilon(1e-13));
  CHECK(index.high == Approx(0.49564618864641674).epsilon(1e-13));
}

TEST_CASE("of sets of one size the index is the mean of Kuncheva's over all pairs", "[stability]") {
  Rng rng(5);
  constexpr double kFeatures = 11, kSize = 4;
  const Sets sets = random_sets(9, 11, 4, rng);
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs) {
      const double common = static_cast<double>(std::count_if(sets[i].begin(), sets[i].end(), [&](Feature f) {
        return std::find(sets[j].begin(), sets[j].end(), f) != sets[j].end();
      }));
      sum += (common - kSize * kSize / kFeatures) / (kSize - kSize * kSize / kFeatures);
    }
  CHECK(stability_index(sets, 11).phi == Approx(sum / pairs));
}

TEST_CASE("sets that are drawn at random have an index about 0", "[stability]") {
  Rng rng(11);
  const StabilityIndex index = stability_index(random_sets(300, 40, 12, rng), 40);
  CHECK(std::fabs(index.phi) < 0.01);  // its deviation is 0.001
}

TEST_CASE("the interval holds the index of the population 95 times of 100", "[stability]") {
  // features are selected independently, with the probabilities p
  const std::vector<double> p{0.95, 0.9, 0.8, 0.6, 0.5, 0.3, 0.2, 0.1, 0.1, 0.05, 0.05, 0.05};
  const auto d = static_cast<double>(p.size());
  double variance = 0, size = 0;
  for (const double q : p) variance += q * (1 - q), size += q;
  const double truth = 1 - variance / d / (size / d * (1 - size / d));
  Rng rng(2);
  constexpr int kTrials = 2000;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    Sets sets(100);
    for (auto& set : sets)
      for (Feature f = 0; f < p.size(); ++f)
        if (rng.uniform() < p[f]) set.push_back(f);
    const StabilityIndex index = stability_index(sets, p.size());
    held += index.low <= truth && truth <= index.high;
  }
  CHECK(held > 0.93 * kTrials);
  CHECK(held < 0.97 * kTrials);
}

TEST_CASE("neither the order of the sets nor that of the features matters", "[stability]") {
  Rng rng(4);
  Sets sets = random_sets(20, 15, 5, rng);
  for (std::size_t i = 0; i < 10; ++i) sets[i].pop_back();
  const StabilityIndex index = stability_index(sets, 15);
  std::reverse(sets.begin(), sets.end());
  for (auto& set : sets)
    for (Feature& f : set) f = 14 - f;
  const StabilityIndex turned = stability_index(sets, 15);
  CHECK(turned.phi == Approx(index.phi).epsilon(1e-13));
  CHECK(turned.variance == Approx(index.variance).epsilon(1e-12));
  CHECK(selection_frequencies(sets, 15)[14] * 20 ==
        static_cast<double>(std::count_if(sets.begin(), sets.end(), [](const auto& set) {
          return std::find(set.begin(), set.end(), 14) != set.end();
        })));
}

TEST_CASE("an index that is undefined says why", "[stability][errors]") {
  CHECK(stability_index(Sets{}, 3).reason == "fewer than two selections cannot be compared");
  CHECK(stability_index(Sets{{1}}, 3).reason == "fewer than two selections cannot be compared");
  CHECK(stability_index(Sets{{}, {}}, 3).reason == "no feature was ever selected");
  const StabilityIndex all = stability_index(Sets{{0, 1}, {1, 0}}, 2);
  CHECK(all.reason == "every feature was selected every time");
  for (const double number : {all.phi, all.variance, all.low, all.high}) CHECK(std::isnan(number));
}

}  // namespace stability_index_test
