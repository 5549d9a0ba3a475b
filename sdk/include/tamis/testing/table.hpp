/// \file table.hpp
/// A dataset that owns what it shows, for tests of methods without a kernel; and tables to fill it with.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/rng.hpp>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tamis::testing {

/// n x d numbers by columns and a target of any kind. Copies are independent.
///
/// `Table::of({{"age", {31, 45}}, {"height", {1.7, 1.8}}}).with_labels({0, 1}, 2)`; view() is what a method
/// gets of it. What is empty is not there.
struct Table {
  std::size_t n = 0, d = 0;
  std::vector<double> x;              ///< column-major
  std::vector<double> centre, scale;  ///< empty: distances in the units of x
  std::vector<std::string> feature_names;
  std::vector<double> weights;
  std::vector<std::int32_t> groups;
  std::vector<FeatureKind> feature_kinds;
  std::vector<std::int32_t> feature_groups;  ///< -1: in no group
  std::vector<std::int32_t> feature_units;   ///< -1: selected by itself
  std::vector<double> feature_costs;
  std::vector<std::uint8_t> missing;  ///< n x d, column-major: not 0 where a cell is missing
  bool discrete = false;  ///< what is seen is the codes of the features, not their numbers
  bool sparse = false;    ///< what is seen is the cells that are not 0

  TargetKind kind = TargetKind::none;
  std::uint32_t classes = 0;
  std::vector<std::string> class_names;
  std::vector<std::int32_t> labels;  ///< -1: unknown
  std::vector<double> certainty;     ///< of each label
  std::vector<double> soft;          ///< n x classes, column-major
  std::vector<double> real;
  std::vector<std::vector<std::int32_t>> sets;  ///< of each sample its labels, ascending
  std::vector<std::uint64_t> vote_start;        ///< n + 1, or empty: no votes
  std::vector<std::uint32_t> vote_annotators;
  std::vector<std::int32_t> vote_labels;
  std::uint32_t annotators = 0;

  Table(std::size_t samples, std::size_t features) : n(samples), d(features), x(samples * features) {}
  /// Features with their names, all of them as long as the first.
  static Table of(const std::vector<std::pair<std::string, std::vector<double>>>& features) {
    Table t(features.at(0).second.size(), 0);
    for (const auto& [name, values] : features) {
      if (values.size() != t.n) throw std::invalid_argument(name + " is not as long as the first feature");
      t.feature_names.push_back(name);
      t.x.insert(t.x.end(), values.begin(), values.end());
    }
    t.d = features.size();
    return t;
  }
  double& at(std::size_t i, std::size_t j) { return x[i + j * n]; }
  double at(std::size_t i, std::size_t j) const { return x[i + j * n]; }
  std::span<double> column(std::size_t j) { return {x.data() + j * n, n}; }

