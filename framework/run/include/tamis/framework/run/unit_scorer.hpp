/// \file unit_scorer.hpp
/// Scores groups of features by a criterion that knows only features.
#pragma once

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/kernel/scorer.hpp>
#include <tamis/framework/run/group_score.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// The scorer of a search whose features are units. Another scorer, of features, computes the scores:
/// - if the criterion measures subsets, the score of a move is that of the features of all units after the move;
/// - if it measures single features, a group has the score of its members that GroupScore says.
/// Without groups the calls are passed on as they are.
class UnitScorer final : public Scorer {
 public:
  /// \param features  scores moves of features, whole subsets too if it depends on the subset; outlives this object.
  /// \param units     outlives this object.
  UnitScorer(Scorer& features, const FeatureUnits& units, const Traits& traits, GroupScore group_score)
      : scorer_(features), units_(units), traits_(traits), group_score_(group_score) {}

  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;
  void score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) override;

 private:
  void score_members(Subset inside, Move move, std::span<const Feature> candidates, std::span<double> scores,
                     Reasons& reasons);
  void score_subsets_after(Subset subset, Move move, std::span<const Feature> candidates,
                           std::span<double> scores, Reasons& reasons);

  Scorer& scorer_;
  const FeatureUnits& units_;
  Traits traits_;
  GroupScore group_score_;
};

}  // namespace tamis::framework
