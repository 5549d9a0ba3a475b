#include <tamis/framework/selection/class_distances.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

const Plan* ground_metric_of(const Plan& plan) {
  if (plan.descriptor().interface_id == tamis::detail::Abi<ClassMetric>::kId) return &plan;
  for (const Plan& part : plan.parts)
    if (const Plan* found = ground_metric_of(part)) return found;
  return nullptr;
}

bool are_equally_far(const std::vector<double>& distances, std::size_t l) {
  for (std::size_t i = 0; i < l; ++i)
    for (std::size_t j = 0; j < l; ++j)
      if (i != j && distances[i * l + j] != distances[1]) return false;
  return true;
}

}  // namespace

ClassDistances class_distances(Registry& registry, const Plan& criterion, const Dataset& data,
                               KernelRuntime& kernel) {
  const Plan* const plan = ground_metric_of(criterion);
  const std::size_t l = data.target().classes();
  if (!plan || l < 2 || l > ClassDistances::kMost) return {};
  const Composed<ClassMetric> metric(registry, *plan);
  metric->prepare(data, kernel.runtime());
  ClassDistances out;
  out.distances.resize(l * l);
  metric->distances(Matrix(out.distances.data(), l, l));
  if (are_equally_far(out.distances, l)) return {};
  for (std::uint32_t c = 0; c < l; ++c) out.classes.emplace_back(data.target().class_name(c));
  return out;
}

}  // namespace tamis::framework
