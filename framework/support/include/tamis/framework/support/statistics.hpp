/// \file statistics.hpp
/// Means with their intervals, and whether they differ.
#pragma once

#include <cstddef>
#include <span>
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

/// The values less their mean, divided by the length of that vector, so that a correlation (Pearson's) of two
/// such is the sum of their products. All 0 where the values are all alike. O(n).
std::vector<double> unit_deviations(std::span<const double> values);

/// p of the paired t test that a mean of differences is 0, two-sided, with n - 1 degrees of freedom; 1 where
/// all are 0. NaN for fewer than two, and where all are equal and not 0: their variance is not known then,
/// and an estimate of 0 would make any difference certain. NaN values are left out.
/// \param differences  one per repeat where these are independent; else one per split of each.
/// \param overlap  0 for independent ones. Splits of one data set share most of their samples; with overlap =
///   test samples / training samples the variance of the mean is (1 / n + overlap) s^2, which is that of
///   Nadeau, Bengio, Machine Learning 52 (2003), for hold-outs, and of Bouckaert, Frank, PAKDD 2004, for
///   repeated folds.
double paired_test(std::span<const double> differences, double overlap = 0);

}  // namespace tamis::framework
