#include "split_fit.hpp"

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/run/refuse_unused.hpp>

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

}  // namespace

SplitFit fit_to_samples(Registry& registry, const Plan& criterion, const LoadedData& data,
                        const TrainingTarget& target, std::span<const char> samples,
                        std::span<const char> features, const PreparationOptions& how,
                        KernelRuntime& kernel) {
  const Traits& traits = criterion.descriptor().traits;
  LoadedData table = clone(data);
  table.edit([&](DataTable& p) {
    p.clean.reset();
    p.target = target.labels;
    if (!target.weights.empty()) p.weights = target.weights;
    if (!traits.groups) p.groups.clear();
    if (!uses_weights(criterion)) p.weights.clear();
    keep_features(p, features);
  });
  table.drop_samples(samples);
  DroppedSamples dropped;
  prepare_data(table, requirements_of(traits), how, criterion.descriptor().id, &dropped);
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return {fit_memberships(registry, criterion, table, all, kernel), positions(samples, dropped.kept),
          table.parts().target.labels};
}

}  // namespace tamis::framework
