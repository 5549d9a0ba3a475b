/// \file p_value_rule.hpp
/// A p value for each feature, and which of them count when there are many.
#pragma once

#include "shuffled_scores.hpp"

#include <tamis/framework/selection/result.hpp>

#include <vector>

namespace tamis::framework {

/// Selects the features whose p value, corrected for their number, is at most `fdr`: by the criterion's own p values
/// where it knows them (Criterion::p_values), else by shuffling the target against all features. What is tested is
/// whether the feature alone and the target are independent, so each of several copies is a discovery.
///
/// Shuffling stops for a feature once ten permutations have scored as well: p = 10 / permutations until then, which
/// is exact for any number of permutations (Besag, Clifford. Sequential Monte Carlo p-values. Biometrika 78 (1991)
/// 301-304), else (1 + those that scored as well) / (permutations + 1). So an uninformative feature costs some
/// twenty permutations, and those that tell something cost all.
///
/// A group of k features has the least of their own p values times k (Bonferroni), or a p value by shuffling like a feature. A
/// categorical column whose codes the criterion reads has the p value of the column.
class PValueRule {
 public:
  /// \param criterion  of single features.
  /// \param data       prepared for it.
  /// \param rng        where permutations come from.
  /// \param space      pays for the scores. References outlive this object.
  PValueRule(Registry& registry, const Plan& criterion, const LoadedData& data, const SizeRule& rule, Rng rng,
             GroupScore group_score, KernelSpace& space, KernelRuntime& kernel);

  /// Marks in `result.ranking` what is selected, gives each feature its p value, and orders by it; features without a
  /// score have none, and are not counted.
  /// \param criterion  prepared, for its own p values.
  /// \throws Error  what the criterion throws, BudgetSpent, Cancelled; nothing is marked then.
  void choose(StageResult& result, const Criterion& criterion);

 private:
  std::vector<double> own_p_values(const Criterion& criterion) const;
  std::vector<double> by_shuffling(const StageResult& result);

  FeatureUnits units_;
  std::vector<char> is_coded_;  // of each unit: a categorical column, all of whose features have its codes
  std::string id_;
  SizeRule rule_;
  std::uint32_t permutations_;  // the most
  ShuffledScores shuffled_;
  KernelSpace& space_;
  KernelRuntime& kernel_;
  std::uint32_t made_ = 0;  // permutations
};

}  // namespace tamis::framework
