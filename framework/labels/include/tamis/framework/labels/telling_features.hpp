/// \file telling_features.hpp
/// The few features that show best which class a sample belongs to, for those who look at one.
#pragma once

#include <tamis/dataset.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace tamis::framework {

/// At most `most` of the features, the best first. The first is the one of which the classes explain the
/// most, by the correlation ratio (the share of its variance that lies between the classes); each further one
/// explains the most of what those before it leave: its ratio times 1 - R^2, where R is its multiple
/// correlation with them. Features that are constant, or copies of chosen ones, are never chosen; none are
/// where the data are codes alone. O(most n d), in parallel.
/// \param memberships  n x l: what is most probable is the class.
std::vector<Feature> telling_features(const Dataset& data, std::span<const Feature> features,
                                      ConstMatrix memberships, std::size_t most);

}  // namespace tamis::framework
