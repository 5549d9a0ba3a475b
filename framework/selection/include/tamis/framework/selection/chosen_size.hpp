/// \file chosen_size.hpp
/// The size that a rule has chosen, and why.
#pragma once

#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/selection/size_rule.hpp>

#include <cstdint>
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
};

}  // namespace tamis::framework
