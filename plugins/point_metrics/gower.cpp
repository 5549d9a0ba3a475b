#include "gower.hpp"

#include <tamis/numerics/table_columns.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace tamis::point_metrics {

/// Places among the features of a call.
struct Gower::Columns {
  std::vector<std::size_t> numbers;
  std::vector<double> range;  // of each of these
  std::vector<std::vector<std::size_t>> categories;
  std::size_t size() const { return numbers.size() + categories.size(); }
};

void Gower::prepare(const Dataset& data, const Runtime& runtime) {
  range_.assign(data.features(), 0.0);
  category_of_.assign(data.features(), -1);
  std::int32_t categories = 0;
  for (const std::vector<Feature>& column : numerics::table_columns(data)) {
    if (data.kind(column[0]) != FeatureKind::nominal) continue;
    for (const Feature f : column) category_of_[f] = categories;
    ++categories;
  }
  if (!data.has_dense()) return;
  runtime.parallel_for(data.features(), [&](std::uint64_t j) {
    const auto f = static_cast<Feature>(j);
    const auto missing = data.missing(f);
    const Column x = data.column(f);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (missing.empty() || !missing[i]) low = std::min(low, x[i]), high = std::max(high, x[i]);
    if (high > low) range_[f] = high / data.scale(f) - low / data.scale(f);
  });
}

Gower::Columns Gower::columns_of(std::span<const Feature> features) const {
  Columns out;
  std::map<std::int32_t, std::size_t> place;
  for (std::size_t r = 0; r < features.size(); ++r) {
    const Feature f = features[r];
    const std::int32_t category = f < category_of_.size() ? category_of_[f] : -1;
    if (category < 0) {
      out.numbers.push_back(r);
      out.range.push_back(f < range_.size() ? range_[f] : 1.0);
      continue;
    }
    const auto [known, is_new] = place.try_emplace(category, out.categories.size());
    if (is_new) out.categories.emplace_back();
    out.categories[known->second].push_back(r);
  }
  return out;
}

void Gower::distances(ConstMatrix from, ConstMatrix to, Matrix out) const {
  std::vector<Feature> features(from.rows);
  std::iota(features.begin(), features.end(), Feature{0});
  feature_distances(features, from, to, out);
}

void Gower::feature_distances(std::span<const Feature> features, ConstMatrix from, ConstMatrix to,
                              Matrix out) const {
  const Columns columns = columns_of(features);
  const auto count = static_cast<double>(std::max<std::size_t>(1, columns.size()));
  for (std::uint64_t i = 0; i < from.cols; ++i)
    for (std::uint64_t j = 0; j < to.cols; ++j) {
      const Column a = from.column(i), b = to.column(j);
      double sum = 0;
      for (std::size_t k = 0; k < columns.numbers.size(); ++k)
        if (columns.range[k] > 0)
          sum += std::abs(a[columns.numbers[k]] - b[columns.numbers[k]]) / columns.range[k];
      for (const std::vector<std::size_t>& category : columns.categories)
        sum += std::ranges::any_of(category, [&](std::size_t r) { return a[r] != b[r]; });
      out(j, i) = sum / count;
    }
}

}  // namespace tamis::point_metrics
