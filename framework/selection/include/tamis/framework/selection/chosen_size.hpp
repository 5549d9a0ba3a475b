/// \file chosen_size.hpp
/// The size that a rule has chosen, and why.
#pragma once

#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/selection/size_rule.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// Whether a feature tells more of the target, beside the subset that it joins, than features
/// do that are shuffled.
struct SizeTest {
  std::size_t size = 0;  ///< of the subset with the feature
  Feature feature = 0;
  ReasonedScore score;  ///< what was compared
  double p = 1;         ///< (1 + permutations that did as well) / (permutations + 1)
};

/// What knockoffs say besides the W of each feature. Features are named.
struct KnockoffOutcome {
  std::vector<double> thresholds;  ///< of each draw: W from here on counts; infinity: none
  /// Of one draw: how many knockoffs did as well as the selected features, which estimates how many of these are
  /// false.
  std::uint64_t against = 0;
  double shrinkage = 0;               ///< of the correlations, 0..1
  std::vector<std::string> constant;  ///< left out
  /// Two features and their correlation.
  struct Alike {
    std::string feature, like;
    double correlation;
  };
  std::vector<Alike> merged;  ///< left out, since `like` stands for them
  std::vector<Alike> close;   ///< so near that neither can be told from its knockoff
};

/// How many features a rule kept, and why.
struct ChosenSize {
  SizeRule rule;
  std::size_t kept = 0;  ///< features that are selected, those that must always stay among them
  std::vector<SizeTest>
      tests;  ///< of SizeRule::Kind::permutation: by size, the last one failed or was of all
  /// Those left out of which a textbook test says that they are not independent of the target, in the order of
  /// the ranking, and the name of that test.
  std::vector<Feature> plainly_related = {};
  std::string_view plain_test = "";
  std::optional<KnockoffOutcome> knockoffs = {};  ///< of SizeRule::Kind::knockoffs
  /// Of SizeRule::Kind::p_values, by shuffling the target so often; 0: the criterion knows them.
  std::uint32_t permutations = 0;
};

}  // namespace tamis::framework
