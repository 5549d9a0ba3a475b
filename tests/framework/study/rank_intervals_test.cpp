#include "two_classes.hpp"

#include <tamis/framework/study/rank_intervals.hpp>

#include <nlohmann/json.hpp>

#include <limits>
#include <optional>
#include <utility>

using namespace tamis;
using namespace tamis::framework;
using test::run;
using test::two_classes;

namespace rank_intervals_test {
namespace {

using Ranks = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Ranks ranks_of(const SelectionResult& result) {
  Ranks out;
  for (const SharedRanks& r : shared_ranks(result)) out.emplace_back(r.first, r.last);
  return out;
}

RankedFeature ranked(Feature f, bool selected, std::optional<double> score) {
  return {f, "", selected, false, score, ""};
}

/// The intervals of 50 selections of the best three by Fisher's score.
std::vector<RankInterval> intervals(const std::vector<double>& shifts, const std::string& share,
                                    std::uint64_t seed) {
  return run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3 }\nstability = { share = " +
                 share + " }",
             two_classes(120, shifts, seed))
      .stability->ranks;
}

double mean_width(const std::vector<RankInterval>& found) {
  double sum = 0;
  for (const RankInterval& r : found) sum += r.high - r.low;
  return sum / static_cast<double>(found.size());
}

}  // namespace

TEST_CASE("a strong feature has rank 1 in every resample, noise may have any other", "[rank_intervals]") {
  std::vector<double> shifts(21, 0.0);
  shifts[7] = 3;
  const std::vector<RankInterval> found = intervals(shifts, "0.5", 3);
  REQUIRE(found.size() == 21);
  CHECK(found[7].median == 1);
  CHECK(found[7].low == 1);
  CHECK(found[7].high == 1);
  for (std::size_t f = 0; f < 21; ++f) {
    if (f == 7) continue;
    CHECK(found[f].low >= 2);
    CHECK(found[f].high - found[f].low >= 8);
    CHECK(found[f].low <= 11.5);  // the middle of the ranks 2 to 21
    CHECK(found[f].high >= 11.5);
  }
}

TEST_CASE("the intervals of parts of half of the samples are as wide as ranks vary from table to table",
          "[rank_intervals]") {
  // The features matter more and more, so that the true order is 19, 18, ..., 0.
  std::vector<double> shifts(20);
  for (std::size_t f = 0; f < 20; ++f) shifts[f] = 1.2 * static_cast<double>(f) / 19;
  std::vector<std::vector<SharedRanks>> once;  // of all samples
  for (std::uint64_t t = 0; t < 100; ++t)
    once.push_back(shared_ranks(run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3 }",
                                    two_classes(120, shifts, 100 + t))));
  constexpr std::size_t kTables = 20;
  double smaller = 0, half = 0, larger = 0, covered = 0;
  for (std::uint64_t t = 0; t < kTables; ++t) {
    const std::vector<RankInterval> found = intervals(shifts, "0.5", t);
    half += mean_width(found) / kTables;
    smaller += mean_width(intervals(shifts, "0.3", t)) / kTables;
    larger += mean_width(intervals(shifts, "0.8", t)) / kTables;
    for (std::size_t f = 0; f < 20; ++f)
      covered += found[f].low <= 20 - f && 20 - f <= found[f].high ? 1.0 / (20 * kTables) : 0;
  }
  const double truth = mean_width(rank_intervals(once));
  INFO(smaller << ' ' << half << ' ' << larger << ' ' << truth << ' ' << covered);
  CHECK(half > 0.85 * truth);
  CHECK(half < 1.15 * truth);
  CHECK(smaller > 1.2 * truth);
  CHECK(larger < 0.7 * truth);
  CHECK(covered > 0.88);
  CHECK(covered < 0.98);
}

TEST_CASE("features of the same score share their ranks, also where one of them is selected",
          "[rank_intervals]") {
  const double none = -std::numeric_limits<double>::infinity();
  SelectionResult r;
  r.traits.measures = Measures::feature;
  r.ranking = {ranked(2, true, 5.0),  ranked(0, true, 3.0),   ranked(1, false, 3.0),
               ranked(4, false, 1.0), ranked(3, false, none), ranked(5, false, none)};
  CHECK(ranks_of(r) == Ranks{{2, 3}, {2, 3}, {1, 1}, {5, 6}, {4, 4}, {5, 6}});
  r.ranking[1].w = 2;  // knockoffs put it before its like
  r.ranking[2].w = 1;
  CHECK(ranks_of(r) == Ranks{{2, 2}, {3, 3}, {1, 1}, {5, 6}, {4, 4}, {5, 6}});
}

