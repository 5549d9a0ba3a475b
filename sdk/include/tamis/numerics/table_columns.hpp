/// \file table_columns.hpp
/// Categorical columns, which the features of a dataset show as indicators of their values, as the columns that they were.
#pragma once

#include <tamis/dataset.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace tamis::numerics {

/// The most values of a categorical column that is read as one. The indicators of a larger one stay features of their own, each with its
/// own codes: a code is a byte, and two of them say that there is no value and that the cell is missing.
inline constexpr std::size_t kMostCategories = 254;

/// Features of each column of a table, in the order of the first features: the indicators of a categorical column whose values
/// are selected as one (Dataset::kind), and each other feature by itself. O(d log d).
/// \param features  distinct; those that are looked at.
inline std::vector<std::vector<Feature>> table_columns(const Dataset& data, std::span<const Feature> features) {
  std::vector<std::vector<Feature>> columns;
  std::map<std::int32_t, std::size_t> column_of_unit;
  for (const Feature f : features) {
    const std::int32_t unit = data.kind(f) == FeatureKind::nominal ? data.feature_unit(f) : -1;
    const auto [known, is_new] =
        unit < 0 ? std::pair(column_of_unit.end(), true) : column_of_unit.try_emplace(unit, columns.size());
    if (is_new)
      columns.push_back({f});
    else
      columns[known->second].push_back(f);
  }
  std::vector<std::vector<Feature>> out;
  for (std::vector<Feature>& column : columns) {
    if (column.size() <= kMostCategories)
      out.push_back(std::move(column));
    else
      for (const Feature f : column) out.push_back({f});
  }
  return out;
}

/// Of all features.
inline std::vector<std::vector<Feature>> table_columns(const Dataset& data) {
  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return table_columns(data, all);
}

/// Which value of a categorical column each sample has: the place of the indicator that is not 0, from 1, or 0 if none is.
/// O(n indicators).
/// \param out  n places.
/// \throws PluginError  unless the dataset has numbers.
template <class Code>
void categories_of(const Dataset& data, std::span<const Feature> indicators, std::span<Code> out) {
  std::ranges::fill(out, Code{0});
  std::vector<double> x(out.size());
  for (std::size_t v = 0; v < indicators.size(); ++v) {
    data.copy_column(indicators[v], x);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (x[i] != 0) out[i] = static_cast<Code>(v + 1);
  }
}

}  // namespace tamis::numerics
