/// \file outputs.hpp
/// What the trees learn: one class per sample, or numbers.
#pragma once

#include "bins.hpp"

#include <Eigen/Core>
#include <tamis/numerics/sample_groups.hpp>

namespace tamis::forest {

/// The target as numbers to be predicted: of classes a share of each, of real values the value itself. Gini's
/// impurity of classes, and of soft labels, is the sum of the variances of these shares, so one rule of
/// splitting serves all.
struct Outputs {
  std::vector<std::int32_t>
      labels;                   ///< -1 unknown; where every sample has one class and no weight, else empty
  Eigen::MatrixXd values;       ///< samples x outputs, NaN where unknown
  std::vector<double> weights;  ///< of samples, 1 on the average of the known ones; empty: all 1
  std::vector<Sample> known;    ///< samples that can be learned from: of some weight; ascending

  /// Known samples come into a bag by lots: each alone, unless draw_together() was called.
  static constexpr std::uint32_t kNoLot = 0xFFFFFFFF;
  std::size_t lots = 0;            ///< how many there are to be drawn
  std::vector<std::uint32_t> lot;  ///< of each sample; kNoLot: no tree draws it
  /// How many known samples a sample in the bag is: itself and copies that teach the same; 0 for these.
  std::vector<std::uint16_t> stands_for;

  Outputs() = default;
  /// \throws DataError  fewer than two samples can be learned from.
  explicit Outputs(const Dataset& data);

  std::size_t count() const { return static_cast<std::size_t>(values.cols()); }
  /// Whether two samples teach the same.
  bool same(Sample i, Sample j) const {
    return labels.empty() ? values.row(i) == values.row(j) : labels[i] == labels[j];
  }
  double weight(Sample i) const { return weights.empty() ? 1 : weights[i]; }

  /// Makes a lot of each group, so that its samples are in a bag together or out of it together, also those
  /// that cannot be learned from. Copies of a row that teach the same become one sample that counts as often,
  /// so that a leaf of so many distinct samples cannot be made of them.
  void draw_together(const numerics::SampleGroups& groups);

  /// Of all known samples: the sum of the outputs' variances, which of classes is Gini's impurity.
  double impurity() const;

  /// For each sample the one whose values its shadow has: the known ones change places among themselves.
  std::vector<Sample> shuffled(Rng& rng) const;
};

}  // namespace tamis::forest
