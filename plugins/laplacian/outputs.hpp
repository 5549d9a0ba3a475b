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
  std::vector<numerics::Sample> known, unknown;
  std::vector<double> value;      ///< of each known sample
  std::vector<double> of_sample;  ///< the same for every sample; NaN where unknown
  double variance = 1;            ///< of `value`; 1 when not standardised or constant
  double squared_gap(double gap) const { return gap * gap / variance; }
};

Outputs known_outputs(const Target& target, OutputScaling standardise);

}  // namespace tamis::laplacian
