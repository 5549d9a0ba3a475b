#include "blankets.hpp"

#include "correlation.hpp"
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
  const Correlation correlation(features, labels, runtime);
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
