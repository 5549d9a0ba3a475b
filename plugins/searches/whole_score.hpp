/// \file whole_score.hpp
/// The score of a subset itself.
#pragma once

#include <tamis/search_strategy.hpp>

namespace tamis::searches {

inline double whole_score(const SearchSpace& space, Subset subset) {
  double score = 0;
  space.score(subset, Move::whole, {}, {&score, 1});
  return score;
}

}  // namespace tamis::searches
