#include <tamis/framework/prediction/ground_metric.hpp>

#include <tamis/distance_metric.hpp>
#include <tamis/framework/data/clone.hpp>

namespace tamis::framework {
namespace {

constexpr const char* kPath = "evaluate.ground_metric";

std::vector<double> equally_far(std::size_t classes) {
  std::vector<double> out(classes * classes, 1.0);
  for (std::size_t c = 0; c < classes; ++c) out[c + c * classes] = 0;
  return out;
}

/// All samples with their true classes, as a metric may read them.
LoadedData as_the_metric_sees(const LoadedData& data, const PreparationOptions& how) {
  LoadedData copy = clone(data);
  copy.edit([](DataTable& p) {
    p.target = truth_of(p);
    p.clean.reset();
    p.weights.clear();
    p.groups.clear();
  });
  DataRequirements needs;
  needs.classes = needs.sets = needs.uses_unknown = needs.distances = true;
  prepare_data(copy, needs, how, kPath);
  return copy;
}

}  // namespace

std::optional<Plan> plan_ground(const Registry& registry, const EvaluateOptions& options) {
  if (!options.ground_metric) return std::nullopt;
  return plan_component(registry, options.ground_metric, kPath, tamis::detail::Abi<ClassMetric>::kId);
}

std::vector<double> ground_distances(Registry& registry, const std::optional<Plan>& plan,
                                     const LoadedData& data, const PreparationOptions& how, Runtime runtime) {
  const std::size_t classes = truth_of(data.parts()).class_names.size();
  if (!plan) return equally_far(classes);
  const LoadedData seen = as_the_metric_sees(data, how);
  const Composed<ClassMetric> metric(registry, *plan);
  metric->prepare(seen.view(), runtime);
  std::vector<double> out(classes * classes);
  metric->distances(Matrix(out.data(), classes, classes));
  return out;
}

}  // namespace tamis::framework
