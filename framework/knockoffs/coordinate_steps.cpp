#include "coordinate_steps.hpp"

#include "remaining_inverse.hpp"

#include <tamis/errors.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

constexpr double kStill = 1e-10;  // the largest relative change of an s_j in the last sweep
constexpr int kMostSweeps = 500;

/// Where d/ds_j tr G^-1 = |I_j|^2 - 1/s_j^2 is 0, I after the step.
double mvr_step(double s, double c, double root_b) { return (1 - root_b * s) / (root_b + c); }

/// Where d/ds_j log det G = -I_jj + 1/s_j is 0, I after the step.
double maxent_step(double s, double c) { return (1 - c * s) / (2 * c); }

}  // namespace

SVector coordinate_steps(ConstMatrix sigma, Separation kind, double lambda) {
  const double still = kStill + std::numeric_limits<double>::epsilon() / lambda;  // and what rounding moves
  SVector result;
  result.s.assign(sigma.rows, lambda);
  VectorMap s = map(std::span<double>(result.s));
  RemainingInverse inverse(sigma);
  for (double moved = 1; moved > still; ++result.steps) {
    if (result.steps == kMostSweeps)
      throw NumericError(
          fmt::format("s still moves by {:.2g} of itself after {} sweeps: merge columns that are "
                      "nearly copies",
                      moved, kMostSweeps));
    moved = 0;
    inverse.renew(s);
    for (Eigen::Index j = 0; j < s.size(); ++j) {
      const Eigen::VectorXd& column = inverse.column(j);  // I_j
      const double c = column[j];
      const double e = kind == Separation::mvr ? mvr_step(s[j], c, column.norm()) : maxent_step(s[j], c);
      inverse.step(j, e);
      moved = std::max(moved, std::abs(e) / s[j]);
      s[j] += e;
    }
  }
  return result;
}

}  // namespace tamis::framework
