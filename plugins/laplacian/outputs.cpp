#include "outputs.hpp"

#include <limits>
#include <tamis/numerics/column_moments.hpp>

namespace tamis::laplacian {
namespace {

void standardise_outputs(Outputs& out, OutputScaling standardise) {
  const std::size_t m = out.value.size();
  if (standardise == OutputScaling::none || m < 2) return;
  const numerics::ColumnMoments y = numerics::column_moments(out.value);
  if (y.squares > 0)
    out.variance = y.squares / static_cast<double>(standardise == OutputScaling::sample ? m - 1 : m);
  for (double& value : out.value) value = std::scalbn(value, -y.scale.exponent());
}

}  // namespace

Outputs known_outputs(const Target& target, OutputScaling standardise) {
  if (target.kind() != TargetKind::real) throw DataError("this criterion needs a target of real values");
  Outputs out;
  for (std::size_t i = 0; i < target.samples(); ++i) {
    const bool known = target.known(i);
    (known ? out.known : out.unknown).push_back(static_cast<numerics::Sample>(i));
    if (known) out.value.push_back(target.real()[i]);
  }
  standardise_outputs(out, standardise);
  out.of_sample.assign(target.samples(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < out.known.size(); ++i) out.of_sample[out.known[i]] = out.value[i];
  return out;
}

}  // namespace tamis::laplacian
