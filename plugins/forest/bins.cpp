#include "bins.hpp"

#include <tamis/numerics/table_columns.hpp>
#include <tamis/numerics/total_order.hpp>

#include <algorithm>
#include <bitset>
#include <map>

namespace tamis::forest {
namespace {

/// The largest value of each bin but the last, ascending.
/// \param most  bins.
std::vector<double> edges_of(std::vector<double> sorted, std::size_t most) {
  std::ranges::sort(sorted, numerics::TotalOrder());
  std::vector<double> values = sorted;
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() <= most) {
    if (!values.empty()) values.pop_back();
    return values;
  }
  std::vector<double> edges;
  for (std::size_t b = 1; b < most; ++b) {
    const double edge = sorted[sorted.size() * b / most - 1];
    if (edge < sorted.back() && (edges.empty() || edges.back() < edge)) edges.push_back(edge);
  }
  return edges;
}

}  // namespace

Bins::Bins(const Dataset& data, Subset features, const Runtime& runtime) : samples_(data.samples()) {
  const std::vector<std::vector<Feature>> columns = numerics::table_columns(data, features);
  codes_.resize(samples_ * columns.size());
  levels_.resize(columns.size());
  has_missing_.resize(columns.size());
  is_categorical_.resize(columns.size());
  std::map<Feature, std::size_t> shown_by;
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (const Feature f : columns[j]) shown_by[f] = j;
  for (const Feature f : features) column_of_.push_back(shown_by[f]);
  runtime.parallel_for(columns.size(), [&](std::uint64_t j) {
    columns[j].size() > 1 ? code_categories(data, columns[j], j) : bin_numbers(data, columns[j][0], j);
  });
}

void Bins::bin_numbers(const Dataset& data, Feature feature, std::size_t j) {
  std::vector<double> x(samples_);  // a copy, since the column may be sparse
  data.copy_column(feature, x);
  const std::span<const std::uint8_t> missing = data.missing(feature);
  const auto is_missing = [&](std::size_t i) { return !missing.empty() && missing[i]; };
  std::vector<double> known;
  for (std::size_t i = 0; i < samples_; ++i)
    if (!is_missing(i)) known.push_back(x[i]);
  const std::size_t gap = known.size() < samples_ ? 1 : 0;  // the code 0
  const std::size_t values = known.empty() ? 0 : 1;
  const std::vector<double> edges = edges_of(std::move(known), kMost - gap);
  has_missing_[j] = gap != 0;
  levels_[j] = edges.size() + values + gap;
  Code* codes = codes_.data() + j * samples_;
  for (std::size_t i = 0; i < samples_; ++i)
    codes[i] = is_missing(i)
                   ? Code{0}
                   : static_cast<Code>(gap + static_cast<std::size_t>(std::ranges::lower_bound(edges, x[i]) -
                                                                      edges.begin()));
}

void Bins::code_categories(const Dataset& data, std::span<const Feature> indicators, std::size_t j) {
  const std::span codes(codes_.data() + j * samples_, samples_);
  numerics::categories_of(data, indicators, codes);
  if (const auto missing = data.missing(indicators[0]); !missing.empty())
    for (std::size_t i = 0; i < samples_; ++i)
      if (missing[i]) codes[i] = static_cast<Code>(indicators.size() + 1);
  std::bitset<kMost> seen;
  for (const Code code : codes) seen.set(code);
  levels_[j] = seen.count();
  is_categorical_[j] = 1;
}

void Bins::add_shadows(std::span<const Sample> shuffled) {
  const std::size_t d = columns();
  codes_.resize(2 * d * samples_);
  for (std::size_t j = 0; j < d; ++j) {
    levels_.push_back(levels_[j]);
    has_missing_.push_back(has_missing_[j]);
    is_categorical_.push_back(is_categorical_[j]);
    for (std::size_t i = 0; i < samples_; ++i)
      codes_[(d + j) * samples_ + i] = codes_[j * samples_ + shuffled[i]];
  }
}

}  // namespace tamis::forest
