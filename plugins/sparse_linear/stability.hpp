/// \file stability.hpp
/// How often units are selected on half of the samples, and what that bounds.
#pragma once

#include "design.hpp"

namespace tamis::sparse_linear {

/// The units (Units) that a half-sample selects at each grid point; one may leave again.
using SelectedSets = std::vector<std::vector<Index>>;

/// Stability selection (Meinshausen, Buhlmann 2010) of given half-samples (page, section 6).
struct Stability {
  MatrixXd probabilities;       ///< grid points x units: shares of the half-samples that select
  std::vector<double> scores;   ///< of each unit the largest over the grid
  std::vector<Index> selected;  ///< those whose score reaches the threshold
  double mean_union = 0;        ///< q: mean size of what a half-sample selects anywhere on the grid
  double bound = 0;  ///< on the expected number of false selections: q^2 / ((2 threshold - 1) units)
};

/// \param sets       of each half-sample; equally many grid points.
/// \param threshold  above 1/2.
Stability stability_of(const std::vector<SelectedSets>& sets, Index units, double threshold);

/// How many of the first grid points keep the mean union at or below sqrt(.8 units (2 threshold - 1)), so that the bound is
/// .8; one at least, and none that a half-sample did not reach.
std::size_t stable_grid(const std::vector<SelectedSets>& sets, Index units, double threshold);

}  // namespace tamis::sparse_linear