  Table& with_labels(std::vector<std::int32_t> l, std::uint32_t count) {
    labels = std::move(l), classes = count, kind = TargetKind::classes;
    return *this;
  }
  Table& with_soft(std::vector<double> p, std::uint32_t count) {
    soft = std::move(p), classes = count, kind = TargetKind::soft;
    return *this;
  }
  Table& with_real(std::vector<double> y) {
    real = std::move(y), kind = TargetKind::real;
    return *this;
  }
  /// Several labels for a sample; one list per sample.
  Table& with_sets(std::vector<std::vector<std::int32_t>> s, std::uint32_t count) {
    sets = std::move(s), classes = count, kind = TargetKind::sets;
    return *this;
  }
  /// For discrete methods: the numbers are codes, whole ones from 0 to 255.
  Table& as_codes() {
    discrete = true;
    return *this;
  }
  /// For methods that say sparse(): no dense columns are seen.
  Table& as_sparse() {
    sparse = true;
    return *this;
  }
  /// A vote of an annotator.
  struct Vote {
    std::uint32_t annotator;
    std::int32_t label;
  };
  /// Votes beside whatever else is known of the target; one list per sample.
  Table& with_votes(const std::vector<std::vector<Vote>>& votes, std::uint32_t voters, std::uint32_t count) {
    annotators = voters, classes = count;
    vote_start.assign(1, 0), vote_annotators.clear(), vote_labels.clear();
    for (const std::vector<Vote>& of_sample : votes) {
      for (const Vote& v : of_sample) vote_annotators.push_back(v.annotator), vote_labels.push_back(v.label);
      vote_start.push_back(vote_labels.size());
    }
    return *this;
  }
  /// Distances on z-scores; a constant column becomes 0.
  Table& standardise(int ddof = 0) {
    centre.assign(d, 0.0), scale.assign(d, 1.0);
    for (std::size_t j = 0; j < d; ++j) {
      double mean = 0, squares = 0;
      for (double v : column(j)) mean += v / static_cast<double>(n);
      for (double v : column(j)) squares += (v - mean) * (v - mean);
      const bool constant = std::ranges::min(column(j)) == std::ranges::max(column(j));
      centre[j] = constant ? at(0, j) : mean;
      if (!constant) scale[j] = std::sqrt(squares / static_cast<double>(n - static_cast<std::size_t>(ddof)));
    }
    return *this;
  }
  /// What a method sees; valid while this object stays where it is and as it is.
  Dataset view() {
    target_ = {};
    target_.size = sizeof target_;
    target_.kind = static_cast<std::int32_t>(kind);
    target_.classes = classes;
    target_.samples = n;
    target_.class_names = texts(class_names, class_texts_);
    target_.labels = seen(labels);
    target_.certainty = seen(certainty);
    target_.soft = {soft.data(), n, classes, n};
    target_.real = seen(real);
    if (!sets.empty()) target_.sets = flattened();
    if (!vote_start.empty())
      target_.votes = {vote_start.data(), vote_annotators.data(), vote_labels.data(), annotators};
    dataset_ = {};
    dataset_.size = sizeof dataset_;
    dataset_.samples = n;
    dataset_.features = static_cast<std::uint32_t>(d);
    if (discrete)
      dataset_.codes = coded();
    else if (sparse)
      dataset_.sparse = listed();
    else
      dataset_.dense = {x.data(), n, d, n};
    dataset_.centre = seen(centre);
    dataset_.scale = seen(scale);
    dataset_.feature_names = texts(feature_names, feature_texts_);
    dataset_.weights = seen(weights);
    dataset_.groups = seen(groups);
    kinds_.clear();
    for (const FeatureKind kind : feature_kinds) kinds_.push_back(static_cast<std::uint8_t>(kind));
    dataset_.feature_kinds = seen(kinds_);
    dataset_.feature_groups = seen(feature_groups);
    dataset_.feature_units = seen(feature_units);
    dataset_.feature_costs = seen(feature_costs);
    dataset_.missing = {seen(missing), n, d, n};
    dataset_.target = &target_;
    return Dataset(&dataset_);
  }

 private:
  template <class T>
  static const T* seen(const std::vector<T>& values) {
    return values.empty() ? nullptr : values.data();
  }
  static const tamis_text* texts(const std::vector<std::string>& names, std::vector<tamis_text>& to) {
    to.clear();
    for (const std::string& name : names) to.push_back({name.data(), name.size()});
    return seen(to);
  }
  tamis_label_sets flattened() {
    set_start_.assign(1, 0), set_labels_.clear();
    for (const std::vector<std::int32_t>& set : sets) {
      set_labels_.insert(set_labels_.end(), set.begin(), set.end());
      set_start_.push_back(set_labels_.size());
    }
    return {set_start_.data(), set_labels_.data()};
  }
  tamis_codes coded() {
    codes_.clear(), levels_.clear();
    for (const double v : x) {
      codes_.push_back(static_cast<std::uint8_t>(v));
      if (codes_.back() != v) throw std::invalid_argument(std::to_string(v) + " is no code");
    }
    for (std::size_t j = 0; j < d; ++j)
      levels_.push_back(n == 0 ? 1 : static_cast<std::uint32_t>(std::ranges::max(column(j))) + 1);
    return {codes_.data(), n, d, n, levels_.data()};
  }

