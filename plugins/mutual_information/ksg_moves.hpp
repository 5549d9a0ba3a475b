/// \file ksg_moves.hpp
/// Estimates of a subset and of all subsets that differ from it by one feature, in the cheapest way.
#pragma once

#include "ksg_space.hpp"

namespace tamis::mutual_information {

/// I of any number of features; 0 of none.
double information(KsgColumns features, const KsgTarget& target, const Runtime& runtime);

/// In so many features a ball's walk outwards (ksg_strips.hpp) is as fast as one look at all samples that
/// serves for all subsets: measured with 1000 to 20000 samples, of classes and of real values.
inline constexpr std::size_t kFewFeatures = 5;

/// I without each of `features` in turn, bit by bit what information() says. Each subset alone where it has
/// few features; else O(n^2 d) for all: no ball grows when a feature leaves, so the ball in all features
/// bounds the others, and one look around each sample serves for all.
std::vector<double> information_without_each(KsgColumns features, const KsgTarget& target,
                                             const Runtime& runtime);

/// I of `features`, two or more, with each of `joining` in turn, bit by bit what information() says. O(n^2 (d
/// + candidates)): neighbours in the features which are near in the joining one too bound the ball in both.
/// Pays where the subsets have more than kFewFeatures.
std::vector<double> information_with_each(KsgColumns features, KsgColumns joining, const KsgTarget& target,
                                          const Runtime& runtime);

}  // namespace tamis::mutual_information
