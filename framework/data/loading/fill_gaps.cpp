#include "fill_gaps.hpp"

#include "naming.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace tamis::framework {
namespace {

constexpr std::size_t kNearest = 5;   // as in scikit-learn
constexpr double kAsNear = 1 + 1e-9;  // distances this close, relatively, are equal: z-scores are rounded

/// The known cells of the samples that are learnt from; if they have none, of all.
std::vector<double> known_cells(std::span<const double> column, std::span<const char> learnt_from) {
  std::vector<double> known;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (learnt_from[i] && !std::isnan(column[i])) known.push_back(column[i]);
  if (!known.empty()) return known;
  std::ranges::copy_if(column, std::back_inserter(known), [](double x) { return !std::isnan(x); });
  return known;
}

double median(std::vector<double> known) {
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::nth_element(known.begin(), middle, known.end());
  return known.size() % 2 == 0 ? std::midpoint(*std::max_element(known.begin(), middle), *middle) : *middle;
}

/// z-scores of the known cells, sample by sample; 0 in a constant column.
/// \param names  of the d columns.
std::vector<double> z_scores(std::span<const double> values, std::span<const char> learnt_from,
                             std::span<const std::string> names) {
  const std::size_t n = learnt_from.size();
  const std::size_t d = names.size();
  std::vector<double> z(n * d);
  parallel_for(d, [&](std::uint64_t j) {
    const std::span<const double> column = values.subspan(j * n, n);
    const CentreAndScale units = centre_and_scale(known_cells(column, learnt_from), 0, names[j]);
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
std::vector<double> filled_by_neighbours(std::span<const double> values, std::span<const char> learnt_from,
                                         std::span<const std::string> names) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const std::size_t n = learnt_from.size(), d = names.size();
  const std::vector<double> z = z_scores(values, learnt_from, names);
  std::vector<double> filled(values.begin(), values.end());
  parallel_for(n, [&](std::uint64_t i) {
    std::vector<double> distances;  // computed for the first gap of the sample
    for (std::size_t j = 0; j < d; ++j) {
      if (!std::isnan(values[j * n + i])) continue;
      if (distances.empty())
        for (std::size_t other = 0; other < n; ++other)
          distances.push_back(learnt_from[other] ? distance(z.data() + i * d, z.data() + other * d, d)
                                                 : kNever);
      filled[j * n + i] = mean_of_nearest(values.subspan(j * n, n), distances);
    }
  });
  return filled;
}

/// Fills the cells that are NaN.
void fill(Missing how, std::span<double> values, std::span<const char> learnt_from,
          std::span<const std::string> names) {
  const auto is_gap = [](double x) { return std::isnan(x); };
  const std::size_t n = learnt_from.size();
  const auto column = [&](std::uint64_t j) { return values.subspan(j * n, n); };
  std::vector<double> medians(names.size());  // of known cells, so before any is filled
  parallel_for(names.size(), [&](std::uint64_t j) {
    if (std::ranges::any_of(column(j), is_gap)) medians[j] = median(known_cells(column(j), learnt_from));
  });
  if (how == Missing::neighbours && std::ranges::any_of(values, is_gap))
    std::ranges::copy(filled_by_neighbours(values, learnt_from, names), values.begin());
  parallel_for(names.size(),
               [&](std::uint64_t j) { std::ranges::replace_if(column(j), is_gap, medians[j]); });
}

}  // namespace

std::vector<std::string> fill_gaps(Missing how, const Table& table, std::span<const std::size_t> columns,
                                   DataTable& parts) {
  const std::size_t n = parts.samples, d = columns.size();
  FilledCells& filled = parts.filled;
  filled.kept = how == Missing::keep;
  filled.features = d;
  std::vector<std::string> names;
  std::vector<std::size_t> first{0};  // of each feature's cells in `filled`
  for (std::size_t j = 0; j < d; ++j) {
    names.push_back(table.columns[columns[j]].name);
    for (std::uint64_t i = 0; i < n; ++i)
      if (std::isnan(parts.values.data()[j * n + i])) {
        filled.feature.push_back(static_cast<Feature>(j));
        filled.sample.push_back(i);
      }
    first.push_back(filled.feature.size());
    if (n > 0 && first[j + 1] - first[j] == n)
      throw DataError("feature " + in_quotes(names[j]) +
                      ": all cells are missing, so it has no median; use " +
                      Naming(table)("data.ignore", columns[j]));
  }
  fill(how, parts.values.span(), std::vector<char>(n, 1), names);
  std::vector<std::string> said;
  for (std::size_t j = 0; j < d; ++j)
    if (const std::size_t gaps = first[j + 1] - first[j]; gaps > 0)
      said.push_back(shown(names[j]) + " " + counted(gaps, "cell") +
                     (how == Missing::median
                          ? " with " + shortest(parts.values.data()[j * n + filled.sample[first[j]]])
                          : ""));
  return said;
}

bool can_fill_again(const DataTable& parts) {
  return parts.filled.features > 0 && !parts.filled.empty() && parts.is_whole() && !parts.full_table;
}

void fill_again(Missing how, std::span<const char> learnt_from, DataTable& parts) {
  const std::size_t n = parts.samples;
  for (std::size_t c = 0; c < parts.filled.feature.size(); ++c)
    parts.values.data()[parts.filled.feature[c] * n + parts.filled.sample[c]] =
        std::numeric_limits<double>::quiet_NaN();
  const std::size_t d = parts.filled.features;
  fill(how, parts.values.span().first(n * d), learnt_from, std::span(parts.feature_names).first(d));
}

std::string_view treatment_in_words(Missing how) {
  return how == Missing::keep     ? "cells stay missing"
         : how == Missing::median ? "filled with the column's median"
                                  : "filled with the mean of the 5 nearest samples";
}

}  // namespace tamis::framework
