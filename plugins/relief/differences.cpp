#include "differences.hpp"

#include <tamis/numerics/near_points.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::relief {

using numerics::kLanes;

Differences::Differences(const Dataset& data, std::span<const Sample> samples,
                         std::span<const std::uint32_t> classes, MissingDifference missing,
                         const Runtime& runtime)
    : samples_(samples.size()),
      features_(data.features()),
      classes_(classes.begin(), classes.end()),
      gaps_of_(data.features(), -1) {
  if (!classes_.empty()) n_classes_ = std::ranges::max(classes_) + std::size_t{1};
  scale(data, samples);
  std::vector<std::size_t> with_gaps;
  for (std::size_t f = 0; f < features_; ++f) {
    const auto mask = data.missing(static_cast<Feature>(f));
    if (mask.empty() || std::ranges::none_of(samples, [&](Sample i) { return mask[i] != 0; })) continue;
    gaps_of_[f] = static_cast<std::int32_t>(with_gaps.size());
    with_gaps.push_back(f);
  }
  gaps_.resize(with_gaps.size());
  runtime.parallel_for(with_gaps.size(),
                       [&](std::uint64_t g) { find_gaps(data, samples, missing, with_gaps[g]); });
  std::vector<double> columns;
  std::vector<Feature> all;
  for (std::size_t f = 0; f < features_; ++f) {
    if (nominal_[f] || gaps_of_[f] >= 0) {
      others_.push_back(f);
      continue;
    }
    all.push_back(static_cast<Feature>(all.size()));
    for (std::size_t i = 0; i < samples_; ++i) columns.push_back(at(i, f));
  }
  numbers_ = numerics::make_panels(ConstMatrix(columns.data(), samples_, all.size()), all);
}

void Differences::scale(const Dataset& data, std::span<const Sample> samples) {
  rows_.resize(samples_ * features_);
  for (std::size_t f = 0; f < features_; ++f) {
    const auto j = static_cast<Feature>(f);
    const Column x = data.column(j);
    const auto mask = data.missing(j);
    nominal_.push_back(data.kind(j) == FeatureKind::nominal);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Sample i : samples)
      if (mask.empty() || !mask[i]) low = std::min(low, x[i]), high = std::max(high, x[i]);
    const bool is_finite = std::isfinite(high - low);  // else the range is more than a double holds
    for (std::size_t i = 0; i < samples_; ++i) {
      const double value = x[samples[i]];
      const bool known = mask.empty() || !mask[samples[i]];
      double& out = rows_[i * features_ + f];
      if (nominal_[f])
        out = known ? value : 0;
      else
        out = !known || !(high > low) ? 0
              : is_finite             ? (value - low) / (high - low)
                                      : (value / 2 - low / 2) / (high / 2 - low / 2);
    }
  }
}

void Differences::find_gaps(const Dataset& data, std::span<const Sample> samples, MissingDifference missing,
                            std::size_t f) {
  Gaps& gaps = gaps_[static_cast<std::size_t>(gaps_of_[f])];
  const auto mask = data.missing(static_cast<Feature>(f));
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
    for (std::size_t f = 0; f < features_; ++f) sums[f] += w * of(f, i, j);
    return;
  }
  const double* const a = rows_.data() + i * features_;
  const double* const b = rows_.data() + j * features_;
  for (std::size_t f = 0; f < features_; ++f)
    sums[f] += w * (nominal_[f] ? (a[f] != b[f] ? 1.0 : 0.0) : std::abs(a[f] - b[f]));
}

void Differences::fill_rows(std::size_t panel, std::vector<numerics::NearPoints>& near,
                            std::vector<double>& distances) const {
  const std::size_t first = panel * kLanes, count = std::min(kLanes, samples_ - first);
  std::ranges::fill(distances, 0.0);
  if (numbers_.features > 0) {
    const std::vector<double> no_limits(kLanes, std::numeric_limits<double>::infinity());
    numerics::near_points(numbers_, Geometry::l1, panel, no_limits, near);
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t k = 0; k < near[r].size(); ++k)
        distances[r * samples_ + near[r].position()[k]] = near[r].distance()[k];
  }
  for (const std::size_t f : others_)
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t j = 0; j < samples_; ++j) distances[r * samples_ + j] += of(f, first + r, j);
}

std::vector<double> Differences::sum_over_samples(const Runtime& runtime, std::size_t size,
                                                  const std::function<AddSample()>& make,
                                                  bool with_distances) const {
  constexpr std::size_t kPanels = 4;  // of a block
  const std::size_t panels = (samples_ + kLanes - 1) / kLanes;
  std::vector<std::vector<double>> of_block((panels + kPanels - 1) / kPanels);
  runtime.parallel_for(of_block.size(), [&](std::uint64_t b) {
    of_block[b].assign(size, 0.0);
    const AddSample add_sample = make();
    std::vector<numerics::NearPoints> near(kLanes);
    std::vector<double> distances(with_distances ? kLanes * samples_ : 0);
    for (std::size_t p = b * kPanels; p < std::min(panels, (b + 1) * kPanels); ++p) {
      if (with_distances) fill_rows(p, near, distances);
      for (std::size_t i = p * kLanes; i < std::min(samples_, (p + 1) * kLanes); ++i)
        add_sample(i,
                   with_distances ? std::span(distances).subspan(i % kLanes * samples_, samples_)
                                  : std::span<double>(),
                   of_block[b].data());
    }
  });
  std::vector<double> sums(size, 0.0);
  for (const std::vector<double>& block : of_block)
    for (std::size_t k = 0; k < size; ++k) sums[k] += block[k];
  return sums;
}

}  // namespace tamis::relief
