/// \file ranking.hpp
/// The ranking of all features, derived from the path of a search.
#pragma once

#include <tamis/framework/kernel/kernel_space.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A feature in the ranking, or a group of features that is selected as one.
struct RankedFeature {
  Feature feature = 0;
  std::string name;
  bool selected = false;
  bool always = false;          ///< the user wanted it in every subset
  std::optional<double> score;  ///< its own, or that of the step that added or removed it
  std::string
      reason;  ///< the remark of the criterion on the score, or why a limit of the goal left the feature out, or ""
  std::optional<double> cost = {};  ///< if costs are known
  /// If a rule chose by p values: the p value of independence of the target, and the corrected one.
  std::optional<double> p_value = {}, corrected_p = {};
  /// If knockoffs chose: W, the score of the feature minus that of its knockoff, averaged over the draws; and with several
  /// draws the e-value.
  std::optional<double> w = {}, e_value = {};
  std::size_t stage = 0;  ///< of several, from 1: the stage that determined score and rank; 0: there is only one
  std::vector<std::string> members = {};  ///< the names of the features of a group; empty: it is a feature
};

/// A number beside the score (the cost of a feature, its p value), with its names in results.
struct FoundEvidence {
  std::string_view key, title;  ///< in JSON and CSV; above a column
  double value;
};
/// The numbers of a feature that are present.
std::vector<FoundEvidence> evidence_of(const RankedFeature& feature);

/// Best first: the selected features (first those that were never moved, by their own score, then in the order in which they
/// joined), then those left out (the last one removed first, then those that never joined, by their own score).
/// O(d log d + path).
/// \param always  sorted.
std::vector<RankedFeature> rank_features(const KernelSpace& space, const Dataset& data, Subset always,
                                         const Traits& traits);

}  // namespace tamis::framework
