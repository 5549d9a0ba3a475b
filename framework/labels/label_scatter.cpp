#include <tamis/framework/labels/label_scatter.hpp>

#include <tamis/framework/data/feature_values.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

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

LabelScatter label_scatter(const Dataset& data, std::span<const Feature> telling,
                           std::span<const std::size_t> suspects) {
  if (telling.size() < 2) return {};
  const std::vector<double> x = feature_values(data, telling[0]), y = feature_values(data, telling[1]);
  LabelScatter out{
      std::string(data.feature_name(telling[0])), std::string(data.feature_name(telling[1])), {}};
  for (const std::size_t i : chosen_samples(x.size(), suspects)) out.points.push_back({i, x[i], y[i]});
  return out;
}

}  // namespace tamis::framework
