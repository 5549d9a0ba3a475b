/// \file agreement.hpp
/// How much of one selection another one has in common with it.
#pragma once

#include <tamis/matrix.hpp>

#include <limits>
#include <span>

namespace tamis::framework {

/// How much two sets of features have in common, and how much of that is to be expected.
struct Agreement {
  double share = std::numeric_limits<double>::quiet_NaN();  ///< |A and B| / max(|A|, |B|), in [0, 1]
  /// What is expected of sets of these sizes drawn at random: |A| |B| / d over the same.
  double by_chance = std::numeric_limits<double>::quiet_NaN();
};

/// NaN of two empty sets. O(|a| + |b|).
/// \param a, b  ascending, of `features` features.
Agreement agreement(std::span<const Feature> a, std::span<const Feature> b, std::size_t features);

}  // namespace tamis::framework
