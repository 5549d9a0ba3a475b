#include <tamis/framework/study/mended_labels.hpp>

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/labels/fit_memberships.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <numeric>

namespace tamis::framework {
namespace {

/// The positions that are marked, but of those only the `kept`; empty: all.
std::vector<std::size_t> positions(std::span<const char> marked, std::span<const char> kept) {
  std::vector<std::size_t> out;
  std::size_t among_marked = 0;
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (marked[i] && (kept.empty() || kept[among_marked++])) out.push_back(i);
  return out;
}

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
          "evaluate.suspects: every label {} among those that train looks wrong ({} of {}), so the fit tells "
          "nothing; give more samples, set evaluate.engine, or leave evaluate.suspects out",
          shown(labels.class_names[c]), wrong[c], of_class[c]));
}

}  // namespace

std::optional<Plan> plan_engine(const Registry& registry, const Defaults& defaults,
                                const EvaluateOptions& options) {
  if (options.suspects == Suspects::keep) return std::nullopt;
  return plan_fit(registry, options.engine, "evaluate.engine", options.engine ? "" : defaults.noise());
}

TrainingTarget mended_labels(Registry& registry, const Plan& engine, Suspects how, const LoadedData& data,
                             const TargetColumn& labels, const Split& split,
                             const PreparationOptions& features, KernelRuntime& kernel) {
  LoadedData training = clone(data);
  training.edit([&](DataTable& p) {
    p.clean.reset();
    p.target = labels;
    if (!engine.descriptor().traits.groups) p.groups.clear();
    if (!engine.descriptor().traits.weights) p.weights.clear();
  });
  training.drop_samples(split.trains);
  DroppedSamples dropped;
  prepare_data(training, requirements_of(engine.descriptor().traits), features, engine.descriptor().id,
               &dropped);
  std::vector<Feature> all(training.features());
  std::iota(all.begin(), all.end(), Feature{0});
  const MembershipFit fit = fit_memberships(registry, engine, training, all, kernel);

  TrainingTarget mended{labels, {}};
  const std::vector<std::size_t> fitted = positions(split.trains, dropped.kept);
  const std::vector<std::int32_t>& seen = training.parts().target.labels;
  if (how == Suspects::weigh) {
    mended.weights.assign(labels.labels.size(), 1.0);
    for (std::size_t i = 0; i < fitted.size(); ++i)
      if (seen[i] >= 0) mended.weights[fitted[i]] = fit.memberships()(i, static_cast<std::uint64_t>(seen[i]));
    return mended;
  }
  const std::vector<Suspect> suspects = find_suspects(fit.memberships(), seen);
  check_some_are_right(suspects, seen, labels);
  for (const Suspect& suspect : suspects)
    mended.labels.labels[fitted[suspect.sample]] =
        how == Suspects::drop ? -1 : static_cast<std::int32_t>(suspect.likelier);
  return mended;
}

}  // namespace tamis::framework
