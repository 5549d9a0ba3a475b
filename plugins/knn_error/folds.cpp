#include "folds.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tamis::knn_error {

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> strata, std::size_t folds,
                                            Rng rng) {
  const std::size_t n = strata.size();
  std::vector<std::uint32_t> order = single_folds(n);
  rng.shuffle(order);

  // Strata follow each other as they come in the shuffled order, so that their numbers do not matter.
  constexpr std::size_t kNotYet = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> first(n == 0 ? 0 : std::ranges::max(strata) + std::size_t{1}, kNotYet);
  for (std::size_t p = 0; p < n; ++p) first[strata[order[p]]] = std::min(first[strata[order[p]]], p);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return first[strata[i]]; });

  std::vector<std::uint32_t> fold(n);
  for (std::size_t p = 0; p < n; ++p) fold[order[p]] = static_cast<std::uint32_t>(p % folds);
  return fold;
}

std::vector<std::uint32_t> single_folds(std::size_t samples) {
  std::vector<std::uint32_t> fold(samples);
  std::iota(fold.begin(), fold.end(), 0u);
  return fold;
}

}  // namespace tamis::knn_error
