#include "fill_gaps.hpp"

#include "naming.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace tamis::framework {
namespace {

constexpr std::size_t kNearest = 5;   // as in scikit-learn
constexpr double kAsNear = 1 + 1e-9;  // distances this close, relatively, are equal: z-scores are rounded

std::vector<double> known_cells(std::span<const double> column) {
  std::vector<double> known;
  for (const double x : column)
    if (!std::isnan(x)) known.push_back(x);
  return known;
}

double median(std::vector<double> known) {
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::nth_element(known.begin(), middle, known.end());
  return known.size() % 2 == 0 ? std::midpoint(*std::max_element(known.begin(), middle), *middle) : *middle;
}

/// z-scores of the known cells, sample by sample; 0 in a constant column.
/// \param names  of the d columns.
std::vector<double> z_scores(std::span<const double> values, std::size_t n,
                             std::span<const std::string> names) {
  const std::size_t d = names.size();
  std::vector<double> z(n * d);
  parallel_for(d, [&](std::uint64_t j) {
    const std::span<const double> column = values.subspan(j * n, n);
    const CentreAndScale units = centre_and_scale(known_cells(column), 0, names[j]);
    for (std::size_t i = 0; i < n; ++i) z[i * d + j] = (column[i] - units.centre) / units.scale;
  });
  return z;
}

/// The mean square difference over the features that both know; infinity if there is none.
double distance(const double* a, const double* b, std::size_t d) {
  double squares = 0;
  std::size_t both = 0;
  for (std::size_t f = 0; f < d; ++f) {
    const double difference = a[f] - b[f];
    if (std::isnan(difference)) continue;
    squares += difference * difference;
    ++both;
  }
  return both > 0 ? squares / static_cast<double>(both) : std::numeric_limits<double>::infinity();
}

/// The mean of a column over the nearest samples that know it; NaN if none of them has a distance.
double mean_of_nearest(std::span<const double> column, std::span<const double> distances) {
  std::vector<std::pair<double, double>> near;  // distance and value
  for (std::size_t i = 0; i < column.size(); ++i)
    if (!std::isnan(column[i]) && std::isfinite(distances[i])) near.emplace_back(distances[i], column[i]);
  if (near.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::size_t k = std::min(kNearest, near.size());
  std::ranges::sort(near);  // by value where distances are equal, so that the order of rows does not matter
  double sum = 0;
  std::size_t count = 0;
  for (const auto& [d, value] : near) {
    if (count >= k && d > near[k - 1].first * kAsNear) break;
    sum += value;
    ++count;
  }
  return sum / static_cast<double>(count);
}

/// The cells that are known are not changed, so it does not matter which gap is filled first.
std::vector<double> filled_by_neighbours(std::span<const double> values, std::size_t n,
                                         std::span<const std::string> names) {
  const std::size_t d = names.size();
  const std::vector<double> z = z_scores(values, n, names);
  std::vector<double> filled(values.begin(), values.end());
  parallel_for(n, [&](std::uint64_t i) {
    std::vector<double> distances;  // computed for the first gap of the sample
    for (std::size_t j = 0; j < d; ++j) {
      if (!std::isnan(values[j * n + i])) continue;
      if (distances.empty())
        for (std::size_t other = 0; other < n; ++other)
          distances.push_back(distance(z.data() + i * d, z.data() + other * d, d));
      filled[j * n + i] = mean_of_nearest(values.subspan(j * n, n), distances);
    }
  });
  return filled;
}

}  // namespace

std::vector<std::string> fill_gaps(Missing how, const Table& table, std::span<const std::size_t> columns,
                                   DataTable& parts) {
  const std::size_t n = parts.samples, d = columns.size();
  const auto column = [&](std::size_t j) { return parts.values.span().subspan(j * n, n); };
  std::vector<std::string> names;
  for (const std::size_t j : columns) names.push_back(table.columns[j].name);
  std::vector<std::size_t> gaps(d);
  std::vector<double> medians(d);
  for (std::size_t j = 0; j < d; ++j) {
    std::vector<double> known = known_cells(column(j));
    gaps[j] = n - known.size();
    if (gaps[j] == 0) continue;
    if (known.empty())
      throw DataError("feature " + in_quotes(names[j]) +
                      ": all cells are missing, so it has no median; use " +
                      Naming(table)("data.ignore", columns[j]));
    medians[j] = median(std::move(known));
  }
  if (how == Missing::neighbours && std::ranges::any_of(gaps, [](std::size_t g) { return g > 0; })) {
    const std::vector<double> filled = filled_by_neighbours(parts.values.span(), n, names);
    std::ranges::copy(filled, parts.values.data());
  }
  std::vector<std::string> said;
  for (std::size_t j = 0; j < d; ++j) {
    if (gaps[j] == 0) continue;
    for (double& x : column(j))
      if (std::isnan(x)) x = medians[j];
    said.push_back(shown(names[j]) + " " + counted(gaps[j], "cell") +
                   (how == Missing::median ? " with " + shortest(medians[j]) : ""));
  }
  return said;
}

std::string_view filling(Missing how) {
  return how == Missing::median ? "the column's median" : "the mean of the 5 nearest samples";
}

}  // namespace tamis::framework
