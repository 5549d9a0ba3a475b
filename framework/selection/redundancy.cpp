
#include <tamis/framework/selection/redundancy.hpp>

#include <tamis/framework/run/gathered_columns.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

/// Of two centred columns of length 1; NaN if one of them is constant, and so empty.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(std::inner_product(a.begin(), a.end(), b.begin(), 0.0), -1.0, 1.0);
}

using Columns = std::span<const std::vector<double>>;

/// The largest in magnitude; NaN if there is none.
double largest_correlation(Columns a, Columns b) {
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double>& x : a)
    for (const std::vector<double>& y : b)
      if (const double r = correlation(x, y); !(std::abs(r) <= std::abs(largest)) && !std::isnan(r))
        largest = r;
  return largest;
}

}  // namespace

Redundancy redundancy(const LoadedData& loaded, std::span<const Feature> chosen, const FeatureUnits& units,
                      Team* team) {
  const UnitView named(loaded.view(), units);
  const std::size_t d = chosen.size();
  Redundancy out;
  for (const Feature unit : chosen) out.features.emplace_back(named.view().feature_name(unit));
  std::vector<std::vector<double>> columns = read_columns(loaded, units.features(chosen), team);
  parallel_for(columns.size(), [&](std::uint64_t j) {
    columns[j] = unit_deviations(std::move(columns[j]));
    if (std::ranges::all_of(columns[j], [](double v) { return v == 0; })) columns[j].clear();
  });
  std::vector<Columns> members;  // of each unit
  std::size_t begin = 0;
  for (const Feature unit : chosen) {
    members.push_back(Columns(columns).subspan(begin, units.features(unit).size()));
    begin += members.back().size();
  }
  out.correlations.resize(d * d);
  parallel_for(d, [&](std::uint64_t j) {
    for (std::size_t k = j; k < d; ++k)
      out.correlations[j * d + k] = out.correlations[k * d + j] = largest_correlation(members[j], members[k]);
  });
  return out;
}

}  // namespace tamis::framework
