#include "differences.hpp"

#include <tamis/numerics/table_columns.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::relief {

Differences::Differences(const Dataset& data, std::span<const Sample> samples,
                         std::span<const std::uint32_t> classes, MissingDifference missing,
                         const Runtime& runtime)
    : samples_(samples.size()),
      columns_(numerics::table_columns(data)),
      classes_(classes.begin(), classes.end()),
      gaps_of_(columns_.size(), -1) {
  if (!classes_.empty()) n_classes_ = std::ranges::max(classes_) + std::size_t{1};
  scale(data, samples);
  std::vector<std::size_t> with_gaps;
  for (std::size_t f = 0; f < features(); ++f) {
    const auto mask = data.missing(columns_[f][0]);
    if (mask.empty() || std::ranges::none_of(samples, [&](Sample i) { return mask[i] != 0; })) continue;
    gaps_of_[f] = static_cast<std::int32_t>(with_gaps.size());
    with_gaps.push_back(f);
  }
  gaps_.resize(with_gaps.size());
  runtime.parallel_for(with_gaps.size(),
                       [&](std::uint64_t g) { find_gaps(data, samples, missing, with_gaps[g]); });
  for (std::size_t f = 0; f < features(); ++f)
    (nominal_[f] || gaps_of_[f] >= 0 ? others_ : numbers_).push_back(f);
}

void Differences::scale(const Dataset& data, std::span<const Sample> samples) {
  rows_.resize(samples_ * features());
  std::vector<double> categories(data.samples());
  for (std::size_t f = 0; f < features(); ++f) {
    const Feature j = columns_[f][0];
    const bool is_categorical = columns_[f].size() > 1;
    if (is_categorical) numerics::categories_of(data, columns_[f], std::span(categories));
    const Column x = is_categorical ? Column(categories) : data.column(j);
    const auto mask = data.missing(j);
    nominal_.push_back(data.kind(j) == FeatureKind::nominal);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Sample i : samples)
      if (mask.empty() || !mask[i]) low = std::min(low, x[i]), high = std::max(high, x[i]);
    const bool is_finite = std::isfinite(high - low);  // else the range is more than a double holds
    for (std::size_t i = 0; i < samples_; ++i) {
      const double value = x[samples[i]];
      const bool known = mask.empty() || !mask[samples[i]];
      double& out = rows_[i * features() + f];
      if (nominal_[f])
        out = known ? value : 0;
      else
        out = !known || !(high > low) ? 0
              : is_finite             ? (value - low) / (high - low)
                                      : (value / 2 - low / 2) / (high / 2 - low / 2);
    }
  }
}

std::vector<double> Differences::of_dataset(std::span<const double> of_features) const {
  std::size_t d = 0;
  for (const std::vector<Feature>& column : columns_) d += column.size();
  std::vector<double> out(d);
  for (std::size_t f = 0; f < columns_.size(); ++f)
    for (const Feature j : columns_[f]) out[j] = of_features[f];
  return out;
}

void Differences::find_gaps(const Dataset& data, std::span<const Sample> samples, MissingDifference missing,
                            std::size_t f) {
  Gaps& gaps = gaps_[static_cast<std::size_t>(gaps_of_[f])];
  const auto mask = data.missing(columns_[f][0]);
  for (const Sample i : samples) gaps.missing.push_back(mask[i]);
  gaps.to_sample.assign(n_classes_, std::vector<double>(samples_, 0.0));
  gaps.between.assign(n_classes_ * n_classes_, 0.0);
  if (std::ranges::none_of(gaps.missing, [](std::uint8_t m) { return m == 0; })) return;  // no value at all
  missing == MissingDifference::expected ? expect(gaps, f) : assume_worst(gaps, f);
}

/// The mean difference to the known values of each class; of a class without any to all.
void Differences::expect(Gaps& gaps, std::size_t f) const {
  std::vector<std::vector<double>> values(n_classes_);
  std::vector<double> all;
  for (std::size_t i = 0; i < samples_; ++i)
    if (!gaps.missing[i]) {
      values[class_of(i)].push_back(at(i, f));
      all.push_back(at(i, f));
    }
  std::vector<std::vector<double>> sums(n_classes_);  // of the smallest 0, 1, 2, ... values
  for (std::size_t c = 0; c < n_classes_; ++c) {
    if (values[c].empty()) values[c] = all;
    std::ranges::sort(values[c]);
    sums[c].push_back(0);
    for (const double v : values[c]) sums[c].push_back(sums[c].back() + v);
  }
  const auto mean_difference = [&](double x, std::size_t c) {
    const auto n = static_cast<double>(values[c].size());
    const auto below = std::ranges::lower_bound(values[c], x) - values[c].begin();
    if (nominal_[f]) {
      const auto equal = std::ranges::upper_bound(values[c], x) - values[c].begin() - below;
      return 1 - static_cast<double>(equal) / n;
    }
    const auto r = static_cast<double>(below);
    const double under = sums[c][static_cast<std::size_t>(below)];
    return std::max(0.0, (x * (2 * r - n) + sums[c].back() - 2 * under) / n);
  };
  for (std::size_t c = 0; c < n_classes_; ++c) {
    for (std::size_t i = 0; i < samples_; ++i)
      if (!gaps.missing[i]) gaps.to_sample[c][i] = mean_difference(at(i, f), c);
    for (std::size_t other = 0; other < n_classes_; ++other) {
      double sum = 0;
      for (const double v : values[other]) sum += mean_difference(v, c);
      gaps.between[c * n_classes_ + other] = sum / static_cast<double>(values[other].size());
    }
  }
}

void Differences::assume_worst(Gaps& gaps, std::size_t f) const {
  std::vector<double> values;
  for (std::size_t i = 0; i < samples_; ++i)
    if (!gaps.missing[i]) values.push_back(at(i, f));
  std::ranges::sort(values);
  if (values.front() == values.back()) return;
  const bool nominal = nominal_[f];
  const auto distinct =
      static_cast<double>(std::distance(values.begin(), std::unique(values.begin(), values.end())));
  const double of_names = 1 - 1 / distinct;
  for (std::size_t c = 0; c < n_classes_; ++c)
    for (std::size_t i = 0; i < samples_; ++i)
      if (!gaps.missing[i]) gaps.to_sample[c][i] = nominal ? of_names : std::max(at(i, f), 1 - at(i, f));
  std::ranges::fill(gaps.between, nominal ? of_names : 1.0);
}

double Differences::of(std::size_t f, std::size_t i, std::size_t j) const {
  if (gaps_of_[f] >= 0) {
    const Gaps& gaps = gaps_[static_cast<std::size_t>(gaps_of_[f])];
    if (gaps.missing[i] && gaps.missing[j]) return gaps.between[class_of(i) * n_classes_ + class_of(j)];
    if (gaps.missing[i]) return gaps.to_sample[class_of(i)][j];
    if (gaps.missing[j]) return gaps.to_sample[class_of(j)][i];
  }
  const double a = at(i, f), b = at(j, f);
  return nominal_[f] ? (a != b ? 1.0 : 0.0) : std::abs(a - b);
}

void Differences::add(std::size_t i, std::size_t j, double w, double* sums) const {
  if (!gaps_.empty()) {
    for (std::size_t f = 0; f < features(); ++f) sums[f] += w * of(f, i, j);
    return;
  }
  const double *const a = row(i), *const b = row(j);
  for (std::size_t f = 0; f < features(); ++f)
    sums[f] += w * (nominal_[f] ? (a[f] != b[f] ? 1.0 : 0.0) : std::abs(a[f] - b[f]));
}

}  // namespace tamis::relief
