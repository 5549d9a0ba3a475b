/// \file absolute_correlation.hpp
/// The absolute correlation of codes, in whole numbers.
#pragma once

#include "association.hpp"
#include "class_masses.hpp"
#include "coded_features.hpp"
#include "sample_rows.hpp"

namespace tamis::blanket {

/// rho_ij = |Cov(X_i, X_j)| / (std X_i std X_j) over the copies of the samples; 0 with a constant feature
/// (Li 2024, step 1). For a fixed i the order of rho_ij^2 is that of C_ij^2 / V_j with
/// C_ij = N S_ij - S_i S_j and V_j = C_jj, which are whole numbers: features that are exactly equally
/// correlated are found to be so. Codes count from each feature's most frequent one, which changes no C.
///
/// A row costs O(pairs of listed cells in the samples where feature i is listed), or, where few cells are at
/// their most frequent code, O(n d) of 16-bit products.
class AbsoluteCorrelation final : public Association {
 public:
  AbsoluteCorrelation(const CodedFeatures& features, const ClassMasses& labels, const Runtime& runtime);

  void fill(std::span<const Feature> of, std::span<AssociationRow> rows) const override;
  std::size_t rows_at_once() const override;
  bool before(const AssociationRow& row, Feature a, Feature b) const override;

 private:
  void sparse_products(Feature i, std::span<std::int64_t> products) const;
  void dense_products(std::span<const Feature> of, std::span<AssociationRow> rows) const;
  bool is_dense() const { return !dense_.empty(); }

  const CodedFeatures& features_;
  const ClassMasses& labels_;
  std::int64_t copies_ = 0;             // N
  std::vector<std::int64_t> sum_;       // S_j
  std::vector<std::int64_t> variance_;  // V_j
  std::vector<double> inverse_;         // 1 / V_j, or 0
  SampleRows by_sample_;                // where few cells are listed ...
  std::vector<std::int16_t> offsets_;   // ... with what each counts
  std::vector<std::int16_t> dense_;     // n x d offsets, where many cells are listed
};

}  // namespace tamis::blanket
