#include "penalty.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

using Eigen::RowVectorXd;

/// Steps of a row of several columns; each one is exact for a bound of A, so a few are as good as all.
constexpr int kRowSteps = 20;
constexpr double kRowSettled = 1e-3;  ///< share of the first step

}  // namespace

double Penalty::factor(std::span<const Index> columns) const {
  if (factors.size() > 0 && columns.size() == 1) return factors[columns[0]];
  double squares = 0;
  for (const Index j : columns) squares += factors.size() > 0 ? factors[j] * factors[j] : 1;
  return std::sqrt(squares);
}

double Penalty::value(double f, const Row& b) const {
  const double norm = kind == PenaltyKind::separate ? b.lpNorm<1>() : b.norm();
  return f * (alpha * norm + (1 - alpha) / 2 * b.squaredNorm());
}

double Penalty::dual_norm(const Row& gradient) const {
  return kind == PenaltyKind::separate ? gradient.lpNorm<Eigen::Infinity>() : gradient.norm();
}

double Penalty::violation(double f, const Row& b, const Row& gradient, double lambda) const {
  const double l1 = this->l1(f, lambda), l2 = this->l2(f, lambda);
  if (kind != PenaltyKind::separate) {
    const double norm = b.norm();
    if (norm == 0) return std::max(0.0, gradient.norm() - l1);
    return (gradient + (l2 + l1 / norm) * b).norm();
  }
  double worst = 0;
  for (Index k = 0; k < b.size(); ++k)
    worst = std::max(worst, b[k] == 0 ? std::max(0.0, std::abs(gradient[k]) - l1)
                                      : std::abs(gradient[k] + l2 * b[k] + std::copysign(l1, b[k])));
  return worst;
}

RowVectorXd Penalty::best_row(double f, const Row& b, const Row& gradient, const MatrixXd& curvature,
                              double lambda) const {
  const double l1 = this->l1(f, lambda), l2 = this->l2(f, lambda);
  if (b.size() == 1) {
    const double a = curvature(0, 0);
    return RowVectorXd::Constant(1,
                                 a + l2 > 0 ? soft_threshold(a * b[0] - gradient[0], l1) / (a + l2) : b[0]);
  }
  RowVectorXd now = b, slope = gradient;
  if (kind == PenaltyKind::separate) {
    double first = 0;
    for (int step = 0; step < kRowSteps; ++step) {
      double moved = 0;
      for (Index k = 0; k < b.size(); ++k) {
        const double a = curvature(k, k);
        if (!(a + l2 > 0)) continue;
        const double next = soft_threshold(a * now[k] - slope[k], l1) / (a + l2);
        slope += (next - now[k]) * curvature.row(k);
        moved = std::max(moved, std::abs(next - now[k]));
        now[k] = next;
      }
      if (step == 0) first = moved;
      if (moved <= kRowSettled * first) break;
    }
    return now;
  }
  const double bound =
      curvature.cwiseAbs().rowwise().sum().maxCoeff();  // of the largest eigenvalue (Gershgorin)
  if (!(bound + l2 > 0)) return b;
  double first = 0;
  for (int step = 0; step < kRowSteps; ++step) {
    const RowVectorXd target = bound * now - slope;
    const double norm = target.norm();
    const RowVectorXd next = norm > l1 ? RowVectorXd(target * ((1 - l1 / norm) / (bound + l2)))
                                       : RowVectorXd(RowVectorXd::Zero(b.size()));
    const RowVectorXd move = next - now;
    slope += move * curvature;
    now = next;
    const double moved = move.norm();
    if (step == 0) first = moved;
    if (moved <= kRowSettled * first) break;
  }
  return now;
}

}  // namespace tamis::sparse_linear
