/// \file cfs.hpp
/// Correlation-based feature selection.
#pragma once

#include "uncertainties.hpp"

#include <vector>

namespace tamis::information {

/// merit(S) = sum_x SU(x; y) / sqrt(|S| + 2 sum_{x < z} SU(x; z)), larger is better: features that go with the class and not with
/// each other. A constant feature counts as one whose uncertainties are 0,
/// and no feature has the merit 0.
///
/// M. A. Hall. Correlation-based feature selection for machine learning. PhD thesis, Waikato 1999; ICML 2000.
///
/// O(n d) for each feature that is part of a subset, once; O(|S|^2) per subset.
class Cfs final : public SubsetCriterion {
 public:
  using Options = CountingOptions;
  Options options;

  static constexpr auto describe() {
    return with_counting(
        tamis::describe<Cfs>("cfs", "Correlation-based feature selection: merit of a subset")
            .cites(
                "Hall. Correlation-based feature selection for discrete and numeric class machine learning. ICML 2000")
            .measures(Measures::subset));
  }

  void prepare(const Dataset& data, const Runtime& runtime) override {
    SubsetCriterion::prepare(data, runtime);
    uncertainties_ = Uncertainties(data, runtime, options);
  }
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    uncertainties_.compare_with(columns_of(data(), subset));
    SubsetCriterion::score(subset, move, candidates, scores);
  }
  void score_subsets(const Subsets& subsets, Scores& scores) override {
    for (std::size_t i = 0; i < subsets.size(); ++i)
      uncertainties_.compare_with(columns_of(data(), subsets[i]));
    SubsetCriterion::score_subsets(subsets, scores);
  }
  Score score_subset(Subset subset, const Dataset&) const override;
  Cost cost(const Dataset& data) const override {
    const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
    return {2 * n * d, 4 * n};
  }

 private:
  /// The first feature of each column: all values of a categorical column have its codes.
  static std::vector<Feature> columns_of(const Dataset& data, Subset features);

  Uncertainties uncertainties_;
};

}  // namespace tamis::information
