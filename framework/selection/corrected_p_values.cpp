#include <tamis/framework/selection/corrected_p_values.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tamis::framework {

std::string_view in_sentence(Correction correction) {
  constexpr std::string_view kNames[] = {"Benjamini-Hochberg", "Benjamini-Yekutieli", "Bonferroni"};
  return kNames[static_cast<std::size_t>(correction)];
}

std::vector<double> corrected_p_values(std::span<const double> p, Correction correction) {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < p.size(); ++j)
    if (!std::isnan(p[j])) order.push_back(j);
  std::ranges::stable_sort(order, {}, [&](std::size_t j) { return p[j]; });
  const auto m = static_cast<double>(order.size());
  double harmonic = 1;
  if (correction == Correction::benjamini_yekutieli)
    for (std::size_t k = 2; k <= order.size(); ++k) harmonic += 1 / static_cast<double>(k);

  std::vector<double> corrected(p.begin(), p.end());
  double least = 1;  // of those that are at least as large
  for (std::size_t k = order.size(); k > 0; --k) {
    const std::size_t j = order[k - 1];
    if (correction == Correction::bonferroni) {
      corrected[j] = std::min(1.0, m * p[j]);
    } else {
      least = std::min(least, m * harmonic / static_cast<double>(k) * p[j]);
      corrected[j] = least;
    }
  }
  return corrected;
}

}  // namespace tamis::framework
