#include <tamis/framework/support/statistics.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr double kTail = 0.025;  // at each end of the interval
constexpr double kRounding = 1e-12;

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

std::vector<double> unit_deviations(std::span<const double> values) {
  std::vector<double> x(values.begin(), values.end());
  const auto [low, high] = std::ranges::minmax(x);
  const double range = high / 2 - low / 2;  // of which they are measured, so that no square overflows
  double sum = 0, squares = 0;
  for (double& v : x) v = range > 0 ? (v / 2 - low / 2) / range : 0, sum += v;
  for (double& v : x) v -= sum / static_cast<double>(x.size()), squares += v * v;
  if (squares > 0)
    for (double& v : x) v /= std::sqrt(squares);
  return x;
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

}  // namespace tamis::framework
