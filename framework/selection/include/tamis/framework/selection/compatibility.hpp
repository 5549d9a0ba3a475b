/// \file compatibility.hpp
/// Which searches fit which criteria and goals. Others are refused before anything runs, with the ones that would fit.
#pragma once

#include <tamis/framework/selection/goal_options.hpp>
#include <tamis/framework/kernel/registry.hpp>

namespace tamis::framework {

/// \throws ParamError  with the mismatch and the searches that fit.
void check_compatible(const Registry& registry, const Descriptor& search, const Descriptor& criterion,
                      const GoalOptions& goal);
/// Whether a criterion with these traits scores groups of features that are selected as one: by their members, or by the subset
/// that they complete.
bool scores_groups(const Traits& criterion);
/// For data whose features are in groups that are selected as one (FeatureUnits).
/// \throws ParamError  the criterion measures the losses or gains of single steps, which a group has none of, or scores no whole
///                     subsets; names the criteria that score groups.
void check_scores_groups(const Registry& registry, const Descriptor& criterion);

}  // namespace tamis::framework