  tamis_sparse listed() {
    start_.assign(1, 0), row_.clear(), value_.clear();
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t i = 0; i < n; ++i)
        if (at(i, j) != 0) row_.push_back(static_cast<std::uint32_t>(i)), value_.push_back(at(i, j));
      start_.push_back(row_.size());
    }
    return {start_.data(), row_.data(), value_.data(), n, d};
  }

  std::vector<tamis_text> feature_texts_, class_texts_;
  std::vector<std::uint64_t> set_start_;
  std::vector<std::int32_t> set_labels_;
  std::vector<std::uint8_t> kinds_, codes_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint64_t> start_;
  std::vector<std::uint32_t> row_;
  std::vector<double> value_;
  tamis_target target_{};
  tamis_dataset dataset_{};
};

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Approximately normal: the sum of twelve uniforms.
inline double normal(Rng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += rng.uniform();
  return sum;
}
inline Table random_table(std::size_t n, std::size_t d, std::uint64_t seed) {
  Rng rng(seed);
  Table t(n, d);
  for (double& v : t.x) v = normal(rng);
  return t;
}
/// Small integers: many ties.
inline Table integer_table(std::size_t n, std::size_t d, std::uint64_t seed, std::uint64_t values) {
  Rng rng(seed);
  Table t(n, d);
  for (double& v : t.x) v = static_cast<double>(rng.below(values));
  return t;
}
/// The table with missing cells, about `share` of them, in which an arbitrary number stands.
inline Table with_missing(Table t, double share, std::uint64_t seed) {
  Rng rng(seed);
  t.missing.assign(t.n * t.d, 0);
  for (std::size_t cell = 0; cell < t.missing.size(); ++cell)
    if (rng.uniform() < share) t.missing[cell] = 1, t.x[cell] = 99;
  return t;
}
inline std::vector<std::int32_t> random_labels(std::size_t n, std::uint32_t classes, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::int32_t> y(n);
  for (auto& v : y) v = static_cast<std::int32_t>(rng.below(classes));
  return y;
}
/// Rows that sum to 1.
inline std::vector<double> random_soft(std::size_t n, std::uint32_t classes, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> p(n * classes);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::uint32_t k = 0; k < classes; ++k) sum += p[i + k * n] = rng.uniform();
    for (std::uint32_t k = 0; k < classes; ++k) p[i + k * n] /= sum;
  }
  return p;
}
/// One-hot rows of labels; unknown ones are NaN.
inline std::vector<double> one_hot(const std::vector<std::int32_t>& y, std::uint32_t classes) {
  std::vector<double> p(y.size() * classes, 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::uint32_t k = 0; k < classes; ++k)
      p[i + k * y.size()] = y[i] < 0 ? kUnknown : y[i] == static_cast<std::int32_t>(k) ? 1.0 : 0.0;
  return p;
}

/// The table with samples in another order: sample i of the result is sample order[i]. Votes stay.
inline Table reordered(const Table& t, const std::vector<std::size_t>& order) {
  Table out = t;
  for (std::size_t i = 0; i < t.n; ++i) {
    for (std::size_t j = 0; j < t.d; ++j) out.at(i, j) = t.at(order[i], j);
    for (std::uint32_t k = 0; k < t.classes && !t.soft.empty(); ++k)
      out.soft[i + k * t.n] = t.soft[order[i] + k * t.n];
    if (!t.labels.empty()) out.labels[i] = t.labels[order[i]];
    if (!t.real.empty()) out.real[i] = t.real[order[i]];
    if (!t.sets.empty()) out.sets[i] = t.sets[order[i]];
    if (!t.certainty.empty()) out.certainty[i] = t.certainty[order[i]];
    if (!t.weights.empty()) out.weights[i] = t.weights[order[i]];
    if (!t.groups.empty()) out.groups[i] = t.groups[order[i]];
    for (std::size_t j = 0; j < t.d && !t.missing.empty(); ++j)
      out.missing[i + j * t.n] = t.missing[order[i] + j * t.n];
  }
  return out;
}
inline std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(seed);
  rng.shuffle(order);
  return order;
}

}  // namespace tamis::testing
