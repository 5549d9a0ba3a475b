
#include <tamis/framework/selection/redundancy.hpp>

#include <tamis/framework/run/gathered_columns.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace tamis::framework {

Redundancy redundancy(const LoadedData& loaded, std::span<const Feature> features, Team* team) {
  const Dataset data = loaded.view();
  const std::size_t d = features.size();
  Redundancy out;
  for (const Feature f : features) out.features.emplace_back(data.feature_name(f));
  std::vector<std::vector<double>> columns = read_columns(loaded, features, team);
  parallel_for(d, [&](std::uint64_t j) {
    columns[j] = unit_deviations(std::move(columns[j]));
    if (std::ranges::all_of(columns[j], [](double v) { return v == 0; })) columns[j].clear();
  });
  out.correlations.assign(d * d, std::numeric_limits<double>::quiet_NaN());
  parallel_for(d, [&](std::uint64_t j) {
    for (std::size_t k = j; k < d; ++k) {
      const std::vector<double>&a = columns[j], &b = columns[k];
      if (a.empty() || b.empty()) continue;  // constant
      const double sum = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
      out.correlations[j * d + k] = out.correlations[k * d + j] = std::clamp(sum, -1.0, 1.0);
    }
  });
  return out;
}

}  // namespace tamis::framework
