/// \file soft_labels.hpp
/// [data] soft = { from = ... }: soft labels estimated from the observed labels, by a criterion, or
/// from the votes on a sample, by a noise model.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

namespace tamis::framework {

/// \throws ParamError
Plan plan_soft_labels(const Registry& registry, const DataOptions& options);

/// Puts the memberships that the criterion finds on all features, or the noise model in the votes alone, in
/// the place of the labels; announced in data.notes. A sample that the fit does not use is unknown. Returns
/// the plan's effective options.
/// \throws DataError  the target is neither classes nor votes, or not votes for a noise model; and as
///                    fit_memberships() and fit_votes().
nlohmann::json take_soft_labels(Registry& registry, const DataOptions& options, LoadedData& data,
                                KernelRuntime& kernel);

}  // namespace tamis::framework
