#include <catch2/catch.hpp>

#include "fixture.hpp"

#include <distinct_features.hpp>
#include <tamis/numerics/points.hpp>

namespace {

using namespace tamis;
using namespace tamis::mutual_information;
using namespace tamis::mutual_information::testing;

using Features = std::vector<Feature>;

/// Two features that matter and one of noise, then what adds nothing to them: constants (0.1 and 0.3, whose
/// sums round), a copy of feature 0, an affine one, and feature 1 mirrored.
enum : Feature { kTenth = 3, kThird, kCopy, kAffine, kMirrored, kFeatures };
Table with_redundant(std::size_t n = 150) {
  const Table told = clouds(n, 3, 2, 17);
  Table table(n, kFeatures);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t f = 0; f < 3; ++f) table.at(i, f) = told.at(i, f);
    table.at(i, kTenth) = 0.1;
    table.at(i, kThird) = 0.3;
    table.at(i, kCopy) = told.at(i, 0);
    table.at(i, kAffine) = 7 * told.at(i, 0) + 1000;
    table.at(i, kMirrored) = -0.001 * told.at(i, 1);
  }
  table.with_labels(told.labels, 2);
  return table;
}

/// Scores of features that are to join, with their reasons.
struct Joined {
  std::vector<double> score;
  std::vector<std::string> reason;
};
template <class C>
Joined join(Ready<C>& ready, const Features& subset, const Features& candidates) {
  Joined out;
  out.score.resize(candidates.size());
  std::vector<tamis_reason> reasons(candidates.size(), tamis_reason{});
  Scores scores(out.score, reasons.data(), -std::numeric_limits<double>::infinity());
  ready.criterion.score(subset, Move::add, candidates, scores);
  for (const tamis_reason& r : reasons) out.reason.emplace_back(r.text);
  return out;
}

}  // namespace

TEST_CASE("Constants and copies of features are found up to rounding, in the units of distances", "[mi]") {
  Table table = with_redundant();
  const SerialRuntime serial;
  table.standardise();
  const DistinctFeatures distinct(table.view(), numerics::all_samples(table.view()), serial);
  for (const Feature f : {kTenth, kThird}) CHECK(distinct.constant(f));
  for (const Feature f : {0u, 1u, 2u}) CHECK(distinct.original(f) == f);
  CHECK(distinct.original(kCopy) == 0);
  CHECK(distinct.original(kAffine) == 0);
  CHECK(distinct.original(kMirrored) == 1);
  CHECK(distinct.measured(Features{kAffine, 2, kThird, kMirrored, 0}) == Features{0, 1, 2});

  table.centre.clear(), table.scale.clear();
  const DistinctFeatures raw(table.view(), numerics::all_samples(table.view()), serial);
  CHECK(raw.original(kCopy) == 0);
  CHECK(raw.original(kAffine) == kAffine);  // stretches distances

  Table close = random_table(50, 2, 1);
  for (std::size_t i = 0; i < 50; ++i) close.at(i, 1) = close.at(i, 0);
  close.at(7, 1) += 1e-6;
  const DistinctFeatures parted(close.view(), numerics::all_samples(close.view()), serial);
  CHECK(parted.original(1) == 1);
  Features taking_part;
  for (Feature i = 0; i < 50; ++i)
    if (i != 7) taking_part.push_back(i);
  CHECK(DistinctFeatures(close.view(), taking_part, serial).original(1) == 0);
}

TEMPLATE_TEST_CASE("Constants and copies change no bit of a subset's score", "[mi][lnt_mi]", Mi, LntMi) {
  typename TestType::Options options;
  options.jitter = GENERATE(0.0, 1e-3);  // each feature has its own
  Table table = with_redundant();
  table.standardise();
  Ready<TestType> ready(options);
  ready.on(table);
  for (const Features& subset : {Features{0}, Features{0, 2}, Features{2, 1, 0}}) {
    const double alone = ready.whole(subset);
    for (const Feature f : {kTenth, kCopy, kAffine}) {
      Features more = subset;
      more.push_back(f);
      CHECK(ready.whole(more) == alone);
      CHECK(ready.score(more, Move::remove, {f})[0] == alone);
      CHECK(ready.score(more, Move::remove, {0})[0] ==
            (f == kTenth ? ready.score(subset, Move::remove, {0})[0] : alone));
    }
  }
  CHECK(ready.whole({kAffine, kMirrored}) == ready.whole({0, 1}));
  CHECK(ready.score({}, Move::add, {kCopy, kMirrored}) == ready.score({}, Move::add, {0, 1}));
  CHECK(ready.score({kCopy}, Move::add, {kMirrored}) == ready.score({0}, Move::add, {1}));
  CHECK(ready.score({kTenth, 0}, Move::add, {2, 1}) == ready.score({0}, Move::add, {2, 1}));
}

TEMPLATE_TEST_CASE("A constant or a copy that is to join has no score, with the reason", "[mi][lnt_mi]", Mi,
                   LntMi) {
  Table table = with_redundant();
  table.standardise();
  Ready<TestType> ready(typename TestType::Options{});
  ready.on(table);
  const Joined to_nothing = join(ready, {}, {kTenth, kCopy});
  CHECK(to_nothing.reason == std::vector<std::string>{"constant", ""});
  CHECK(std::isfinite(to_nothing.score[1]));
  const Joined to_one = join(ready, {kAffine}, {kThird, kCopy, 0, kMirrored});
  CHECK(to_one.reason == std::vector<std::string>{"constant", "copy_in_subset", "copy_in_subset", ""});
  for (std::size_t c = 0; c < 3; ++c) CHECK(to_one.score[c] == -std::numeric_limits<double>::infinity());
}

TEMPLATE_TEST_CASE("A forward search takes every feature that may tell something before constants and copies",
                   "[mi][lnt_mi]", Mi, LntMi) {
  Table table = with_redundant();
  table.standardise();
  Ready<TestType> ready(typename TestType::Options{});
  ready.on(table);
  Features subset, outside(kFeatures);
  std::iota(outside.begin(), outside.end(), Feature{0});
  for (int step = 0; step < 3; ++step) {
    const std::vector<double> scores = ready.score(subset, Move::add, outside);
    const auto best = std::ranges::max_element(scores) - scores.begin();
    subset.push_back(outside[static_cast<std::size_t>(best)]);
    outside.erase(outside.begin() + best);
  }
  std::ranges::sort(subset);
  CHECK(subset == Features{0, 1, 2});
}
