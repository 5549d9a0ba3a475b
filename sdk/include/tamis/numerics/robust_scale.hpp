/// \file robust_scale.hpp
/// Where values are and how far they spread, whatever a few of them are.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace tamis::numerics {

/// A median, and the median distance from it as a standard deviation.
struct RobustScale {
  double centre = 0;
  /// 1.4826 times the median distance, which is right for normal values; 0 if most values are equal.
  double deviation = 0;

  /// How many deviations a value is away from the centre; 0 if there is no deviation.
  double distance(double value) const { return deviation > 0 ? std::abs(value - centre) / deviation : 0; }
};

namespace detail {

/// The smallest value up to which there is half of the weight. Of (value, weight).
inline double weighted_median(std::vector<std::pair<double, double>> values) {
  constexpr double kRounding = 1e-12;  // in which unit weights are does not matter
  std::ranges::sort(values);
  double all = 0, below = 0;
  for (const auto& [value, weight] : values) all += weight;
  for (const auto& [value, weight] : values)
    if ((below += weight) >= all / 2 * (1 - kRounding)) return value;
  return values.back().first;
}

}  // namespace detail

/// Leys, Ley, Klein, Bernard, Licata. Detecting outliers. J. Experimental Social Psychology 49 (2013) 764-766, DOI
/// 10.1016/j.jesp.2013.03.013. O(n log n).
/// \param values   NaN does not count; 0 and 0 if there is nothing else.
/// \param weights  of the values, or none: 1 each.
inline RobustScale robust_scale(std::span<const double> values, std::span<const double> weights) {
  constexpr double kOfNormal = 1.4826;  // 1 over the median distance of standard normal values from 0
  std::vector<std::pair<double, double>> known;
  const double heaviest = weights.empty() ? 1 : std::ranges::max(weights);  // the sum of weights may overflow
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const double weight = weights.empty() ? 1 : weights[i] / heaviest;
        weight > 0 && !std::isnan(values[i]))
      known.emplace_back(values[i], weight);
  if (known.empty()) return {};
  const double centre = detail::weighted_median(known);
  for (auto& [value, weight] : known) value = std::abs(value - centre);
  return {centre, kOfNormal * detail::weighted_median(std::move(known))};
}

}  // namespace tamis::numerics
