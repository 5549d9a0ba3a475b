/// \file mended_labels.hpp
/// The labels that a predictor trains on, once something was done about those that look wrong.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/defaults.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/prediction/knn_loss.hpp>

#include <optional>

namespace tamis::framework {

/// The criterion of evaluate.engine, or the default for label noise; nothing where suspects are kept.
/// \throws ParamError  as any criterion in a config; it does not score whole subsets.
std::optional<Plan> plan_engine(const Registry& registry, const Defaults& defaults,
                                const EvaluateOptions& options);

/// Fits the criterion to all features of the samples that train, and to their labels; then drops, weighs or
/// relabels. What tests is not seen. Cost: that of the fit.
/// \param labels  classes of all samples, of which those that train count.
/// \throws DataError, ParamError, PluginError  the fit cannot be made, or tells nothing of the labels.
/// \throws Cancelled, BudgetSpent
TrainingTarget mended_labels(Registry& registry, const Plan& engine, Suspects how, const LoadedData& data,
                             const TargetColumn& labels, const Split& split,
                             const PreparationOptions& features, KernelRuntime& kernel);

}  // namespace tamis::framework
