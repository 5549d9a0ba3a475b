/// \file features.hpp
/// Sets of features, as the searches of this folder need them.
#pragma once

#include <tamis/search_strategy.hpp>

#include <algorithm>
#include <vector>

namespace tamis::searches {

/// 0..d-1 without those of `excluded`, ascending.
inline std::vector<Feature> features_outside(Subset excluded, Feature d) {
  std::vector<char> in(d);
  for (Feature f : excluded) in[f] = 1;
  std::vector<Feature> rest;
  for (Feature f = 0; f < d; ++f)
    if (!in[f]) rest.push_back(f);
  return rest;
}

}  // namespace tamis::searches
