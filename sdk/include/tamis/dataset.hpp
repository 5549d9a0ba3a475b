/// \file dataset.hpp
/// The data of a method: features as columns, the target, and the units of distances.
#pragma once

#include <tamis/detail/guard.hpp>
#include <tamis/errors.hpp>
#include <tamis/target.hpp>

#include <algorithm>
#include <span>

namespace tamis {

/// What the values of a feature mean. number: differences have a meaning; ordinal: only the order; nominal: only equality,
/// since the values are codes of categories.
enum class FeatureKind : int {
  number = TAMIS_FEATURE_NUMBER,
  ordinal = TAMIS_FEATURE_ORDINAL,
  nominal = TAMIS_FEATURE_NOMINAL
};

/// The data of a method: n samples, d features, a target. A view; copy it freely. The memory that it shows outlives every
/// component, does not change, and may be read by many threads.
///
/// Features are numbers (column(), dense(), sparse()), codes (codes()), or both. The criterion chooses in its describe(), and
/// its parts get the same. There are dense columns unless the criterion reads codes alone, or says sparse() and the data are
/// sparse. There are codes if it says discrete(). In Criterion::cost() and while labels are corrupted, there may be neither.
/// A noise model or a metric, which may be part of any criterion, therefore tests has_dense() and has_codes() first.
class Dataset {
 public:
  /// An empty dataset: assign to it before use.
  Dataset() = default;
  /// For the SDK and for tests; `d` outlives this object.
  explicit Dataset(const tamis_dataset* d) : d_(d) {}

  /// n; at least 2 in a run.
  std::uint64_t samples() const { return d_->samples; }
  /// d; features are 0..d-1.
  std::uint32_t features() const { return d_->features; }

  /// Whether there are dense columns: column(), dense().
  bool has_dense() const { return d_->dense.data != nullptr; }
  /// The n values of feature j, finite, in the user's units.
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
  /// The number of possible codes of feature j, 1 to 256; not all of them need occur.
  /// \throws PluginError  unless has_codes().
  std::uint32_t levels(Feature j) const {
    if (!has_codes()) refuse("codes", "has_codes", j);
    return d_->codes.levels[j];
  }
  /// Whether there are codes: codes(), levels().
  bool has_codes() const { return d_->codes.data != nullptr; }
  /// The same features as compressed sparse columns, if the data are sparse: feature j has value[e] at sample row[e],
  /// ascending, for start[j] <= e < start[j + 1], and 0 elsewhere. start == nullptr: there are none. Unless the criterion
  /// says sparse(), there are also dense columns or codes.
  const tamis_sparse& sparse() const { return d_->sparse; }
  /// Whether there are sparse columns: sparse().
  bool has_sparse() const { return d_->sparse.start != nullptr; }
  /// Writes the n values of feature j, from its dense or its sparse column. O(n).
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

  /// Distances are measured on (x - centre) / scale: z-scores by default; x itself (centre 0, scale 1) if the user turned
  /// standardisation off or the criterion does not say distances().
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

  /// The observed target.
  Target target() const { return Target(d_->target); }
  /// Whether the true target is known, as in experiments on data with clean labels.
  bool has_clean_target() const { return d_->clean != nullptr; }
  /// The true target; only if has_clean_target(). It is for reports (Criterion::report). Scores must not depend on it, which
  /// the conformance kit checks.
  Target clean_target() const { return Target(d_->clean); }
  /// The n sample weights, not negative; or empty: equal weights.
  std::span<const double> weights() const { return {d_->weights, d_->weights ? samples() : 0}; }
  /// The n groups of the samples, numbered from 0; or empty: no groups. Samples of one group are dependent (those of one
  /// patient, say).
  std::span<const std::int32_t> groups() const { return {d_->groups, d_->groups ? samples() : 0}; }
  /// What the values of feature j mean; number if that is not known. Nominal features of one feature_unit() are the indicators,
  /// 0 or 1, of one categorical column: at most one of them is 1 in a sample. Each of them has the codes() of the column: which
  /// of them is 1, from 0, and behind them that none is, and that the cell is missing. See numerics/table_columns.hpp.
  FeatureKind kind(Feature j) const {
    return detail::has_slot(*d_, &tamis_dataset::feature_kinds)
               ? static_cast<FeatureKind>(d_->feature_kinds[j])
               : FeatureKind::number;
  }
  /// The group of feature j, numbered from 0, or -1 if it is in none. Features of one group belong together: the one-hot
  /// columns of one categorical column, say.
  std::int32_t feature_group(Feature j) const {
    return detail::has_slot(*d_, &tamis_dataset::feature_groups) ? d_->feature_groups[j] : -1;
  }
  /// The group with which feature j is selected as one, numbered from 0, or -1 if it is selected by itself: a feature group of the
  /// user, say, or the one-hot columns of a categorical column. Features of a feature_group() may be selected one by one.
  std::int32_t feature_unit(Feature j) const {
    return detail::has_slot(*d_, &tamis_dataset::feature_units) ? d_->feature_units[j] : -1;
  }
  /// What it costs to measure feature j, above 0, in the user's unit; 1 if costs are not known.
  double feature_cost(Feature j) const {
    return detail::has_slot(*d_, &tamis_dataset::feature_costs) ? d_->feature_costs[j] : 1.0;
  }
  /// Whether some cells are missing: missing().
  bool has_missing() const {
    return detail::has_member(*d_, &tamis_dataset::missing) && d_->missing.data != nullptr;
  }
  /// Which of the n cells of feature j are missing: not 0. The values hold what the host put there instead. Empty unless
  /// has_missing().
  std::span<const std::uint8_t> missing(Feature j) const {
    if (!has_missing()) return {};
    return {d_->missing.data + j * d_->missing.stride, samples()};
  }
  /// Whether a cell of feature j is missing. O(n).
  bool has_missing(Feature j) const {
    return std::ranges::any_of(missing(j), [](std::uint8_t m) { return m != 0; });
  }
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
