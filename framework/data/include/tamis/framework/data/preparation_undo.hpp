/// \file preparation_undo.hpp
/// PreparationOptions data for one criterion after the other, each from the data as they were loaded.
#pragma once

#include <tamis/framework/data/prepare.hpp>

namespace tamis::framework {

/// Remembers what prepare_data() changes. The table itself is not copied: rows that a preparation drops are
/// set aside and put back.
class PreparationUndo {
 public:
  /// Copies what is known per sample: the target, weights, groups, row numbers. O(n l).
  explicit PreparationUndo(const LoadedData& data);

  /// prepare_data(), so that restore() can undo it. One preparation at a time.
  void prepare(LoadedData& data, const DataRequirements& needs, const PreparationOptions& how,
               std::string_view criterion_id);
  /// Which samples the latest preparation kept; empty: all.
  std::span<const char> kept() const { return dropped_.kept; }
  /// The data as they were loaded, of some features only. In place, O(cells that are left).
  /// \param features  of `data`, ascending.
  void restore(LoadedData& data, std::span<const Feature> features);
  /// The samples and their target as they were loaded, with no features.
  LoadedData without_features() const;

 private:
  /// All of `parts` but what belongs to features.
  void copy_samples_to(DataTable& parts) const;

  std::uint64_t samples_;
  TargetColumn target_;
  std::optional<TargetColumn> clean_;
  std::vector<double> weights_;
  std::vector<std::int32_t> groups_;
  std::vector<std::uint64_t> sample_rows_, sample_lines_;
  DroppedSamples dropped_;
};

}  // namespace tamis::framework
