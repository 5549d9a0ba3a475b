/// \file cleaned_labels.hpp
/// Training labels of a predictor, after suspects were dropped, weighted or relabelled.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/prediction/prediction_loss.hpp>
#include <tamis/framework/run/defaults.hpp>

#include <optional>

namespace tamis::framework {

/// The criterion of evaluate.engine, or the default for label noise; nothing if suspects are kept.
/// \throws ParamError  as for any criterion in a config; also where it cannot score whole subsets.
std::optional<Plan> plan_engine(const Registry& registry, const Defaults& defaults,
                                const EvaluateOptions& options);

/// Fits the criterion to all features and the labels of the training samples, then drops, weights or relabels the suspects.
/// Test samples are not used; weights are passed only to a criterion that uses them. Cost: that of the fit, and a copy of the
/// data.
/// \param how       not Suspects::keep.
/// \param data      n samples, as they were loaded.
/// \param labels    n labels of one class each, of which those of training samples are used; -1 unknown.
/// \param features  how they are prepared for the criterion.
/// \returns n labels, those of test samples unchanged; for weighting also n weights, 1 for samples that were not fitted.
/// \throws DataError, ParamError, PluginError  the fit fails, or is not informative: every label of some class looks wrong.
/// \throws Cancelled, BudgetSpent
TrainingTarget cleaned_labels(Registry& registry, const Plan& engine, Suspects how, const LoadedData& data,
                              const TargetColumn& labels, const Split& split,
                              const PreparationOptions& features, KernelRuntime& kernel);

}  // namespace tamis::framework
