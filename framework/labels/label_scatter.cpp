#include <tamis/framework/labels/label_scatter.hpp>

#include <tamis/framework/support/statistics.hpp>

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

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

/// Those that are drawn, ascending.
std::vector<std::size_t> chosen_samples(std::size_t n, std::span<const std::size_t> suspects) {
  std::vector<char> is_chosen(n, n <= LabelScatter::kMost);
  if (n > LabelScatter::kMost) {
    const std::size_t first = std::min(suspects.size(), LabelScatter::kMost / 2);
    for (const std::size_t i : suspects.first(first)) is_chosen[i] = 1;
    const std::size_t rest = LabelScatter::kMost - first;
    for (std::size_t k = 0; k < rest; ++k) is_chosen[k * n / rest] = 1;
  }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < n; ++i)
    if (is_chosen[i]) out.push_back(i);
  return out;
}

}  // namespace

LabelScatter label_scatter(const Dataset& data, std::span<const Feature> features, ConstMatrix memberships,
                           std::span<const std::size_t> suspects) {
  if (!data.has_dense()) return {};
  const std::vector<std::size_t> classes = likeliest_classes(memberships);
  std::vector<double> ratio;
  for (const Feature f : features)
    ratio.push_back(correlation_ratio(unit_deviations(data.column(f)), classes, memberships.cols));
  if (ratio.size() < 2) return {};
  const auto first = static_cast<std::size_t>(std::ranges::max_element(ratio) - ratio.begin());
  const std::vector<double> on_x = unit_deviations(data.column(features[first]));
  std::size_t second = first;
  double most = 0;
  for (std::size_t j = 0; j < features.size(); ++j) {
    const std::vector<double> other = unit_deviations(data.column(features[j]));
    const double r = std::inner_product(on_x.begin(), on_x.end(), other.begin(), 0.0);
    if (const double adds = ratio[j] * (1 - r * r); j != first && adds > most) most = adds, second = j;
  }
  if (second == first) return {};
  const Column x = data.column(features[first]), y = data.column(features[second]);
  LabelScatter out{
      std::string(data.feature_name(features[first])), std::string(data.feature_name(features[second])), {}};
  for (const std::size_t i : chosen_samples(x.size(), suspects)) out.points.push_back({i, x[i], y[i]});
  return out;
}

}  // namespace tamis::framework
