#include <tamis/framework/experiment/summary.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace tamis::framework {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

std::size_t splits_of(const PointConfig& point) {
  return point.evaluate ? std::size_t{point.evaluate->splits.folds} * point.evaluate->splits.repeats : 1;
}

}  // namespace

std::vector<double> by_repeat(std::span<const double> values, std::size_t splits) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin < values.size(); begin += splits) {
    double sum = 0;
    for (const double v : values.subspan(begin, splits)) sum += v;
    means.push_back(sum / static_cast<double>(splits));
  }
  return means;
}

std::vector<Series> series_of(const ExperimentConfig& config, const ExperimentResult& result) {
  using Key = std::tuple<std::size_t, std::size_t, std::string, std::size_t>;
  std::map<Key, Series> all;
  for (std::size_t u = 0; u < result.repeats.size(); ++u)
    for (const Measurement& m : result.repeats[u]) {
      const std::size_t point = u / config.repeats;
      const auto [at, fresh] = all.try_emplace(
          {point, m.method, m.measure, m.features},
          Series{point, m.method, m.measure, m.features, m.split ? splits_of(config.points[point]) : 1, {}});
      Series& series = at->second;
      if (fresh) series.values.assign(config.repeats * series.splits, kUndefined);
      series.values[u % config.repeats * series.splits + (m.split ? m.split - 1 : 0)] = m.value;
    }
  std::vector<Series> series;
  for (auto& [key, one] : all) series.push_back(std::move(one));
  return series;
}

}  // namespace tamis::framework
