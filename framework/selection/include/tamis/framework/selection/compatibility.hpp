/// \file compatibility.hpp
/// Which searches fit which criteria and goals. Others are refused before anything runs, with the ones that would fit.
#pragma once

#include <tamis/framework/selection/goal_options.hpp>
#include <tamis/framework/kernel/registry.hpp>

namespace tamis::framework {

/// \throws ParamError  with the mismatch and the searches that fit.
void check_compatible(const Registry& registry, const Descriptor& search, const Descriptor& criterion,
                      const GoalOptions& goal);

}  // namespace tamis::framework
