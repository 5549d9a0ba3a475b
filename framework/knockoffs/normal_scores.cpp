#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/normal_scores.hpp>

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

double normal_quantile(double u) { return boost::math::quantile(boost::math::normal(), u); }

NormalScores::NormalScores(std::span<const double> column) : sorted_(column.begin(), column.end()) {
  if (!std::ranges::all_of(column, [](double v) { return std::isfinite(v); }) || column.empty())
    throw DataError("a column has no, missing or infinite values: fill them in before knockoffs are drawn");
  std::ranges::sort(sorted_);
  const auto n = static_cast<double>(column.size());
  for (const double v : column) {
    const auto [first, last] = std::equal_range(sorted_.begin(), sorted_.end(), v);
    const auto below = static_cast<double>(first - sorted_.begin()),
               up_to = static_cast<double>(last - sorted_.begin());
    scores_.push_back(normal_quantile((below + up_to) / 2 / n));  // the mid-rank is (below + up_to + 1) / 2
  }
}

double NormalScores::back(double score) const {
  const auto n = static_cast<double>(sorted_.size());
  const double place = std::clamp(normal_probability(score) * n - 0.5, 0.0, n - 1);  // from 0
  const auto k = static_cast<std::size_t>(place);
  if (k + 1 == sorted_.size()) return sorted_.back();
  return std::lerp(sorted_[k], sorted_[k + 1], place - static_cast<double>(k));
}

}  // namespace tamis::framework
