#include "fill_gaps.hpp"

#include "fill_by_neighbours.hpp"

#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

double median(std::vector<double> known) {
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::nth_element(known.begin(), middle, known.end());
  return known.size() % 2 == 0 ? std::midpoint(*std::max_element(known.begin(), middle), *middle) : *middle;
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
    fill_by_neighbours(values, learnt_from, names);
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
