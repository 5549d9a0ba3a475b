/// \file summary.hpp
/// Means over repeats, their intervals, and whether methods differ.
#pragma once

#include <tamis/framework/experiment/experiment.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tamis::framework {

/// What one method reached at one point in one measure, repeat by repeat.
struct Series {
  std::size_t point = 0, method = 0;
  std::string measure;
  std::size_t features = 0;
  std::size_t splits = 1;      ///< of a repeat
  std::vector<double> values;  ///< one per split, repeat by repeat; NaN where it is missing
};

/// The mean of each repeat; NaN where a split is missing.
std::vector<double> by_repeat(std::span<const double> values, std::size_t splits);

/// All series of an experiment, by point, method, measure and size.
std::vector<Series> series_of(const ExperimentConfig& config, const ExperimentResult& result);

}  // namespace tamis::framework
