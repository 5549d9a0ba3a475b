/// \file cross_validation.hpp
/// Paths on parts of the samples: folds, and halves for stability selection.
#pragma once

#include "choice.hpp"
#include "model.hpp"
#include "stability.hpp"

#include <tamis/rng.hpp>

#include <memory>

namespace tamis::sparse_linear {

/// What is fitted, of whichever samples.
struct Task {
  Dataset data;
  Penalty penalty;
  Standardise standardise = Standardise::deviation;
  /// The likelihood of samples that count.
  std::function<std::unique_ptr<Outcome>(const CountedSamples&)> outcome;
};

/// Deals samples out to `parts`, within each observed label (of soft labels the most probable one) in a random order: the
/// part of each sample, or -1 where it does not count.
std::vector<std::int32_t> deal(const Target& target, const CountedSamples& counted, std::size_t parts,
                               Rng rng);

/// Fits that have not seen the samples which they judge.
struct FoldFits {
  MatrixXd deviance;  ///< folds x grid points, -2 log L / N of the observed labels; of real
                      ///< values the mean squared error
  std::vector<std::vector<RawFit>> fits;  ///< of each fold and grid point
  std::vector<std::int32_t> fold;         ///< of each sample; -1: it does not count
  /// The out-of-fold linear predictors of samples, at grid point l.
  MatrixXd predictors_at(std::size_t l, const Dataset& data, std::span<const std::uint32_t> samples) const;
};

/// A path on the samples outside each fold, along the same lambdas. Each standardises by its own samples.
/// Time: a path for each fold; memory: a copy of the features for each thread.
/// \param fit_all  fits the path of all samples, beside the folds; returns how many of the lambdas are worth a look. The
///                 folds end there.
FoldFits cross_validate(const Task& task, std::vector<std::int32_t> fold, std::size_t folds,
                        std::span<const double> lambdas, double tolerance,
                        const std::function<std::size_t()>& fit_all, const Runtime& runtime);

/// The units that complementary halves of the samples select along the lambdas, two for each of `pairs` (Shah, Samworth 2013); a half
/// ends early where it has selected so much that no stable grid reaches there.
std::vector<SelectedSets> select_on_halves(const Task& task, const CountedSamples& counted, std::size_t pairs,
                                           double threshold, std::span<const double> lambdas,
                                           double tolerance, std::uint64_t seed, const Runtime& runtime);

}  // namespace tamis::sparse_linear
