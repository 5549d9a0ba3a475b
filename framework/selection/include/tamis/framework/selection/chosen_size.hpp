/// \file chosen_size.hpp
/// The number of features that a rule has chosen, and why.
#pragma once

#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/selection/size_rule.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A permutation test: whether a feature adds more information on the target to the subset than shuffled features do.
struct SizeTest {
  std::size_t size = 0;  ///< of the subset with the feature
  Feature feature = 0;
  ReasonedScore score;  ///< the score that was compared
  double p = 1;         ///< (1 + permutations with a score as good) / (permutations + 1)
};

/// The results of knockoffs besides the W of each feature. Features are given by name.
struct KnockoffOutcome {
  std::vector<double> thresholds;  ///< of each draw: features with W from here on are selected; infinity: none
  /// With one draw: the number of knockoffs that score as well as the selected features, an estimate of how many of these
  /// are false.
  std::uint64_t against = 0;
  double shrinkage = 0;               ///< of the correlations, 0..1
  std::vector<std::string> constant;  ///< left out
  /// Two features and their correlation.
  struct Alike {
    std::string feature, like;
    double correlation;
  };
  std::vector<Alike> merged;  ///< left out, since `like` represents them
  std::vector<Alike> close;   ///< so similar that neither can be distinguished from its knockoff
};

/// How many features a rule kept, and why.
struct ChosenSize {
  SizeRule rule;
  std::size_t kept = 0;  ///< features that are selected, including those that must always stay
  std::vector<SizeTest>
      tests;  ///< of SizeRule::Kind::permutation: by size, the last one failed or was of all
  /// Features that were left out although a textbook test finds them dependent on the target, in the order of the ranking,
  /// and the name of that test.
  std::vector<Feature> plainly_related = {};
  std::string_view plain_test = "";
  std::optional<KnockoffOutcome> knockoffs = {};  ///< of SizeRule::Kind::knockoffs
  /// For SizeRule::Kind::p_values: how often the target was shuffled; 0: the criterion computes p values itself.
  std::uint32_t permutations = 0;
};

}  // namespace tamis::framework
