#include "far_values.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tamis::forest_and_lasso {
namespace {

using Weighted = std::pair<double, double>;  // value, weight

/// The smallest value up to which there is half of the weight.
double median(std::vector<Weighted> values) {
  constexpr double kRounding = 1e-12;  // in which unit weights are does not matter
  std::ranges::sort(values);
  double all = 0, below = 0;
  for (const auto& [value, weight] : values) all += weight;
  for (const auto& [value, weight] : values)
    if ((below += weight) >= all / 2 * (1 - kRounding)) return value;
  return values.back().first;
}

}  // namespace

NearValues without_far_values(std::span<const double> values, std::span<const double> weights) {
  constexpr double kFar = 3;
  constexpr double kOfNormal = 1.4826;  // 1 over the median distance of standard normal values from 0
  NearValues out{{values.begin(), values.end()}};
  std::vector<Weighted> known;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const double weight = weights.empty() ? 1 : weights[i]; weight > 0 && !std::isnan(values[i]))
      known.emplace_back(values[i], weight);
  if (known.empty()) return out;
  const double heaviest = std::ranges::max(known, {}, &Weighted::second).second;
  for (auto& [value, weight] : known) weight /= heaviest;  // the sum of the weights themselves may overflow
  const double centre = median(known);
  for (auto& [value, weight] : known) value = std::abs(value - centre);
  const double most = kFar * kOfNormal * median(known);
  if (!(most > 0)) return out;
  for (double& value : out.values) {
    if (!(std::abs(value - centre) > most)) continue;
    value = std::clamp(value, centre - most, centre + most);
    ++out.moved;
  }
  return out;
}

}  // namespace tamis::forest_and_lasso
