/// \file pair_interactions.hpp
/// Pairs of features that have information on the target together, which neither has alone.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/rng.hpp>
#include <tamis/runtime.hpp>

#include <vector>

namespace tamis::forest_and_lasso {

/// Tables of more columns are not searched: of so many pairs only a very strong one could be told from chance.
inline constexpr std::size_t kMostColumnsOfPairs = 2000;

/// Two features that act together.
struct PairInteraction {
  Feature first = 0, second = 0;  ///< first < second
  double explained = 0;  ///< share of the target's variance, less the most that chance gives; above 0
};

/// The pairs whose interaction is larger than chance makes it, the strongest first.
///
/// Each feature is split at its median. The means of the target in the four cells of two features explain, beyond the effects of
/// both features, the share
///
///   (m11 - m10 - m01 + m00)^2 / (1/n11 + 1/n10 + 1/n01 + 1/n00) / (n V)
///
/// of its variance V: the interaction in an analysis of variance with two factors. For classes the numerators are summed over
/// the indicators of the classes, and V is Gini's impurity. Real values are replaced by their ranks, so that a few extreme ones
/// do not decide. Without an interaction the share is distributed as z'z / (n V) for a normal z whose covariance is that of the
/// indicators, about: for l classes of one size a chi-squared law with l - 1 degrees of freedom, over n (l - 1). Its quantile
/// at 1 - 0.05 / pairs is subtracted, so in at most one of 20 tables without an interaction any pair is left. A cell with a
/// missing value counts half in each half.
///
/// n is the effective number of samples: (sum w)^2 / sum w^2 for weights w, and at most the number of groups, or of distinct
/// rows if labels are classes. Pairs with a cell of fewer than 5 / V of these are left out, since their means do not follow a
/// normal law. Tables of more than kMostColumnsOfPairs columns have no pairs; of a long and wide table fewer rows are drawn, so
/// that the search takes a few seconds at most.
///
/// Pairs by their four quadrants: Lou, Caruana, Gehrke, Hooker. Accurate intelligible models with pairwise interactions. KDD 2013,
/// DOI 10.1145/2487575.2487579. The variance of classes: Light, Margolin. An analysis of variance for categorical data. J. American
/// Statistical Association 66 (1971) 534-544, DOI 10.1080/01621459.1971.10482297.
///
/// Time O(n d^2 l), two classes counting as one output; memory O(n d + d^2).
/// \param rng  draws the rows of a long table.
/// \throws DataError  fewer than two known targets.
std::vector<PairInteraction> pair_interactions(const Dataset& data, Rng rng, const Runtime& runtime);

/// How many products of two numbers that takes, about.
double pair_products(const Dataset& data);

}  // namespace tamis::forest_and_lasso
