#include "folds.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

namespace {

using namespace tamis;
using namespace tamis::knn_error;
using Strata = std::vector<std::uint32_t>;

// Sizes of the parts into which `keep` samples fall, smallest and largest.
std::pair<std::size_t, std::size_t> extremes(const Strata& folds, std::size_t count,
                                             const std::function<bool(std::size_t)>& keep) {
  std::vector<std::size_t> sizes(count);
  for (std::size_t i = 0; i < folds.size(); ++i)
    if (keep(i)) ++sizes.at(folds[i]);
  return {std::ranges::min(sizes), std::ranges::max(sizes)};
}

TEST_CASE("folds and their share of each class differ by one sample at most", "[knn_error][folds]") {
  const std::size_t folds = GENERATE(2, 5, 7);
  Strata strata;
  for (std::uint32_t c = 0; c < 4; ++c) strata.insert(strata.end(), std::size_t{3} + 17 * c, c);
  const Strata fold = stratified_folds(strata, folds, Rng(3));
  const auto all = extremes(fold, folds, [](std::size_t) { return true; });
  CHECK(all.second - all.first <= 1);
  for (std::uint32_t c = 0; c < 4; ++c) {
    const auto part = extremes(fold, folds, [&](std::size_t i) { return strata[i] == c; });
    CHECK(part.second - part.first <= 1);
  }
}

TEST_CASE("folds depend on the stream and not on the numbers of the classes", "[knn_error][folds]") {
  Strata strata(60), renumbered(60);
  for (std::size_t i = 0; i < 60; ++i) {
    strata[i] = static_cast<std::uint32_t>(i * i % 3);
    renumbered[i] = 7 - 2 * strata[i];
  }
  const Strata fold = stratified_folds(strata, 5, Rng(1));
  CHECK(fold == stratified_folds(renumbered, 5, Rng(1)));
  CHECK(fold != stratified_folds(strata, 5, Rng(2)));
}

TEST_CASE("each of fewer samples than folds is a fold of its own", "[knn_error][folds]") {
  Strata fold = stratified_folds(Strata{0, 1, 0, 1}, 5, Rng(1));
  std::ranges::sort(fold);
  CHECK(fold == Strata{0, 1, 2, 3});
  CHECK(single_folds(3) == Strata{0, 1, 2});
}

}  // namespace
