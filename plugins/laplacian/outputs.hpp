/// \file outputs.hpp
/// The known outputs of a regression and the unit in which they are compared.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::laplacian {

/// Divide outputs by their standard deviation? `population` divides squares by n, `sample` by n - 1.
enum class OutputScaling : int { none, population, sample };

/// Standardising changes the unit only: gaps are compared in the user's units (times a power of two), so
/// outputs that are tied stay tied to the bit, and squares are divided by the variance.
struct Outputs {
  std::vector<numerics::Sample> known, unknown;  ///< of a weight above 0
  std::vector<double> value;      ///< of each known sample
  std::vector<double> of_sample;  ///< the same for every sample; NaN where unknown, or of weight 0
  double variance = 1;            ///< of `value`, weighted; 1 when not standardised or constant
  double squared_gap(double gap) const { return gap * gap / variance; }
};

/// \param weights  of the samples, or empty.
Outputs known_outputs(const Target& target, std::span<const double> weights, OutputScaling standardise);

}  // namespace tamis::laplacian
