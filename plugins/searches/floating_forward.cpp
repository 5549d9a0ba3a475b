#include "floating_forward.hpp"

#include "floating.hpp"

namespace tamis::searches {

void FloatingForward::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  floating_search(space, goal, runtime, Move::add);
}

double FloatingForward::evaluations(Feature features, const Goal& goal) const {
  return floating_evaluations(static_cast<double>(goal.keep() - goal.always().size()),
                              static_cast<double>(features - goal.always().size()));
}

}  // namespace tamis::searches
