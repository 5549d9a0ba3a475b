#include "outputs.hpp"

#include <limits>
#include <tamis/numerics/column_moments.hpp>

namespace tamis::laplacian {
namespace {

void standardise_outputs(Outputs& out, std::span<const double> weight, OutputScaling standardise) {
  if (standardise == OutputScaling::none || out.value.size() < 2) return;
  const numerics::ColumnMoments y = numerics::column_moments(out.value, weight);
  double m = weight.empty() ? static_cast<double>(out.value.size())
                            : numerics::lane_sum(weight.size(), [&](std::size_t i) { return weight[i]; });
  if (standardise == OutputScaling::sample) m -= 1;
  if (y.squares > 0 && m > 0) out.variance = y.squares / m;
  for (double& value : out.value) value = std::scalbn(value, -y.scale.exponent());
}

}  // namespace

Outputs known_outputs(const Target& target, std::span<const double> weights, OutputScaling standardise) {
  if (target.kind() != TargetKind::real) throw DataError("this criterion needs a target of real values");
  Outputs out;
  std::vector<double> weight_of_known;
  for (std::size_t i = 0; i < target.samples(); ++i) {
    if (!weights.empty() && weights[i] == 0) continue;
    const bool known = target.known(i);
    (known ? out.known : out.unknown).push_back(static_cast<numerics::Sample>(i));
    if (!known) continue;
    out.value.push_back(target.real()[i]);
    if (!weights.empty()) weight_of_known.push_back(weights[i]);
  }
  standardise_outputs(out, weight_of_known, standardise);
  out.of_sample.assign(target.samples(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < out.known.size(); ++i) out.of_sample[out.known[i]] = out.value[i];
  return out;
}

}  // namespace tamis::laplacian
