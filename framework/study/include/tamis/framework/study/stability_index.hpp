/// \file stability_index.hpp
/// How alike the sets are that a selection gives each time.
#pragma once

#include <tamis/matrix.hpp>

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// How alike sets of features are: the index, with its interval.
struct StabilityIndex {
  double phi =
      std::numeric_limits<double>::quiet_NaN();  ///< at most 1: all sets are the same; 0: as by chance
  double variance = phi;                         ///< of phi
  double low = phi, high = phi;                  ///< 95 % interval by the normal law; may reach beyond 1
  std::string reason;                            ///< why phi is undefined, which makes all numbers NaN
};

/// The index of Nogueira, Sechidis, Brown, On the Stability of Feature Selection Algorithms, JMLR 18
/// (2018) 174:1-54: one minus the mean variance of the features' frequencies, over that of sets
/// drawn at random with the same mean size (definition 4), and its interval (corollary 9), which
/// holds for independent sets. O(features + sizes of the sets).
///
/// \param sets  distinct features below `features` each, of any size. Undefined of fewer than 2 sets, and
///              where every set is empty or full.
StabilityIndex stability_index(std::span<const std::vector<Feature>> sets, std::size_t features);

/// The share of the sets that hold each feature.
/// \param sets  at least one. Cost as above.
std::vector<double> selection_frequencies(std::span<const std::vector<Feature>> sets, std::size_t features);

}  // namespace tamis::framework
