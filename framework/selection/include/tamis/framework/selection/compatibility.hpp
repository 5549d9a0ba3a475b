/// \file compatibility.hpp
/// Which searches go with which criteria and goals; refused before anything runs, with what would work.
#pragma once

#include <tamis/framework/selection/goal_options.hpp>
#include <tamis/framework/kernel/registry.hpp>

namespace tamis::framework {

/// \throws ParamError  saying what does not fit and which searches would.
void check_compatible(const Registry& registry, const Descriptor& search, const Descriptor& criterion,
                      const GoalOptions& goal);

}  // namespace tamis::framework
