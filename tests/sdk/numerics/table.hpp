/// \file table.hpp
/// A dataset that owns its numbers, for tests of methods without a kernel.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/rng.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace tamis::testing {

/// n x d numbers by columns and a target. Copies are independent.
struct Table {
  std::size_t n = 0, d = 0;
  std::vector<double> x;              ///< column-major
  std::vector<double> centre, scale;  ///< empty: distances in the units of x
  TargetKind kind = TargetKind::none;
  std::uint32_t classes = 0;
  std::vector<std::int32_t> labels;
  std::vector<double> soft;  ///< n x classes, column-major
  std::vector<double> real;
  std::vector<std::uint64_t> vote_start;  ///< n + 1, or empty: no votes
  std::vector<std::uint32_t> vote_annotators;
  std::vector<std::int32_t> vote_labels;
  std::uint32_t annotators = 0;

  Table(std::size_t samples, std::size_t features) : n(samples), d(features), x(samples * features) {}
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
    target_.labels = labels.empty() ? nullptr : labels.data();
    target_.soft = {soft.data(), n, classes, n};
    target_.real = real.empty() ? nullptr : real.data();
    if (!vote_start.empty())
      target_.votes = {vote_start.data(), vote_annotators.data(), vote_labels.data(), annotators};
    dataset_ = {};
    dataset_.size = sizeof dataset_;
    dataset_.samples = n;
    dataset_.features = static_cast<std::uint32_t>(d);
    dataset_.dense = {x.data(), n, d, n};
    dataset_.centre = centre.empty() ? nullptr : centre.data();
    dataset_.scale = scale.empty() ? nullptr : scale.data();
    dataset_.target = &target_;
    return Dataset(&dataset_);
  }

 private:
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

}  // namespace tamis::testing
