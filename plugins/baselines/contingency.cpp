#include "contingency.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tamis::baselines {

Independence independence(std::span<const std::uint8_t> codes, std::size_t levels,
                          std::span<const std::int32_t> labels, std::size_t classes) {
  std::vector<double> count(levels * classes), of_level(levels), of_class(classes);
  Independence table;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (labels[i] < 0) continue;
    const auto c = static_cast<std::size_t>(labels[i]);
    ++count[codes[i] * classes + c], ++of_level[codes[i]], ++of_class[c], ++table.samples;
  }
  constexpr double kSmall =
      5;  // Cochran. Some methods for strengthening the common chi-squared tests. Biometrics 10 (1954)
  const auto occurs = [](double total) { return total > 0; };
  table.levels = static_cast<double>(std::ranges::count_if(of_level, occurs));
  table.classes = static_cast<double>(std::ranges::count_if(of_class, occurs));
  for (std::size_t v = 0; v < levels; ++v)
    for (std::size_t c = 0; c < classes; ++c) {
      if (!occurs(of_level[v]) || !occurs(of_class[c])) continue;
      const double expected = of_level[v] * of_class[c] / table.samples;
      const double off = count[v * classes + c] - expected;
      table.statistic += off * off / expected;
      table.small += expected < kSmall;
    }
  table.small /= std::max(1.0, table.levels * table.classes);
  return table;
}

double corrected_cramers_v(const Independence& table) {
  const double n = table.samples, r = table.levels, k = table.classes;
  if (n < 2 || r < 2 || k < 2) return 0;
  const double phi_squared = table.statistic / n - table.freedom() / (n - 1);
  const double rows = r - (r - 1) * (r - 1) / (n - 1), columns = k - (k - 1) * (k - 1) / (n - 1);
  const double most = std::min(rows, columns) - 1;
  if (most <= 0) return 0;  // as many levels as samples: nothing was repeated
  const double v = std::sqrt(std::abs(phi_squared) / most);
  return phi_squared < 0 ? -v : std::min(v, 1.0);
}

}  // namespace tamis::baselines
