/// \file ranking.hpp
/// From the path of a search to an order of all features.
#pragma once

#include <tamis/framework/kernel/kernel_space.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A feature's place in the outcome.
struct RankedFeature {
  Feature feature = 0;
  std::string name;
  bool selected = false;
  bool always = false;          ///< the user wanted it in every subset
  std::optional<double> score;  ///< its own, or that of the step which decided about it
  std::string reason;           ///< the remark of the criterion on the score, or ""
  /// Where a rule chose by p values: of the feature and the target being independent, and that p corrected for
  /// how many there are.
  std::optional<double> p_value = {}, corrected_p = {};
  /// Where knockoffs chose: W, how much more the criterion sees in the feature than in its knockoff, the mean over
  /// the draws; and of several draws the e-value.
  std::optional<double> w = {}, e_value = {};
  std::size_t stage = 0;  ///< of several, from 1: the one that gave the score and the place; 0: there is one
};

/// A number by which a rule chose, as results name it.
struct FoundEvidence {
  std::string_view key, title;  ///< in JSON and CSV; above a column
  double value;
};
/// Those that there are of a feature.
std::vector<FoundEvidence> evidence_of(const RankedFeature& feature);

/// Best first: the selected features (those that never moved by their own score, then in the order in which
/// they joined), then those left out (the last to leave first, then those that never joined, by their own
/// score). O(d log d + path).
/// \param always  sorted.
std::vector<RankedFeature> rank_features(const KernelSpace& space, const Dataset& data, Subset always,
                                         const Traits& traits);

}  // namespace tamis::framework
