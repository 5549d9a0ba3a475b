#include <tamis/framework/prediction/losses.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tamis::framework {

double error_rate(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) wrong += predicted[i] != truth[i];
  return static_cast<double>(wrong) / static_cast<double>(truth.size());
}

double balanced_error_rate(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth) {
  const auto classes = static_cast<std::size_t>(1 + *std::max_element(truth.begin(), truth.end()));
  std::vector<std::size_t> all(classes), wrong(classes);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto c = static_cast<std::size_t>(truth[i]);
    ++all[c];
    wrong[c] += predicted[i] != truth[i];
  }
  double sum = 0;
  std::size_t present = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    if (all[c] == 0) continue;
    sum += static_cast<double>(wrong[c]) / static_cast<double>(all[c]);
    ++present;
  }
  return sum / static_cast<double>(present);
}

double root_mean_squared_error(std::span<const double> predicted, std::span<const double> truth) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) sum += (predicted[i] - truth[i]) * (predicted[i] - truth[i]);
  return std::sqrt(sum / static_cast<double>(truth.size()));
}

}  // namespace tamis::framework
