/// \file mutual_information.hpp
/// The mutual information of two features' codes: an association that does not ask for an order of the codes.
#pragma once

#include "association.hpp"
#include "class_masses.hpp"
#include "coded_features.hpp"
#include "sample_rows.hpp"

namespace tamis::blanket {

/// I(X_i; X_j) = sum_ab p(a, b) ln( p(a, b) / (p(a) p(b)) ) over the copies of the samples, times their weights.
/// For nominal codes, whose correlation means nothing.
///
/// A row costs O(pairs of listed cells in the samples where feature i is listed + levels_i sum_j levels_j).
class MutualInformation final : public Association {
 public:
  MutualInformation(const CodedFeatures& features, const ClassMasses& labels);

  void fill(std::span<const Feature> of, std::span<AssociationRow> rows) const override;

 private:
  void information(Feature i, std::span<double> out) const;

  const CodedFeatures& features_;
  const ClassMasses& labels_;
  SampleRows by_sample_;
  double total_ = 0;
  std::vector<std::size_t> first_;  // of feature j's levels among those of all; one more than features
  std::vector<double> count_;       // the weight of the samples, per feature and level
};

}  // namespace tamis::blanket
