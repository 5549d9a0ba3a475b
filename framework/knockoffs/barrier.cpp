#include "barrier.hpp"

#include "remaining_inverse.hpp"

#include <tamis/errors.hpp>

#include <Eigen/Cholesky>

#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

using Root = Eigen::LLT<Eigen::MatrixXd>;

constexpr double kLastMu = 1e-10, kShrinking = 3;
constexpr int kMostSteps = 200;      // for one mu
constexpr double kAtMinimum = 1e-8;  // the squared Newton decrement there
constexpr double kFullSteps = 0.25;  // a decrement below which whole steps converge quadratically

bool inside(const Eigen::VectorXd& s) { return s.minCoeff() > 0 && s.maxCoeff() < 1; }

double log_determinant(const Root& root) { return 2 * root.matrixLLT().diagonal().array().log().sum(); }

/// An s inside of the constraints, and F there.
class BarrierPoint {
 public:
  BarrierPoint(ConstMatrix sigma, Eigen::VectorXd at)
      : s(std::move(at)), sigma_(sigma), root_(remaining(sigma, s)) {}

  Eigen::MatrixXd inverse() const { return root_.solve(Eigen::MatrixXd::Identity(s.size(), s.size())); }
  bool feasible() const { return root_.info() == Eigen::Success; }
  /// F there less F here. Each term is subtracted by itself, as F is large.
  double rise_to(const BarrierPoint& there, double mu) const {
    return -(there.s - s).sum() / mu - (log_determinant(there.root_) - log_determinant(root_)) -
           (there.s.array() / s.array()).log().sum() - ((1 - there.s.array()) / (1 - s.array())).log().sum();
  }
  /// The point a step along `direction` away, which is halved until it leads downwards. With a length of
  /// 1 / (1 + decrement) it always does, as F is self-concordant (Nesterov, Nemirovskii 1994).
  BarrierPoint along(const Eigen::VectorXd& direction, double decrement, double mu) const {
    const double safe = decrement < kFullSteps ? 1 : 1 / (1 + decrement);
    for (double t = 1;; t = std::max(t / 2, safe)) {
      const Eigen::VectorXd to = s + t * direction;
      if (inside(to)) {
        BarrierPoint there(sigma_, to);
        if (there.feasible() && (t <= safe || rise_to(there, mu) < 0)) return there;
      }
      if (t <= safe) throw NumericError("the barrier has no minimum to be found: shrink the correlations");
    }
  }

  Eigen::VectorXd s;

 private:
  ConstMatrix sigma_;
  Root root_;
};

/// The step of Newton's method from a point.
struct NewtonStep {
  Eigen::VectorXd direction;
  double squared_decrement;
};

NewtonStep newton_step(const BarrierPoint& point, const Eigen::MatrixXd& inverse, double mu) {
  const auto s = point.s.array();
  const Eigen::VectorXd gradient = -1 / mu + inverse.diagonal().array() - 1 / s + 1 / (1 - s);
  Eigen::MatrixXd hessian = inverse.cwiseAbs2();
  hessian.diagonal().array() += 1 / s.square() + 1 / (1 - s).square();
  const Eigen::VectorXd direction = Root(hessian).solve(-gradient);
  return {direction, -gradient.dot(direction)};
}

/// Until the decrement is small, or rounding is all that is left of it. \returns the steps that were made.
int to_minimum(BarrierPoint& point, double mu) {
  double before = std::numeric_limits<double>::infinity();
  for (int made = 0; made < kMostSteps; ++made) {
    const auto [direction, squared] = newton_step(point, point.inverse(), mu);
    if (squared < kAtMinimum || (squared < kFullSteps * kFullSteps && squared > before / 2)) return made;
    point = point.along(direction, std::sqrt(squared), mu);
    before = squared;
  }
  throw NumericError("the greatest sum of s was not reached: use another way to choose s, such as mvr");
}

/// By how much the greatest sum may be larger, by a Z that is feasible in the dual problem,
/// min 2 tr(Sigma Z) + sum max(0, 1 - Z_jj) over Z >= 0. At the minimum of F that is Z = mu I; near it the
/// same to first order, mu (I + I D I), D the diagonal of the step that leads there.
double duality_gap(ConstMatrix sigma, const BarrierPoint& point, double mu) {
  const Eigen::MatrixXd inverse = point.inverse();
  const Eigen::VectorXd step = newton_step(point, inverse, mu).direction;
  const Eigen::MatrixXd z = mu * (inverse + inverse * step.asDiagonal() * inverse);
  return 2 * map(sigma).cwiseProduct(z).sum() + (1 - z.diagonal().array()).max(0).sum() - point.s.sum();
}

}  // namespace

SVector greatest_sum(ConstMatrix sigma, std::vector<double> start) {
  BarrierPoint point(sigma, map(std::span<const double>(start)));
  SVector result;
  double mu = 1;
  for (;; mu = std::max(mu / kShrinking, kLastMu)) {
    result.steps += to_minimum(point, mu);
    if (mu <= kLastMu) break;
  }
  result.s.assign(point.s.begin(), point.s.end());
  result.gap = duality_gap(sigma, point, mu);
  return result;
}

}  // namespace tamis::framework
