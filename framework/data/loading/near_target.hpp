/// \file near_target.hpp
/// Features that predict the target nearly without error, as a copy of it does that was made later, or with a few changes.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tamis::framework {

/// Measures how well one feature by itself predicts a target.
///
/// Classes are predicted by the most frequent class of each value if there are at most 20 values, otherwise by thresholds, one
/// interval per class. A real target is compared by Spearman's rank correlation.
class NearTarget {
 public:
  /// \param target  outlives this object. O(n log n).
  explicit NearTarget(const TargetColumn& target);

  /// The share of samples whose class the feature predicts, if that is at least 0.99 and at most a tenth of those outside of the most
  /// frequent class are wrong; the absolute rank correlation with a real target, if that is at least 0.999. Otherwise
  /// nothing, as for fewer than 50 known targets, fewer than 10 outside of the most frequent class, and sets of labels.
  /// \param values  n, without gaps. O(n (log n + l)) for l classes, and n of memory; for most
  /// features 128 samples of each class decide, or 2048 in all if there are more than 16 classes.
  std::optional<double> agreement(std::span<const double> values) const;

 private:
  std::optional<double> agreement_with_classes(std::span<const double> values) const;
  std::optional<double> agreement_with_numbers(std::span<const double> values) const;

  const TargetColumn& target_;
  std::vector<std::uint64_t> known_, few_;  // samples: all whose target is known; some, of each class as many
  std::uint64_t outside_ = 0;               // of the most frequent class
  std::vector<double> ranks_, few_ranks_;   // of a real target
};

}  // namespace tamis::framework
