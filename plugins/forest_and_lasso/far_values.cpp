#include "far_values.hpp"

#include <tamis/numerics/robust_scale.hpp>

#include <algorithm>

namespace tamis::forest_and_lasso {

ClippedValues clip_far_values(std::span<const double> values, std::span<const double> weights) {
  constexpr double kFar = 3;
  const numerics::RobustScale scale = numerics::robust_scale(values, weights);
  const double most = kFar * scale.deviation;
  ClippedValues out{{values.begin(), values.end()}};
  for (double& value : out.values) {
    if (!(scale.distance(value) > kFar)) continue;
    value = std::clamp(value, scale.centre - most, scale.centre + most);
    ++out.far;
  }
  return out;
}

}  // namespace tamis::forest_and_lasso
