/// \file weighted_correlation.hpp
/// The absolute correlation of codes over samples with weights.
#pragma once

#include "association.hpp"
#include "class_masses.hpp"
#include "sample_rows.hpp"

namespace tamis::blanket {

/// rho_ij^2 over the samples, each as often as its weight says; 0 with a constant feature. It orders features as
/// AbsoluteCorrelation does, but weights are no whole numbers, so that equal correlations are equal in steps of
/// 1e-12 and not exactly.
///
/// A row costs O(pairs of listed cells in the samples where feature i is listed + d).
class WeightedCorrelation final : public Association {
 public:
  WeightedCorrelation(const CodedFeatures& features, const ClassMasses& labels);

  void fill(std::span<const Feature> of, std::span<AssociationRow> rows) const override;

 private:
  void squared_correlations(Feature i, std::span<double> out) const;

  const CodedFeatures& features_;
  const ClassMasses& labels_;
  SampleRows by_sample_;
  double total_ = 0;
  std::vector<double> mean_;      // of the offsets of feature j
  std::vector<double> variance_;  // 0 of a constant feature
};

}  // namespace tamis::blanket
