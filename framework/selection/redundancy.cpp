#include <tamis/framework/selection/redundancy.hpp>

#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

std::vector<double> values_of(const Dataset& data, Feature f) {
  if (!data.has_dense()) return {data.codes(f).begin(), data.codes(f).end()};
  return {data.column(f).begin(), data.column(f).end()};
}

bool is_constant(const std::vector<double>& deviations) {
  return std::ranges::all_of(deviations, [](double v) { return v == 0; });
}

}  // namespace

Redundancy redundancy(const Dataset& data, std::span<const Feature> features) {
  Redundancy out;
  std::vector<std::vector<double>> columns;
  for (const Feature f : features) {
    out.features.emplace_back(data.feature_name(f));
    columns.push_back(unit_deviations(values_of(data, f)));
  }
  for (const std::vector<double>& a : columns)
    for (const std::vector<double>& b : columns)
      out.correlations.push_back(
          is_constant(a) || is_constant(b)
              ? std::numeric_limits<double>::quiet_NaN()
              : std::clamp(std::inner_product(a.begin(), a.end(), b.begin(), 0.0), -1.0, 1.0));
  return out;
}

}  // namespace tamis::framework
