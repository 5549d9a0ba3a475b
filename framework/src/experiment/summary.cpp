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

}  // namespace

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
  const auto n = static_cast<double>(e.n);
  const double error = e.deviation * std::sqrt(1 / n + overlap);
  if (error == 0) return e.mean == 0 ? 1 : 0;
  const boost::math::students_t t(n - 1);
  return 2 * boost::math::cdf(boost::math::complement(t, std::fabs(e.mean) / error));
}

std::vector<Series> series_of(const ExperimentConfig& config, const ExperimentResult& result) {
  using Key = std::tuple<std::size_t, std::size_t, std::string, std::size_t>;
  std::map<Key, std::vector<double>> all;
  for (std::size_t u = 0; u < result.units.size(); ++u)
    for (const Measurement& m : result.units[u]) {
      auto& values = all[{u / config.repeats, m.method, m.measure, m.features}];
      values.resize(config.repeats, kUndefined);
      values[u % config.repeats] = m.value;
    }
  std::vector<Series> series;
  for (auto& [key, values] : all)
    series.push_back(
        {std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), std::move(values)});
  return series;
}

}  // namespace tamis::framework
