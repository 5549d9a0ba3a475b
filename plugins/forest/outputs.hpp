/// \file outputs.hpp
/// What the trees learn: one class per sample, or numbers.
#pragma once

#include "bins.hpp"

#include <Eigen/Core>

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

  Outputs() = default;
  /// \throws DataError  fewer than two samples can be learned from.
  explicit Outputs(const Dataset& data);

  std::size_t count() const { return static_cast<std::size_t>(values.cols()); }
  /// Whether two samples teach the same.
  bool same(Sample i, Sample j) const {
    return labels.empty() ? values.row(i) == values.row(j) : labels[i] == labels[j];
  }
  double weight(Sample i) const { return weights.empty() ? 1 : weights[i]; }

  /// For each sample the one whose values its shadow has: the known ones change places among themselves.
  std::vector<Sample> shuffled(Rng& rng) const;
};

}  // namespace tamis::forest
