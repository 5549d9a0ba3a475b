/// \file dataset.hpp
/// The table that a method sees: features as columns, the target, and in which units distances are measured.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/target.hpp>

#include <algorithm>
#include <span>

namespace tamis {

/// A view; copy it freely. What it shows outlives every component. n samples, d features, as numbers or as
/// codes or both.
/// \throws PluginError  from what reads numbers or codes where there are none.
class Dataset {
 public:
  Dataset() = default;
  explicit Dataset(const tamis_dataset* d) : d_(d) {}

  std::uint64_t samples() const { return d_->samples; }
  std::uint32_t features() const { return d_->features; }

  bool has_dense() const { return d_->dense.data != nullptr; }
  /// Feature j as it was given: finite, in the user's units.
  Column column(Feature j) const {
    if (!has_dense()) refuse("numbers", "has_dense", j);
    return ConstMatrix(d_->dense).column(j);
  }
  /// n x d.
  ConstMatrix dense() const { return d_->dense; }
  /// Feature j as codes 0..levels-1, for discrete methods.
  std::span<const std::uint8_t> codes(Feature j) const {
    if (!has_codes()) refuse("codes", "has_codes", j);
    return {d_->codes.data + j * d_->codes.stride, samples()};
  }
  std::uint32_t levels(Feature j) const {
    if (!has_codes()) refuse("codes", "has_codes", j);
    return d_->codes.levels[j];
  }
  bool has_codes() const { return d_->codes.data != nullptr; }
  const tamis_sparse& sparse() const { return d_->sparse; }

  /// Distances are measured on (x - centre) / scale: z-scores by default, x itself when refused.
  double centre(Feature j) const { return d_->centre ? d_->centre[j] : 0.0; }
  double scale(Feature j) const { return d_->scale ? d_->scale[j] : 1.0; }
  /// Writes feature j in the units of distances; out has n places.
  void scaled_column(Feature j, std::span<double> out) const {
    const Column x = column(j);
    if (!d_->scale) {
      std::copy(x.begin(), x.end(), out.begin());
      return;
    }
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = (x[i] - d_->centre[j]) / d_->scale[j];
  }

  Target target() const { return Target(d_->target); }
  bool has_clean_target() const { return d_->clean != nullptr; }
  Target clean_target() const { return Target(d_->clean); }
  /// Sample weights, or empty.
  std::span<const double> weights() const { return {d_->weights, d_->weights ? samples() : 0}; }
  /// Sample groups, or empty.
  std::span<const std::int32_t> groups() const { return {d_->groups, d_->groups ? samples() : 0}; }
  std::string_view feature_name(Feature j) const {
    return d_->feature_names ? std::string_view{d_->feature_names[j].data, d_->feature_names[j].size}
                             : std::string_view{};
  }
  const tamis_dataset* raw() const { return d_; }

 private:
  [[noreturn, gnu::cold, gnu::noinline]] static void refuse(const char* what, const char* ask, Feature j) {
    throw PluginError(std::string("reads a feature's ") + what + ", and these data have none: ask " + ask +
                          "() first (codes are made for a criterion that says discrete(); before prepare(), "
                          "as in cost(), there may be neither)",
                      at_feature(j));
  }

  const tamis_dataset* d_ = nullptr;
};

}  // namespace tamis
