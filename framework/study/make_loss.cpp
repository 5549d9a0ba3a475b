#include <tamis/framework/study/make_loss.hpp>

#include "membership_loss.hpp"

#include <tamis/framework/labels/fit_memberships.hpp>
#include <tamis/framework/prediction/knn_loss.hpp>

#include <fmt/format.h>

namespace tamis::framework {

std::optional<Plan> plan_classifier(const Registry& registry, const EvaluateOptions& options) {
  if (!options.classifier) return std::nullopt;
  Plan plan = plan_fit(registry, options.classifier, "evaluate.classifier");
  const Descriptor& criterion = plan.descriptor();
  if (!criterion.traits.uses_unknown)
    throw ParamError(fmt::format(
        "evaluate.classifier is '{}', which leaves out samples of unknown label and so predicts none; name a "
        "criterion that estimates the probability of each class for them, too",
        criterion.id));
  if (options.suspects == Suspects::weigh && !criterion.traits.weights)
    throw ParamError(fmt::format(
        "evaluate.suspects weighs labels, and evaluate.classifier is '{}', which uses no weights; set "
        "suspects = \"drop\" or \"relabel\", or another classifier",
        criterion.id));
  return plan;
}

std::unique_ptr<PredictionLoss> make_loss(Registry& registry, const LoadedData& data,
                                          const EvaluateOptions& options, const PreparationOptions& features,
                                          KernelRuntime& kernel) {
  if (std::optional<Plan> classifier = plan_classifier(registry, options))
    return std::make_unique<MembershipLoss>(registry, std::move(*classifier), data, options, features,
                                            kernel);
  return std::make_unique<KnnLoss>(registry, data, options, features, kernel.runtime());
}

}  // namespace tamis::framework
