#include "blankets.hpp"

#include "absolute_correlation.hpp"
#include "fixture.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace tamis;
using namespace tamis::blanket;

TEST_CASE("a blanket is the strongest of those that remain, also when its list runs out", "[blankets]") {
  Rng rng(1);
  constexpr Feature kFeatures = 150;  // more than are listed
  const Codes codes = random_codes(rng, 60, kFeatures, 3, 0.5);
  CodeTable table(codes);
  table.labels(random_labels(rng, codes, 3), 3);
  testing::SerialRuntime serial;
  const Runtime runtime = serial;
  const CodedFeatures features(table.view(), runtime);
  const ClassMasses labels(table.view().target());
  const AbsoluteCorrelation correlation(features, labels, runtime);
  for (const std::size_t size : {0, 1, 3}) {
    Blankets blankets(&correlation, size, kFeatures);
    std::vector<Feature> all;
    for (Feature j = 0; j < kFeatures; ++j) all.push_back(j);
    blankets.begin(all, runtime);
    std::vector<Feature> remaining = all;
    while (remaining.size() > 1) {
      for (const Feature i : {remaining.front(), remaining.back()}) {
        std::vector<AssociationRow> rows(1);
        correlation.fill({&i, 1}, rows);
        std::vector<Feature> others = remaining;
        std::erase(others, i);
        std::sort(others.begin(), others.end(),
                  [&](Feature a, Feature b) { return correlation.before(rows[0], a, b); });
        others.resize(std::min(size, others.size()));
        REQUIRE(blankets.of(i) == others);
      }
      const Feature removed = remaining[rng.below(remaining.size())];
      blankets.remove(removed);
      std::erase(remaining, removed);
      REQUIRE(blankets.remaining() == remaining);
    }
  }
}

TEST_CASE("lists that were cut short do not count", "[blankets][errors]") {
  // Of every feature the next larger index is the strongest; fails when it is told to.
  struct Fragile final : Association {
    void fill(std::span<const Feature> of, std::span<AssociationRow> rows) const override {
      if (of[0] == fails_at) throw Cancelled("stopped");
      for (AssociationRow& row : rows) {
        row.strength.assign(9, 0.0);
        for (Feature j = 0; j < 9; ++j) row.strength[j] = (j + 9 - of[0]) % 9 == 1;
      }
    }
    bool before(const AssociationRow& row, Feature a, Feature b) const override {
      return row.strength[a] != row.strength[b] ? row.strength[a] > row.strength[b] : a < b;
    }
    Feature fails_at = 5;
  };
  Fragile association;
  testing::SerialRuntime serial;
  Blankets blankets(&association, 1, 9);
  const std::vector<Feature> all{0, 1, 2, 3, 4, 5, 6, 7, 8};
  CHECK_THROWS_AS(blankets.begin(all, serial), Cancelled);
  for (const Feature j : all) CHECK_FALSE(blankets.remains(j));
  association.fails_at = 9;
  blankets.begin(all, serial);
  for (const Feature j : all) CHECK(blankets.of(j) == std::vector<Feature>{(j + 1) % 9});
}
