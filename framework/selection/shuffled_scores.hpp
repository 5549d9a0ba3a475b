/// \file shuffled_scores.hpp
/// What a criterion says of features that are independent of the target.
#pragma once

#include "shared_draws.hpp"

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/run/score_cache.hpp>
#include <tamis/framework/run/unit_scorer.hpp>
#include <tamis/framework/selection/shuffled_data.hpp>

#include <optional>
#include <span>
#include <vector>

namespace tamis::framework {

/// Scores of additions to a subset after the target, and with it the subset, was shuffled against the other
/// features. Features are units here, see FeatureUnits. A run that goes on has the scores from its memory, and a team
/// shares the permutations.
class ShuffledScores {
 public:
  /// \param criterion     scores additions.
  /// \param data          prepared for it.
  /// \param permutations  the most that are asked for.
  /// \param rng           where they come from.
  /// \param group_score   how a criterion of single features scores a group.
  /// \param space         pays for the scores. References outlive this object.
  ShuffledScores(Registry& registry, const Plan& criterion, const LoadedData& data,
                 std::uint32_t permutations, Rng rng, GroupScore group_score, KernelSpace& space,
                 KernelRuntime& kernel);

  /// A score for each of `features`, none of which is in the subset. Cost: preparing the criterion, and the
  /// scores.
  /// \param permutation  below `permutations`; of a team, in ascending order while subset and features stay.
  /// \throws Error  what the criterion throws, BudgetSpent, Cancelled.
  std::vector<double> of(std::uint32_t permutation, Subset subset, std::span<const Feature> features);
  /// Forgets what the team has scored ahead: subset or features are about to change.
  void begin() { draws_.begin(); }

 private:
  std::vector<double> of_shuffled(std::uint32_t permutation, Subset subset,
                                  std::span<const Feature> features);

  Registry& registry_;
  const Plan& criterion_;
  FeatureUnits units_;
  GroupScore group_score_;
  ShuffledData data_;
  ScoreCache remembered_;
  std::uint64_t key_;
  KernelSpace& space_;
  SharedDraws draws_;
  tamis_runtime silent_;  // without warnings and progress: they would speak of shuffled data
};

}  // namespace tamis::framework
