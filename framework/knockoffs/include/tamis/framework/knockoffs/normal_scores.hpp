/// \file normal_scores.hpp
/// A column on the scale of a normal one, and back.
#pragma once

#include <span>
#include <vector>

namespace tamis::framework {

/// P(a standard normal number <= z), 0..1.
double normal_probability(double z);
/// The z with normal_probability(z) = u.
/// \param u  in (0, 1).
double normal_quantile(double u);

/// The values of a column by their ranks. Knockoffs of normal scores are valid where the copula of the
/// columns is normal, whatever the law of each one is.
class NormalScores {
 public:
  /// O(n log n).
  /// \param column  at least one value.
  /// \throws DataError  a value is missing or not finite.
  explicit NormalScores(std::span<const double> column);

  /// normal_quantile((r - 1/2) / n) of each value, r its rank from 1 (of equal values the mean
  /// rank).
  const std::vector<double>& scores() const { return scores_; }
  /// The value at a score: linear between the sorted values, the k-th of which is at the probability
  /// (k - 1/2) / n; the smallest and the greatest value beyond. O(1).
  double back(double score) const;

 private:
  std::vector<double> sorted_, scores_;
};

}  // namespace tamis::framework
