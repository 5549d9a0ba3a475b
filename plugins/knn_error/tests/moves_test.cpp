#include "fixture.hpp"

#include <functional>
#include <numeric>
#include <tamis/numerics/simd.hpp>

namespace {

using namespace tamis;
using namespace tamis::knn_error;
using namespace tamis::knn_error::test;

TEST_CASE("knn_error of a move is, to the bit, that of the subset after it", "[knn_error][property]") {
  const PointMetric& metric = *GENERATE(from_range(std::begin(kMetrics), std::end(kMetrics)));
  const bool leave_one_out = GENERATE(false, true);
  KnnError::Options options = neighbours(5);
  options.leave_one_out = leave_one_out;
  Table fine = stepped(150, 9, 7);  // so small a step that squares are denormal, or nearly
  for (double& v : fine.x) v *= 1e-159;
  for (Table t : {clouds(150, 9, 2, 4), stepped(150, 9, 2), hills(150, 9, 5), fine}) {
    if (t.x != fine.x) t.standardise();
    Prepared walking(t, options, metric), afresh(t, options, metric);
    for (const Features& subset :
         {Features{8, 1, 0, 5, 2}, Features{3}, Features{}, Features{7, 6, 4, 3, 2, 1}}) {
      Features outside;
      for (Feature f = 0; f < t.d; ++f)
        if (!std::ranges::count(subset, f)) outside.push_back(f);
      const std::vector<double> with = walking.move(Move::add, subset, outside);
      const std::vector<double> without = walking.move(Move::remove, subset, subset);
      for (std::size_t c = 0; c < outside.size(); ++c) {
        Features after = subset;
        after.push_back(outside[c]);
        REQUIRE(with[c] == afresh.whole(after));
      }
      for (std::size_t c = 0; c < subset.size(); ++c) {
        Features after = subset;
        std::erase(after, subset[c]);
        REQUIRE(without[c] == afresh.whole(after));
      }
    }
  }
}

// The scores of a walk that removes a feature at a time, then two at once, adds them again and begins anew
// from another subset: what one step leaves behind must not change the next.
std::vector<double> walk(
    const std::function<std::vector<double>(Move, const Features&, const Features&)>& move, std::size_t d) {
  std::vector<double> scores;
  const auto step = [&](Move m, const Features& subset, const Features& candidates) {
    for (double score : move(m, subset, candidates)) scores.push_back(score);
  };
  Features subset(d);
  std::iota(subset.begin(), subset.end(), Feature{0});
  std::ranges::reverse(subset);
  Features gone;
  while (subset.size() > 1) {
    step(Move::remove, subset, subset);
    const std::size_t leaves = subset.size() == d / 2 ? 2 : 1;
    for (std::size_t l = 0; l < leaves; ++l) {
      const auto at = subset.begin() + static_cast<long>((3 * subset.size()) % 7 % subset.size());
      gone.push_back(*at);
      subset.erase(at);
    }
  }
  for (; gone.size() > 2; gone.pop_back()) {
    step(Move::add, subset, gone);
    subset.push_back(gone.back());
    step(Move::remove, subset, {subset.front(), subset.back()});
  }
  step(Move::remove, gone, gone);
  step(Move::remove, {gone.front()}, {gone.front()});
  step(Move::remove, subset, subset);
  return scores;
}

TEST_CASE("knn_error along a walk is, to the bit, that of each subset by itself", "[knn_error][property]") {
  const PointMetric& metric = *GENERATE(from_range(std::begin(kMetrics), std::end(kMetrics)));
  const std::size_t n = 66, d = 8;
  Table soft = clouds(n, d, 3, 5), copies = clouds(n, d, 2, 6), flat = hills(n, d, 3),
        steps = stepped(n, d, 8);
  soft.with_soft(random_soft(n, 3, 8), 3);
  for (std::size_t i = 0; i + 1 < n; i += 2)  // each sample twice
    for (std::size_t f = 0; f < d; ++f) copies.at(i + 1, f) = copies.at(i, f);
  for (Feature f : {2u, 5u}) std::ranges::fill(flat.column(f), 0.3);
  Table real_steps = steps;
  real_steps.with_real(flat.real);
  Table heavy = flat;  // in the units of the data one feature outweighs the others
  for (double& v : heavy.column(1)) v *= 1e9;
  for (Table* t : {&soft, &copies, &flat, &steps, &real_steps}) t->standardise();

  KnnError::Options few = neighbours(3), many = neighbours(12), thin = neighbours(5);
  thin.folds = static_cast<int>(n) - 3;  // most folds hold a single sample, some two
  for (Table t : {soft, copies, flat, steps, real_steps, heavy})
    for (const KnnError::Options& options : {few, many, thin, left_out(1)}) {
      Prepared afresh(t, options, metric);
      const std::vector<double> expected = walk(
          [&](Move move, const Features& subset, const Features& candidates) {
            std::vector<double> scores;
            for (Feature c : candidates) {
              Features after = subset;
              if (move == Move::remove)
                std::erase(after, c);
              else
                after.push_back(c);
              scores.push_back(afresh.whole(after));
            }
            return scores;
          },
          d);
      for (unsigned threads : {1u, 3u}) {
        const ThreadedRuntime runtime(threads);
        Prepared walking(t, options, metric, runtime);
        REQUIRE(walk([&](Move move, const Features& subset,
                         const Features& candidates) { return walking.move(move, subset, candidates); },
                     d) == expected);
      }
    }
}

TEST_CASE("knn_error is the same with any number of threads and any registers", "[knn_error][property]") {
  Table t = clouds(203, 12, 3, 9);
  const Features subset{0, 2, 4, 6, 8, 10}, outside{1, 3, 5, 7, 9, 11};
  const auto scores = [&](Runtime runtime) {
    Prepared criterion(t, neighbours(5), kEuclidean, runtime);
    std::vector<double> all = criterion.move(Move::add, subset, outside);
    for (double v : criterion.move(Move::remove, subset, subset)) all.push_back(v);
    return all;
  };
  const std::vector<double> expected = scores(kSerial);
  CHECK(scores(ThreadedRuntime(3)) == expected);
  for (auto path : {numerics::SimdPath::sse2, numerics::SimdPath::avx2, numerics::SimdPath::avx512}) {
    numerics::force_simd_path(path);
    CHECK(scores(kSerial) == expected);
  }
  numerics::release_simd_path();
}

}  // namespace