TEST_CASE("a forward search leaves features without an order, a backward search keeps such",
          "[rank_intervals]") {
  const auto with = [](const char* search) {
    return run(std::string("criterion = 'knn_error'\nsearch = { use = '") + search + "', keep = 2 }",
               two_classes(60, {2, 0.3, 0.2, 0.1, 0}));
  };
  const SelectionResult forward = with("forward");
  for (std::size_t i = 0; i < 5; ++i) {
    const SharedRanks at = shared_ranks(forward)[forward.ranking[i].feature];
    CHECK(at.first == (i < 2 ? i + 1 : 3));
    CHECK(at.last == (i < 2 ? i + 1 : 5));
  }
  const SelectionResult backward = with("backward");
  for (std::size_t i = 0; i < 5; ++i) {
    const SharedRanks at = shared_ranks(backward)[backward.ranking[i].feature];
    CHECK(at.first == (i < 2 ? 1 : i + 1));
    CHECK(at.last == (i < 2 ? 2 : i + 1));
  }
}

TEST_CASE("of several stages each orders what it left out", "[rank_intervals]") {
  const SelectionResult r =
      run("[[stage]]\ncriterion = 'knn_error'\nsearch = { use = 'backward', keep = 4 }\n"
          "[[stage]]\ncriterion = 'knn_error'\nsearch = { use = 'forward', keep = 2 }",
          two_classes(60, {2, 1, 0.3, 0.2, 0.1, 0}));
  const std::vector<SharedRanks> ranks = shared_ranks(r);
  const Ranks expected{{1, 1}, {2, 2}, {3, 4}, {3, 4}, {5, 5}, {6, 6}};
  for (std::size_t i = 0; i < 6; ++i) {
    const SharedRanks at = ranks[r.ranking[i].feature];
    CHECK(std::pair(at.first, at.last) == expected[i]);
  }
}

TEST_CASE("a twentieth of the selections is left out at either end of an interval", "[rank_intervals]") {
  const auto of_ranks = [](std::uint32_t n) {
    std::vector<std::vector<SharedRanks>> selections;
    for (std::uint32_t s = 0; s < n; ++s) selections.push_back({{n - s, n - s}});
    return rank_intervals(selections).front();
  };
  CHECK(of_ranks(1).low == 1);
  CHECK(of_ranks(1).high == 1);
  CHECK(of_ranks(19).low == 1);
  CHECK(of_ranks(19).high == 19);
  CHECK(of_ranks(20).low == 2);
  CHECK(of_ranks(20).high == 19);
  CHECK(of_ranks(20).median == 10.5);
  CHECK(of_ranks(59).low == 3);
  CHECK(of_ranks(59).high == 57);
  CHECK(of_ranks(59).median == 30);
}

TEST_CASE("a feature that is never put in an order has all ranks that it may have", "[rank_intervals]") {
  const std::vector<std::vector<SharedRanks>> selections(10, {{1, 1}, {2, 9}});
  const std::vector<RankInterval> found = rank_intervals(selections);
  CHECK(found[1].median == 5.5);
  CHECK(found[1].low == 2);
  CHECK(found[1].high == 9);
}

TEST_CASE("intervals of ranks are the same for any number of threads", "[rank_intervals]") {
  const std::string config =
      "seed = 9\ncriterion = 'knn_error'\nsearch = { use = 'forward', keep = 2 }\nstability = { resamples = 9 }";
  const std::vector<double> shifts{1, 0.5, 0.2, 0, 0, 0};
  const std::string one = to_json_text(run(config, two_classes(60, shifts)));
  CHECK(one.find("\"rank_median\"") != std::string::npos);
  CHECK(one == to_json_text(run(config, two_classes(60, shifts), 4)));
}

}  // namespace rank_intervals_test
