/// \file agreement.hpp
/// How much of one selection another one has in common with it.
#pragma once

#include <tamis/matrix.hpp>

#include <limits>
#include <span>

namespace tamis::framework {

struct Agreement {
  double share = std::numeric_limits<double>::quiet_NaN();  ///< |A and B| / max(|A|, |B|), in [0, 1]
  /// What is expected of sets of these sizes drawn at random: |A| |B| / d over the same.
  double by_chance = std::numeric_limits<double>::quiet_NaN();
};

/// NaN of two empty sets. \param a, b  ascending, of `features` features. O(|a| + |b|).
Agreement agreement(std::span<const Feature> a, std::span<const Feature> b, std::size_t features);

}  // namespace tamis::framework
