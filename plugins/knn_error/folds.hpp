/// \file folds.hpp
/// Which samples are judged together, by what the others say.
#pragma once

#include <tamis/rng.hpp>

namespace tamis::knn_error {

/// The fold of each sample, 0 .. folds - 1: sizes differ by one at most, and so do the parts of each stratum
/// (of a class, so that every fold has its share). Strata may be numbered in any way. With n samples or fewer
/// than `folds`, each is a fold of its own. O(n log n).
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> strata, std::size_t folds,
                                            Rng rng);

/// Each sample is a fold of its own.
std::vector<std::uint32_t> single_folds(std::size_t samples);

}  // namespace tamis::knn_error
