/// \file cleaned_labels.hpp
/// The labels that a predictor trains on, once something was done about those that look wrong.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/defaults.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/prediction/prediction_loss.hpp>

#include <optional>

namespace tamis::framework {

/// The criterion of evaluate.engine, or the default for label noise; nothing where suspects are kept.
/// \throws ParamError  as for any criterion in a config; also where it cannot score whole subsets.
std::optional<Plan> plan_engine(const Registry& registry, const Defaults& defaults,
                                const EvaluateOptions& options);

/// Fits the criterion to all features of the samples that train, and to their labels; then drops, weighs or
/// relabels. What tests is not seen, nor weights by a criterion that
/// uses none. Cost: that of the fit, and a copy of the data.
/// \param how       not Suspects::keep.
/// \param data      n samples, as they were loaded.
/// \param labels    of one class each, n, of which those that train count; -1 unknown.
/// \param features  how they are prepared for the criterion.
/// \returns n labels, those that test as they were; to weigh also n weights, 1 where nothing was fitted.
/// \throws DataError, ParamError, PluginError  the fit cannot be made, or tells nothing of the labels: every
/// one of some class looks wrong.
/// \throws Cancelled, BudgetSpent
TrainingTarget cleaned_labels(Registry& registry, const Plan& engine, Suspects how, const LoadedData& data,
                             const TargetColumn& labels, const Split& split,
                             const PreparationOptions& features, KernelRuntime& kernel);

}  // namespace tamis::framework
