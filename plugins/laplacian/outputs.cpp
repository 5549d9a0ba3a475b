#include "outputs.hpp"

#include <limits>
#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/lanes.hpp>

namespace tamis::laplacian {
namespace {

void standardise_outputs(Outputs& out, OutputScaling standardise) {
  const std::size_t m = out.value.size();
  if (standardise == OutputScaling::none || m < 2) return;
  const numerics::ColumnScale scale = numerics::scale_of(out.value);
  numerics::LaneSum sum, squares;
  for (std::size_t i = 0; i < m; ++i) sum.add(i, scale(out.value[i]));
  const double mean = sum.total() / static_cast<double>(m);
  for (std::size_t i = 0; i < m; ++i) {
    const double off = scale(out.value[i]) - mean;
    squares.add(i, off * off);
  }
  if (squares.total() > 0)
    out.variance = squares.total() / static_cast<double>(standardise == OutputScaling::sample ? m - 1 : m);
  for (double& y : out.value) y = std::scalbn(y, -scale.exponent());
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
