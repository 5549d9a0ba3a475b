/// \file make_loss.hpp
/// Who predicts, as [evaluate] says.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/prediction/prediction_loss.hpp>

#include <memory>
#include <optional>

namespace tamis::framework {

/// The criterion of evaluate.classifier; nothing where the nearest neighbours predict.
/// \throws ParamError  as for any criterion in a config; also where it could not predict: it uses no samples of unknown
/// label, or scores neither features nor whole subsets; or where labels are weighed and it uses no weights.
std::optional<Plan> plan_classifier(const Registry& registry, const EvaluateOptions& options);

/// The k-NN predictor, or the criterion of evaluate.classifier.
/// \param kernel  outlives the result, as do all others.
/// \throws Error  as PredictionLoss and plan_classifier().
std::unique_ptr<PredictionLoss> make_loss(Registry& registry, const LoadedData& data,
                                          const EvaluateOptions& options, const PreparationOptions& features,
                                          KernelRuntime& kernel);

}  // namespace tamis::framework
