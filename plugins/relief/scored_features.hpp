/// \file scored_features.hpp
/// What the criteria of this folder share: all features are scored at once, in prepare().
#pragma once

#include <tamis/sdk.hpp>

#include <string_view>
#include <vector>

namespace tamis::relief {

class ScoredFeatures : public PreparedCriterion {
 public:
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    for (std::size_t i = 0; i < candidates.size(); ++i)
      scores.write(i, undefined_.empty() ? Score(scores_[candidates[i]]) : undefined(undefined_));
  }

 protected:
  /// \param undefined  why no feature has a score; "": they have.
  void set(std::vector<double> scores, std::string_view undefined = "") {
    scores_ = std::move(scores);
    undefined_ = undefined;
  }

 private:
  std::vector<double> scores_;
  std::string_view undefined_;
};

}  // namespace tamis::relief
