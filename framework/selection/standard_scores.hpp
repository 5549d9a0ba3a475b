/// \file standard_scores.hpp
/// Scores of unlike features on one scale.
#pragma once

#include <vector>

namespace tamis::framework {

/// Turns scores into standard scores, in place: of each feature its deviations from their mean in units of their
/// standard deviation, the larger the better. So a feature whose score spreads widely if it is uninformative, as
/// that of a rare flag does, is no standard for others. All draws count alike, so where they are exchangeable
/// they stay so.
///
/// \param scores  draws x features. An infinite score stays the best or the worst that there is, and is left out
///                of mean and deviation; where all others are equal they become 0.
/// O(draws features).
void standardise(std::vector<std::vector<double>>& scores, bool lower_is_better);

}  // namespace tamis::framework
