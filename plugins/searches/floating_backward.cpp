#include "floating_backward.hpp"

#include "floating.hpp"

namespace tamis::searches {

void FloatingBackward::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  floating_search(space, goal, runtime, Move::remove);
}

double FloatingBackward::evaluations(Feature features, const Goal& goal) const {
  return floating_evaluations(static_cast<double>(features - goal.keep()),
                              static_cast<double>(features - goal.always().size()));
}

}  // namespace tamis::searches
