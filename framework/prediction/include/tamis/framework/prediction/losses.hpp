/// \file losses.hpp
/// How wrong predictions are, as one number; lower is better. Weights of samples, not all 0, make it a weighted mean; where
/// they are empty each sample weighs 1. For a ground metric on the classes see top_k_loss.hpp.
#pragma once

#include <cstdint>
#include <span>

namespace tamis::framework {

/// The share of wrong predictions: 1 - accuracy, in [0, 1].
/// \param truth  classes, at least one sample.
double error_rate(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth,
                  std::span<const double> weights = {});

/// The mean over the classes that occur in `truth` of the share of their samples that are predicted wrong: a
/// rare class weighs as much as a frequent one. In [0, 1]. O(n + l).
double balanced_error_rate(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth,
                           std::span<const double> weights = {});

/// The square root of the mean squared error, in the unit of the target.
double root_mean_squared_error(std::span<const double> predicted, std::span<const double> truth,
                               std::span<const double> weights = {});

/// The mean of losses, one per sample.
double mean_loss(std::span<const double> losses, std::span<const double> weights = {});

}  // namespace tamis::framework
