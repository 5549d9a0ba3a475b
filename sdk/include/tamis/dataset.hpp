/// \file dataset.hpp
/// The table that a method sees: features as columns, the target, and in which units distances are measured.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/target.hpp>

#include <algorithm>
#include <span>

namespace tamis {

/// A table as a method sees it: n samples, d features, a target. A view; copy it freely. What it shows
/// outlives every component, does not change, and may be read by many threads.
///
/// Features come as numbers (column(), dense(), sparse()) or as codes (codes()) or both; which, the criterion
/// says in its describe(), and its parts get the same. Numbers as dense columns are there unless the
/// criterion reads codes alone, or says sparse() and the data came as sparse columns; codes are there where it
/// says discrete(). Before prepare(), in Criterion::cost() and where labels are corrupted, there may be none of
/// them. So what may stand inside other criteria asks has_dense() and has_codes() first.
class Dataset {
 public:
  /// No dataset: to be assigned to before anything is asked of it.
  Dataset() = default;
  /// For the SDK and for tests; `d` outlives this object.
  explicit Dataset(const tamis_dataset* d) : d_(d) {}

  /// n; at least 2 in a run.
  std::uint64_t samples() const { return d_->samples; }
  /// d; features are 0..d-1.
  std::uint32_t features() const { return d_->features; }

  /// Whether column() and dense() have something to read.
  bool has_dense() const { return d_->dense.data != nullptr; }
  /// Feature j as it was given: n values, finite, in the user's units.
  /// \throws PluginError  unless has_dense().
  Column column(Feature j) const {
    if (!has_dense()) refuse("numbers", "has_dense", j);
    return ConstMatrix(d_->dense).column(j);
  }
  /// All features, n x d; its data is null unless has_dense().
  ConstMatrix dense() const { return d_->dense; }
  /// Feature j as n codes 0..levels(j)-1, for discrete methods.
  /// \throws PluginError  unless has_codes().
  std::span<const std::uint8_t> codes(Feature j) const {
    if (!has_codes()) refuse("codes", "has_codes", j);
    return {d_->codes.data + j * d_->codes.stride, samples()};
  }
  /// How many codes feature j can have, 1 to 256; not each need occur.
  /// \throws PluginError  unless has_codes().
  std::uint32_t levels(Feature j) const {
    if (!has_codes()) refuse("codes", "has_codes", j);
    return d_->codes.levels[j];
  }
  /// Whether codes() and levels() have something to read.
  bool has_codes() const { return d_->codes.data != nullptr; }
  /// The same features by their values that are not 0, where the data came so: feature j has value[e] at
  /// sample row[e], ascending, for start[j] <= e < start[j + 1]. start == nullptr: they are not given so. Dense
  /// columns or codes are there besides, unless the criterion says sparse().
  const tamis_sparse& sparse() const { return d_->sparse; }
  /// Whether sparse() has something to read.
  bool has_sparse() const { return d_->sparse.start != nullptr; }
  /// Writes feature j as it was given, from its dense column or its sparse one; out has n places. O(n).
  /// \throws PluginError  unless has_dense() or has_sparse().
  void copy_column(Feature j, std::span<double> out) const {
    if (has_dense() || !has_sparse()) {
      std::ranges::copy(column(j), out.begin());
      return;
    }
    std::ranges::fill(out, 0.0);
    for (auto e = d_->sparse.start[j]; e < d_->sparse.start[j + 1]; ++e)
      out[d_->sparse.row[e]] = d_->sparse.value[e];
  }

  /// Distances are measured on (x - centre) / scale: z-scores by default, x itself (centre 0, scale 1) when
  /// the user refused them or the criterion does not say distances().
  double centre(Feature j) const { return d_->centre ? d_->centre[j] : 0.0; }
  /// See centre(); above 0.
  double scale(Feature j) const { return d_->scale ? d_->scale[j] : 1.0; }
  /// Writes feature j in the units of distances; out has n places. O(n).
  /// \throws PluginError  unless has_dense().
  void scaled_column(Feature j, std::span<double> out) const {
    const Column x = column(j);
    if (!d_->scale) {
      std::copy(x.begin(), x.end(), out.begin());
      return;
    }
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = (x[i] - d_->centre[j]) / d_->scale[j];
  }

  /// What was observed of the outcome.
  Target target() const { return Target(d_->target); }
  /// Whether the truth is known, as in experiments on data with clean labels.
  bool has_clean_target() const { return d_->clean != nullptr; }
  /// The truth behind target(), only where has_clean_target(). It is there to be reported on
  /// (Criterion::report); scores must not depend on it, which the conformance kit checks.
  Target clean_target() const { return Target(d_->clean); }
  /// Sample weights, n of them, not negative; or empty: all the same.
  std::span<const double> weights() const { return {d_->weights, d_->weights ? samples() : 0}; }
  /// Sample groups, n numbers from 0; or empty: no groups. Samples of one group
  /// belong together (a patient's).
  std::span<const std::int32_t> groups() const { return {d_->groups, d_->groups ? samples() : 0}; }
  /// The name of feature j, for reports; or "".
  std::string_view feature_name(Feature j) const {
    return d_->feature_names ? std::string_view{d_->feature_names[j].data, d_->feature_names[j].size}
                             : std::string_view{};
  }
  /// The data as they cross the boundary.
  const tamis_dataset* raw() const { return d_; }

 private:
  [[noreturn, gnu::cold, gnu::noinline]] static void refuse(const char* what, const char* ask, Feature j) {
    throw PluginError(
        std::string("reads a feature's ") + what + ", and these data have none: ask " + ask +
            "() first (codes are made for a criterion that says discrete(), and one that says sparse() "
            "gets sparse columns as they come; before prepare(), as in cost(), there may be none)",
        at_feature(j));
  }

  const tamis_dataset* d_ = nullptr;
};

}  // namespace tamis
