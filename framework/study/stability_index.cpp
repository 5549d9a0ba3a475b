#include <tamis/framework/study/stability_index.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kNormalQuantile = 1.959963984540054;  // 0.975

double sum_over(const std::vector<Feature>& set, const std::vector<double>& frequencies) {
  double sum = 0;
  for (const Feature f : set) sum += frequencies[f];
  return sum;
}

}  // namespace

std::vector<double> selection_frequencies(std::span<const std::vector<Feature>> sets, std::size_t features) {
  std::vector<double> p(features, 0.0);
  for (const std::vector<Feature>& set : sets)
    for (const Feature f : set) ++p[f];
  for (double& share : p) share /= static_cast<double>(sets.size());
  return p;
}

StabilityIndex stability_index(std::span<const std::vector<Feature>> sets, std::size_t features) {
  StabilityIndex index;
  std::size_t chosen = 0;
  for (const std::vector<Feature>& set : sets) chosen += set.size();
  if (sets.size() < 2)
    index.reason = "fewer than two selections cannot be compared";
  else if (chosen == 0)
    index.reason = "no feature was ever selected";
  else if (chosen == sets.size() * features)
    index.reason = "every feature was selected every time";
  if (!index.reason.empty()) return index;

  const auto m = static_cast<double>(sets.size()), d = static_cast<double>(features);
  const double k_mean = static_cast<double>(chosen) / m;
  const double by_chance = k_mean / d * (1 - k_mean / d);
  const std::vector<double> p = selection_frequencies(sets, features);
  double spread = 0;
  for (const double share : p) spread += m / (m - 1) * share * (1 - share);
  index.phi = 1 - spread / d / by_chance;

  std::vector<double> phi_of;  // what each set adds to the variance: phi_i
  double mean = 0;
  for (const std::vector<Feature>& set : sets) {
    const auto k = static_cast<double>(set.size());
    phi_of.push_back((sum_over(set, p) / d - k * k_mean / (d * d) +
                      index.phi / 2 * (2 * k * k_mean / (d * d) - k / d - k_mean / d + 1)) /
                     by_chance);
    mean += phi_of.back() / m;
  }
  index.variance = 0;
  for (const double phi : phi_of) index.variance += 4 / (m * m) * (phi - mean) * (phi - mean);
  index.low = index.phi - kNormalQuantile * std::sqrt(index.variance);
  index.high = index.phi + kNormalQuantile * std::sqrt(index.variance);
  return index;
}

}  // namespace tamis::framework
