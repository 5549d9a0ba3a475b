/// \file tied_features.hpp
/// Features with so few distinct values that entropies from nearest neighbours say nothing of them.
#pragma once

#include <tamis/sdk.hpp>

#include <string_view>

namespace tamis::mutual_information {

/// Warns of features in which most samples are equal to k others and more, before they are scored one by one:
/// beside other features samples are not tied. The distance to their k-th neighbour
/// is then 0, or what the jitter adds, and an entropy made of such distances measures how many samples are tied:
/// rare values win. Constant features are passed over. O(d n log n).
/// \param criterion  its id, for the sentence.
void warn_of_ties(const Dataset& data, std::size_t k, std::string_view criterion, const Runtime& runtime);

}  // namespace tamis::mutual_information
