/// \file estimates.hpp
/// What components expect to need: it may be far off, but must be a number.
#pragma once

#include <tamis/framework/kernel/composer.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tamis::framework {

template <class Interface>
[[noreturn]] void refuse_estimate(const Composed<Interface>& component, double number, const char* of) {
  PluginError error(fmt::format("expects {} {}; an estimate is a number, 0 or more", number, of));
  error.origin = component.origin();
  throw error;
}

/// Before the criterion is prepared.
/// \throws PluginError  it is negative or not finite.
inline Cost expected_cost(const Composed<Criterion>& criterion, const Dataset& data) {
  const Cost cost = criterion->cost(data);
  for (const double operations : {cost.prepare, cost.per_candidate})
    if (!std::isfinite(operations) || operations < 0) refuse_estimate(criterion, operations, "operations");
  return cost;
}

/// How many scores a search will ask for at most; infinite where it cannot know, 0 of one in C
/// that makes no estimate.
/// \throws PluginError  it is negative or NaN.
/// \throws Error        what the search throws of the goal.
inline double expected_scores(const Composed<SearchStrategy>& search, Feature features, const Goal& goal) {
  const double scores = search->evaluations(features, goal);
  if (!(scores >= 0)) refuse_estimate(search, scores, "scores");
  return scores;
}

}  // namespace tamis::framework
