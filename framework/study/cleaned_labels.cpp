#include <tamis/framework/study/cleaned_labels.hpp>

#include "split_fit.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

namespace tamis::framework {
namespace {

/// \throws DataError  every label of some class looks wrong, which a fit to too few samples says.
void check_some_are_right(const std::vector<Suspect>& suspects, std::span<const std::int32_t> seen,
                          const TargetColumn& labels) {
  std::vector<std::size_t> of_class(labels.class_names.size()), wrong(labels.class_names.size());
  for (const std::int32_t label : seen)
    if (label >= 0) ++of_class[static_cast<std::size_t>(label)];
  for (const Suspect& suspect : suspects) ++wrong[suspect.label];
  for (std::size_t c = 0; c < of_class.size(); ++c)
    if (of_class[c] > 0 && wrong[c] == of_class[c])
      throw DataError(fmt::format(
          "evaluate.suspects: every label {} among those that train looks wrong ({} of {}), so the fit says "
          "nothing; give more samples, set evaluate.engine, or leave evaluate.suspects out",
          shown(labels.class_names[c]), wrong[c], of_class[c]));
}

}  // namespace

std::optional<Plan> plan_engine(const Registry& registry, const Defaults& defaults,
                                const EvaluateOptions& options) {
  if (options.suspects == Suspects::keep) return std::nullopt;
  return plan_fit(registry, options.engine, "evaluate.engine", options.engine ? "" : defaults.noise());
}

TrainingTarget cleaned_labels(Registry& registry, const Plan& engine, Suspects how, const LoadedData& data,
                              const TargetColumn& labels, const Split& split,
                              const PreparationOptions& features, KernelRuntime& kernel) {
  const std::vector<char> all(data.features(), 1);
  const SplitFit fitted = fit_to_samples(registry, engine, data, {labels, data.parts().weights}, split.trains,
                                         all, features, kernel);
  const ConstMatrix p = fitted.fit.memberships();
  TrainingTarget mended{labels, data.parts().weights};
  const std::vector<std::int32_t>& seen = fitted.labels;
  if (how == Suspects::weigh) {
    if (mended.weights.empty()) mended.weights.assign(labels.labels.size(), 1.0);
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (seen[i] >= 0) mended.weights[fitted.samples[i]] *= p(i, static_cast<std::uint64_t>(seen[i]));
    return mended;
  }
  const std::vector<Suspect> suspects = find_suspects(p, seen);
  check_some_are_right(suspects, seen, labels);
  for (const Suspect& suspect : suspects)
    mended.labels.labels[fitted.samples[suspect.sample]] =
        how == Suspects::drop ? -1 : static_cast<std::int32_t>(suspect.likelier);
  return mended;
}

}  // namespace tamis::framework
