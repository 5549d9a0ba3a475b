#include <tamis/framework/prediction/losses.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tamis::framework {

namespace {

double weight(std::span<const double> weights, std::size_t i) { return weights.empty() ? 1.0 : weights[i]; }

}  // namespace

double mean_loss(std::span<const double> losses, std::span<const double> weights) {
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    sum += weight(weights, i) * losses[i];
    all += weight(weights, i);
  }
  return sum / all;
}

double error_rate(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth,
                  std::span<const double> weights) {
  std::vector<double> wrong;
  for (std::size_t i = 0; i < truth.size(); ++i) wrong.push_back(predicted[i] != truth[i]);
  return mean_loss(wrong, weights);
}

double balanced_error_rate(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth,
                           std::span<const double> weights) {
  const auto classes = static_cast<std::size_t>(1 + *std::max_element(truth.begin(), truth.end()));
  std::vector<double> all(classes), wrong(classes);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto c = static_cast<std::size_t>(truth[i]);
    all[c] += weight(weights, i);
    if (predicted[i] != truth[i]) wrong[c] += weight(weights, i);
  }
  double sum = 0;
  std::size_t present = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    if (all[c] == 0) continue;
    sum += wrong[c] / all[c];
    ++present;
  }
  return sum / static_cast<double>(present);
}

double root_mean_squared_error(std::span<const double> predicted, std::span<const double> truth,
                               std::span<const double> weights) {
  std::vector<double> squares;
  for (std::size_t i = 0; i < truth.size(); ++i)
    squares.push_back((predicted[i] - truth[i]) * (predicted[i] - truth[i]));
  return std::sqrt(mean_loss(squares, weights));
}

}  // namespace tamis::framework
