/// \file permutation_test.hpp
/// Is the next feature of a walk better than chance?
#pragma once

#include "shuffled_scores.hpp"

#include <tamis/framework/selection/chosen_size.hpp>

#include <vector>

namespace tamis::framework {

/// Tests a feature f that joins a subset S, of a walk that goes from small to large.
///
/// The statistic is the score of S with f, or where the criterion measures features that of f, in units of its
/// spread if f is uninformative: see standardise(). What it is compared with is the best of all candidates
/// outside S after the target, and with it S, was shuffled against them:
///
///     p = (1 + #{permutations whose best score is as good}) / (permutations + 1).
///
/// The best and not the one of f, since f was chosen as the best of many: with d useless candidates the best
/// of them passes a test of its own at the level a with probability 1 - (1 - a)^d, about. This is the maximum
/// statistic of Westfall, Young. Resampling-Based Multiple Testing. Wiley 1993, step-down as S grows: as long
/// as one stops at the first feature that fails, an uninformative feature is kept with probability
/// `level` at most, where features outside S tell nothing of S either. For criteria of subsets the idea is
/// that of Francois, Rossi, Wertz, Verleysen. Neurocomputing 70 (2007) 1276-1288,
/// DOI 10.1016/j.neucom.2006.11.019, who shuffle the chosen feature alone.
///
/// Cost: for criteria of features, preparing and scoring all features per permutation, once for all tests,
/// which keep a double per feature and permutation; for others, preparing and scoring the candidates per
/// permutation and test.
class PermutationTest {
 public:
  /// \param criterion  scores additions.
  /// \param data       prepared for it.
  /// \param space      pays for the scores.
  /// \param rng        where the permutations come from. References outlive this object.
  PermutationTest(Registry& registry, const Plan& criterion, const LoadedData& data, const SizeRule& rule,
                  Rng rng, GroupScore group_score, KernelSpace& space, KernelRuntime& kernel);

  /// The test of `feature`, outside of `subset`.
  /// \param subset  sorted; for criteria of features each holds the one before.
  /// \throws Error  what the criterion throws, BudgetSpent, Cancelled.
  SizeTest test(Subset subset, Feature feature);
  bool passes(const SizeTest& test) const { return test.p <= rule_.level; }
  const SizeRule& rule() const { return rule_; }

 private:
  std::uint32_t as_good_features(Feature feature, Subset subset, const std::vector<Feature>& outside);
  std::uint32_t as_good_subsets(const SizeTest& test, Subset subset, const std::vector<Feature>& outside);
  void score_features(const std::vector<Feature>& outside);
  void tell_progress(std::size_t size, std::uint32_t permutation) const;
  double best_of(std::span<const double> scores) const;
  static Feature best_feature(const std::vector<double>& scores, const std::vector<Feature>& outside);

  ShuffledScores shuffled_;
  SizeRule rule_;
  KernelSpace& space_;
  Runtime runtime_;
  // Where the criterion measures features: their standard scores, on the data and on each permutation, and the
  // best feature of each permutation outside the subset.
  std::vector<std::vector<double>> standard_;
  std::vector<Feature> best_;
};

}  // namespace tamis::framework
