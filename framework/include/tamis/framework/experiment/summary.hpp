/// \file summary.hpp
/// Means over repeats, their intervals, and whether methods differ.
#pragma once

#include <tamis/framework/experiment/experiment.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tamis::framework {

/// The mean of independent numbers. An interval of one number, or of none, is NaN.
struct Estimate {
  std::size_t n = 0;
  double mean = 0, deviation = 0, standard_error = 0;
  double low = 0, high = 0;  ///< 95 % interval by Student's t with n - 1 degrees of freedom

  /// Whether the numbers differ by more than the rounding of their mean; if not, how far they would spread
  /// is not known.
  bool has_spread() const;
};

/// NaN values are left out. O(n).
Estimate estimate(std::span<const double> values);

/// p of the paired t test that a mean of differences is 0, two-sided, with n - 1 degrees of freedom; 1 where
/// all are 0. NaN for fewer than two, and where all are equal and not 0: their variance is not known then,
/// and an estimate of 0 would make any difference certain. NaN values are left out.
/// \param differences  one per repeat where these are independent; else one per split of each.
/// \param overlap  0 for independent ones. Splits of one data set share most of their samples; with overlap =
///   test samples / training samples the variance of the mean is (1 / n + overlap) s^2, which is that of
///   Nadeau, Bengio, Machine Learning 52 (2003), for hold-outs, and of Bouckaert, Frank, PAKDD 2004, for
///   repeated folds.
double paired_test(std::span<const double> differences, double overlap = 0);

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
