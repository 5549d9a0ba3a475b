/// \file tied_features.hpp
/// Features in which samples are equal: then nearest neighbours are chosen by their place in the table, and
/// entropies made of their distances may say nothing.
#pragma once

#include <tamis/sdk.hpp>

#include <string_view>

namespace tamis::mutual_information {

/// Warns of features in which some samples are equal: a sphere that ends among samples which are equally far
/// takes them by their place in the table, where no jitter parts them. O(d n log n).
void warn_of_order(const Dataset& data, const Runtime& runtime);

/// Warns of features in which most samples are equal to k others and more, before they are scored one by one:
/// beside other features samples are not tied. The distance to their k-th neighbour
/// is then 0, or what the jitter adds, and an entropy made of such distances measures how many samples are tied:
/// rare values win. Constant features are passed over. O(d n log n).
/// \param criterion  its id, for the sentence.
void warn_of_ties(const Dataset& data, std::size_t k, std::string_view criterion, const Runtime& runtime);

}  // namespace tamis::mutual_information
