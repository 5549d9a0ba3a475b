/// \file soft_labels.hpp
/// [data] soft = { from = ... }: soft labels that a criterion estimates from the observed labels.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/plugins/composer.hpp>
#include <tamis/framework/run/kernel_runtime.hpp>

namespace tamis::framework {

/// \throws ParamError
Plan plan_soft_labels(const Registry& registry, const DataOptions& options);

/// Puts the memberships that the criterion finds on all features in the place of the labels; announced in
/// data.notes. A sample that the criterion does not use is unknown. Returns the plan's effective options.
/// \throws DataError  the target is not classes; and as fit_memberships().
nlohmann::json take_soft_labels(Registry& registry, const DataOptions& options, LoadedData& data,
                                KernelRuntime& kernel);

}  // namespace tamis::framework
