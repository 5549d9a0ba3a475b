#include <tamis/framework/experiment/summary.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace tamis::framework {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr double kTail = 0.025;  // at each end of the interval
constexpr double kRounding = 1e-12;

std::size_t splits_of(const PointConfig& point) {
  return point.evaluate ? std::size_t{point.evaluate->splits.folds} * point.evaluate->splits.repeats : 1;
}

}  // namespace

bool Estimate::has_spread() const { return deviation > kRounding * std::fabs(mean); }

Estimate estimate(std::span<const double> values) {
  Estimate e{0, kUndefined, kUndefined, kUndefined, kUndefined, kUndefined};
  double sum = 0;
  for (const double v : values)
    if (!std::isnan(v)) sum += v, ++e.n;
  if (e.n == 0) return e;
  const auto n = static_cast<double>(e.n);
  e.mean = sum / n;
  if (e.n < 2) return e;
  double squares = 0;
  for (const double v : values)
    if (!std::isnan(v)) squares += (v - e.mean) * (v - e.mean);
  e.deviation = std::sqrt(squares / (n - 1));
  e.standard_error = e.deviation / std::sqrt(n);
  const double t = boost::math::quantile(boost::math::complement(boost::math::students_t(n - 1), kTail));
  e.low = e.mean - t * e.standard_error;
  e.high = e.mean + t * e.standard_error;
  return e;
}

double paired_test(std::span<const double> differences, double overlap) {
  const Estimate e = estimate(differences);
  if (e.n < 2) return kUndefined;
  if (!e.has_spread()) return e.mean == 0 ? 1 : kUndefined;
  const auto n = static_cast<double>(e.n);
  const double error = e.deviation * std::sqrt(1 / n + overlap);
  const boost::math::students_t t(n - 1);
  return 2 * boost::math::cdf(boost::math::complement(t, std::fabs(e.mean) / error));
}

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
  for (std::size_t u = 0; u < result.units.size(); ++u)
    for (const Measurement& m : result.units[u]) {
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
