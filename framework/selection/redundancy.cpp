#include <tamis/framework/selection/redundancy.hpp>

#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

std::vector<double> values_of(const Dataset& data, Feature f) {
  if (!data.has_dense()) return {data.codes(f).begin(), data.codes(f).end()};
  return {data.column(f).begin(), data.column(f).end()};
}

/// Of divided data each process brings those that it holds, in the order of `features`.
std::vector<std::vector<double>> brought_columns(const LoadedData& data, std::span<const Feature> features,
                                                 Team& team) {
  const std::size_t bytes = data.samples() * sizeof(double);
  std::string mine;
  for (const Feature f : features)
    if (data.parts().held->holds(f))
      mine.append(reinterpret_cast<const char*>(data.view().column(f).data()), bytes);
  const std::vector<std::string> brought = team.meet(mine, "columns");
  std::vector<std::size_t> read(team.size(), 0);
  std::vector<std::vector<double>> columns;
  for (const Feature f : features)
    for (std::size_t rank = 0; rank < team.size(); ++rank) {
      if (!share_of(data.features(), rank, team.size()).holds(f)) continue;
      std::memcpy(columns.emplace_back(data.samples()).data(), brought[rank].data() + read[rank], bytes);
      read[rank] += bytes;
    }
  return columns;
}

}  // namespace

Redundancy redundancy(const LoadedData& loaded, std::span<const Feature> features, Team* team) {
  const Dataset data = loaded.view();
  const std::size_t d = features.size();
  Redundancy out;
  for (const Feature f : features) out.features.emplace_back(data.feature_name(f));
  std::vector<std::vector<double>> columns(d);
  if (loaded.parts().held) columns = brought_columns(loaded, features, *team);
  parallel_for(d, [&](std::uint64_t j) {
    columns[j] = unit_deviations(columns[j].empty() ? values_of(data, features[j]) : std::move(columns[j]));
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
