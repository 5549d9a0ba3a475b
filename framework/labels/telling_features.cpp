#include <tamis/framework/labels/telling_features.hpp>

#include <tamis/framework/data/feature_values.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

// What rounding leaves of a copy is less.
constexpr double kNothing = 1e-9;

std::vector<std::size_t> likeliest_classes(ConstMatrix memberships) {
  std::vector<std::size_t> classes(memberships.rows);
  for (std::uint64_t i = 0; i < memberships.rows; ++i)
    for (std::uint64_t s = 1; s < memberships.cols; ++s)
      if (memberships(i, s) > memberships(i, classes[i])) classes[i] = s;
  return classes;
}

/// The share of the variance that lies between the classes; 0..1.
double correlation_ratio(const std::vector<double>& deviations, const std::vector<std::size_t>& classes,
                         std::size_t n_classes) {
  std::vector<double> sum(n_classes), count(n_classes);
  for (std::size_t i = 0; i < deviations.size(); ++i) sum[classes[i]] += deviations[i], ++count[classes[i]];
  double between = 0;
  for (std::size_t s = 0; s < n_classes; ++s)
    if (count[s] > 0) between += sum[s] * sum[s] / count[s];
  return between;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The part of `x` at right angles to the axes, of length 1.
std::vector<double> next_axis(std::vector<double> x, const std::vector<std::vector<double>>& axes) {
  for (const std::vector<double>& axis : axes) {
    const double along = product(x, axis);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= along * axis[i];
  }
  const double length = std::sqrt(product(x, x));
  for (double& v : x) v /= length;
  return x;
}

}  // namespace

std::vector<Feature> telling_features(const Dataset& data, std::span<const Feature> features,
                                      ConstMatrix memberships, std::size_t most) {
  if (!data.has_dense() && !data.has_sparse()) return {};
  const std::vector<std::size_t> classes = likeliest_classes(memberships);
  std::vector<double> ratio(features.size()), left(features.size(), 1.0);
  parallel_for(features.size(), [&](std::size_t j) {
    ratio[j] =
        correlation_ratio(unit_deviations(feature_values(data, features[j])), classes, memberships.cols);
  });
  std::vector<Feature> chosen;
  std::vector<std::vector<double>> axes;
  while (chosen.size() < most) {
    std::size_t best = features.size();
    double adds = kNothing;
    for (std::size_t j = 0; j < features.size(); ++j)
      if (ratio[j] * left[j] > adds) adds = ratio[j] * left[j], best = j;
    if (best == features.size()) break;
    chosen.push_back(features[best]);
    left[best] = 0;
    if (chosen.size() == most) break;
    axes.push_back(next_axis(unit_deviations(feature_values(data, features[best])), axes));
    parallel_for(features.size(), [&](std::size_t j) {
      const double along = product(unit_deviations(feature_values(data, features[j])), axes.back());
      left[j] -= along * along;
    });
  }
  return chosen;
}

}  // namespace tamis::framework
