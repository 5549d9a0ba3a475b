/// \file fixture.hpp
/// Small tables of codes with labels of any kind, two metrics in plain loops, and the loss word for word.
#pragma once

#include <tamis/sdk.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace tamis::blanket {

using Codes = std::vector<std::vector<std::uint8_t>>;  // by features

/// Owns a dataset of codes.
class CodeTable {
 public:
  explicit CodeTable(Codes columns) : columns_(std::move(columns)) {
    data_.size = sizeof data_;
    target_.size = sizeof target_;
    data_.samples = target_.samples = columns_[0].size();
    data_.features = static_cast<std::uint32_t>(columns_.size());
    for (const auto& column : columns_) {
      cells_.insert(cells_.end(), column.begin(), column.end());
      levels_.push_back(256);
    }
    data_.codes = {cells_.data(), data_.samples, data_.features, data_.samples, levels_.data()};
    data_.target = &target_;
  }
  CodeTable(const CodeTable&) = delete;
  CodeTable& operator=(const CodeTable&) = delete;

  void labels(std::vector<std::int32_t> labels, std::uint32_t classes) {
    labels_ = std::move(labels);
    target_.kind = TAMIS_TARGET_CLASSES;
    target_.classes = classes;
    target_.labels = labels_.data();
  }
  /// n x l, column-major.
  void soft(std::vector<double> soft, std::uint32_t classes) {
    soft_ = std::move(soft);
    target_.kind = TAMIS_TARGET_SOFT;
    target_.classes = classes;
    target_.soft = {soft_.data(), data_.samples, classes, data_.samples};
  }
  void sets(const std::vector<std::vector<std::int32_t>>& sets, std::uint32_t classes) {
    start_.assign(1, 0);
    labels_.clear();
    for (const auto& set : sets) {
      labels_.insert(labels_.end(), set.begin(), set.end());
      start_.push_back(labels_.size());
    }
    target_.kind = TAMIS_TARGET_SETS;
    target_.classes = classes;
    target_.sets = {start_.data(), labels_.data()};
  }
  void clean(std::vector<std::int32_t> labels) {
    clean_labels_ = std::move(labels);
    clean_ = target_;
    clean_.labels = clean_labels_.data();
    data_.clean = &clean_;
  }
  void weights(std::vector<double> weights) {
    weights_ = std::move(weights);
    data_.weights = weights_.data();
  }
  Dataset view() const { return Dataset(&data_); }
  const Codes& columns() const { return columns_; }

 private:
  Codes columns_;
  std::vector<std::uint8_t> cells_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::int32_t> labels_, clean_labels_;
  std::vector<double> soft_, weights_;
  std::vector<std::uint64_t> start_;
  tamis_target target_{}, clean_{};
  tamis_dataset data_{};
};

inline double mass_of(const Distributions& d, std::size_t b, std::uint32_t c) {
  for (std::uint64_t e = d.start[b]; e < d.start[b + 1]; ++e)
    if (d.classes[e] == c)
      return d.counts.empty() ? d.masses[e]
                              : static_cast<double>(d.counts[e]) / static_cast<double>(d.totals[b]);
  return 0;
}

/// Distances on the line of class numbers: a norm of p - q.
struct Line : DistributionMetric {
  std::uint32_t classes = 0;
  void prepare(const Dataset& data, const Runtime&) override { classes = data.target().classes(); }
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
    for (std::size_t b = 0; b < out.size(); ++b) {
      double below = 0;
      out[b] = 0;
      for (std::uint32_t c = 0; c < classes; ++c) {
        below += mass_of(p, b, c) - mass_of(q, b, c);
        out[b] += std::abs(below);
      }
    }
  }
  bool difference_only() const override { return true; }
};

/// sum p ln(p / q): no norm, and not symmetric.
struct PlainKl : DistributionMetric {
  std::uint32_t classes = 0;
  void prepare(const Dataset& data, const Runtime&) override { classes = data.target().classes(); }
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
    for (std::size_t b = 0; b < out.size(); ++b) {
      out[b] = 0;
      for (std::uint32_t c = 0; c < classes; ++c)
        if (const double pc = mass_of(p, b, c); pc > 0) out[b] += pc * std::log(pc / mass_of(q, b, c));
    }
  }
};

/// The masses of sample i by class, whatever the kind of target.
inline std::vector<double> masses_of(const Target& target, std::size_t i) {
  std::vector<double> out(target.classes());
  if (target.kind() == TargetKind::classes) out[static_cast<std::size_t>(target.labels()[i])] = 1;
  if (target.kind() == TargetKind::sets)
    for (const std::int32_t c : target.label_set(i)) out[static_cast<std::size_t>(c)] = 1;
  if (target.kind() == TargetKind::soft)
    for (std::uint32_t c = 0; c < target.classes(); ++c) out[c] = target.soft()(i, c);
  return out;
}

/// Eq. 4 as it stands: conditionals from counts, every configuration for itself.
inline double literal_loss(const CodeTable& table, const std::vector<Feature>& given, Feature x,
                           DistributionMetric& metric, double smoothing = 0) {
  tamis::testing::SerialRuntime serial;
  metric.prepare(table.view(), serial);
  const Target target = table.view().target();
  const std::size_t l = target.classes();
  std::map<std::vector<int>, std::vector<double>> groups, cells;
  double total = 0;
  for (std::size_t i = 0; i < target.samples(); ++i) {
    std::vector<int> g;
    for (const Feature j : given) g.push_back(table.columns()[j][i]);
    std::vector<int> gx = g;
    gx.push_back(table.columns()[x][i]);
    auto &group = groups[g], &cell = cells[gx];
    group.resize(l), cell.resize(l);
    const std::vector<double> masses = masses_of(target, i);
    for (std::size_t c = 0; c < l; ++c) {
      group[c] += masses[c], cell[c] += masses[c];
      total += masses[c];
    }
  }
  std::vector<std::uint32_t> classes;
  for (std::uint32_t c = 0; c < l; ++c) classes.push_back(c);
  const std::vector<std::uint64_t> start{0, l};
  double loss = 0;
  for (const auto& [gx, cell] : cells) {
    const auto& group = groups[{gx.begin(), gx.end() - 1}];
    double n = 0, m = 0;
    for (std::size_t c = 0; c < l; ++c) n += cell[c], m += group[c];
    std::vector<double> p, q;
    for (std::size_t c = 0; c < l; ++c) {
      p.push_back((cell[c] + smoothing) / (n + smoothing * static_cast<double>(l)));
      q.push_back((group[c] + smoothing) / (m + smoothing * static_cast<double>(l)));
    }
    double distance = 0;
    metric.distances({start, classes, {}, {}, p}, {start, classes, {}, {}, q}, {&distance, 1});
    loss += n / total * distance;
  }
  return loss;
}

/// Codes of which a share differs from 0, and labels that depend on the first features.
inline Codes random_codes(Rng& rng, std::size_t n, std::size_t d, int levels, double share) {
  Codes columns(d, std::vector<std::uint8_t>(n));
  for (auto& column : columns)
    for (auto& code : column)
      if (rng.uniform() < share)
        code = static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(levels)));
  return columns;
}
inline std::vector<std::int32_t> random_labels(Rng& rng, const Codes& codes, int classes) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < codes[0].size(); ++i)
    labels.push_back(rng.uniform() < 0.6
                         ? (codes[0][i] + 2 * codes[codes.size() / 2][i]) % classes
                         : static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(classes))));
  return labels;
}

}  // namespace tamis::blanket
