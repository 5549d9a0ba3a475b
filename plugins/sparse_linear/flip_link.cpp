#include "flip_link.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include "outcome.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

constexpr int kMostIterations = 5000;
constexpr double kConverged = 1e-8;
constexpr double kLeastSlope = 0.1, kMostSlope = 10;
constexpr double kSure = 0.9;
constexpr struct { double rate, slope; } kStartingPoints[] = {{.05, 1}, {.3, 1.5}};

class LinkFit {
 public:
  LinkFit(const MatrixXd& eta, const Observations& observations, double total, const FlipPrior& prior)
      : eta_(observations.classes, eta.rows()), observations_(observations), total_(total), prior_(prior) {
    if (eta.cols() == 1) {
      eta_.row(0).setZero();
      eta_.row(1) = eta.col(0).transpose();
    } else {
      eta_ = eta.transpose();
    }
  }

  FlipLink run(double rate, double slope) const {
    const Index classes = observations_.classes;
    FlipLink link{uniform_flips(classes, std::min(rate, 1 - prior_.floor)), VectorXd::Zero(classes), slope};
    for (int round = 0; round < kMostIterations; ++round) {
      const MatrixXd p = probabilities(link.shift, link.slope);
      const MatrixXd gamma = memberships(p, link.flips);
      const MatrixXd flips =
          prior_.best_flips(label_counts(observations_, p.transpose(), link.flips, total_));
      double moved = (flips - link.flips).cwiseAbs().maxCoeff();
      link.flips = flips;
      moved = std::max(moved, newton_step(p, gamma, link.shift, link.slope));
      if (moved < kConverged) break;
    }
    const MatrixXd p = probabilities(link.shift, link.slope);
    link.objective = -log_likelihood(p, link.flips) - prior_.log_density(link.flips) / total_;
    link.slope_at_bound = link.slope <= kLeastSlope || link.slope >= kMostSlope;
    for (Index i = 0; i < p.cols(); ++i)
      if (p.col(i).maxCoeff() > kSure) link.sure_samples += total_ * weight_of(i);
    return link;
  }

 private:
  double weight_of(Index i) const {
    const auto at = static_cast<std::size_t>(i);
    double sum = 0;
    for (std::size_t o = observations_.start[at]; o < observations_.start[at + 1]; ++o)
      sum += observations_.weight[o];
    return sum;
  }
  /// p, classes x samples.
  MatrixXd probabilities(const VectorXd& shift, double slope) const {
    MatrixXd p = (slope * eta_).colwise() + shift;
    for (Index i = 0; i < p.cols(); ++i) {
      p.col(i) = (p.col(i).array() - p.col(i).maxCoeff()).unaryExpr(&numerics::exponential);
      p.col(i) /= p.col(i).sum();
    }
    return p;
  }
  /// sum_o v_o gamma_o of each sample, classes x samples.
  MatrixXd memberships(const MatrixXd& p, const MatrixXd& flips) const {
    const MatrixXd evidence = observations_.evidence(flips).transpose();
    MatrixXd gamma = MatrixXd::Zero(p.rows(), p.cols());
    for (Index i = 0; i < p.cols(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (std::size_t o = observations_.start[at]; o < observations_.start[at + 1]; ++o) {
        const VectorXd joint = p.col(i).cwiseProduct(evidence.col(static_cast<Index>(o)));
        if (const double all = joint.sum(); all > 0) gamma.col(i) += observations_.weight[o] / all * joint;
      }
    }
    return gamma;
  }
  double log_likelihood(const MatrixXd& p, const MatrixXd& flips) const {
    const MatrixXd evidence = observations_.evidence(flips).transpose();
    double sum = 0;
    for (Index i = 0; i < p.cols(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (std::size_t o = observations_.start[at]; o < observations_.start[at + 1]; ++o)
        sum +=
            observations_.weight[o] * numerics::logarithm(p.col(i).dot(evidence.col(static_cast<Index>(o))));
    }
    return sum;
  }
  /// sum gamma log p.
  double expected(const MatrixXd& gamma, const VectorXd& shift, double slope) const {
    double sum = 0;
    for (Index i = 0; i < gamma.cols(); ++i) {
      const VectorXd logit = slope * eta_.col(i) + shift;
      const double largest = logit.maxCoeff();
      sum += gamma.col(i).dot(logit) -
             gamma.col(i).sum() *
                 (largest +
                  numerics::logarithm((logit.array() - largest).unaryExpr(&numerics::exponential).sum()));
    }
    return sum;
  }
  /// One step of (a_1, ..., beta). \returns the largest move.
  double newton_step(const MatrixXd& p, const MatrixXd& gamma, VectorXd& shift, double& slope) const {
    const Index classes = p.rows();
    // the parameters are a_1 ... a_(K-1), beta; the derivative of the logits of sample i is J
    VectorXd gradient = VectorXd::Zero(classes);
    MatrixXd curvature = MatrixXd::Zero(classes, classes);
    MatrixXd j = MatrixXd::Zero(classes, classes);
    for (Index t = 1; t < classes; ++t) j(t, t - 1) = 1;
    for (Index i = 0; i < p.cols(); ++i) {
      j.col(classes - 1) = eta_.col(i);
      const double mass = gamma.col(i).sum();
      const VectorXd mean = j.transpose() * p.col(i);
      gradient += j.transpose() * gamma.col(i) - mass * mean;
      curvature += mass * (j.transpose() * p.col(i).asDiagonal() * j - mean * mean.transpose());
    }
    curvature.diagonal().array() += 1e-12 * std::max(1e-300, curvature.trace());
    VectorXd move = curvature.ldlt().solve(gradient);
    if (!move.allFinite()) return 0;
    const double longest = move.head(classes - 1).cwiseAbs().maxCoeff();
    move *= std::min(
        {1.0, 1 / std::max(longest, 1e-300), slope / 2 / std::max(std::abs(move[classes - 1]), 1e-300)});
    const double before = expected(gamma, shift, slope);
    for (int halving = 0; halving < 40; ++halving, move /= 2) {
      VectorXd next = shift;
      next.tail(classes - 1) += move.head(classes - 1);
      const double next_slope = std::clamp(slope + move[classes - 1], kLeastSlope, kMostSlope);
      if (expected(gamma, next, next_slope) < before - 1e-15 * std::abs(before)) continue;
      const double moved = std::max((next - shift).cwiseAbs().maxCoeff(), std::abs(next_slope - slope));
      shift = next;
      slope = next_slope;
      return moved;
    }
    return 0;
  }

  MatrixXd eta_;  ///< logits, classes x samples
  const Observations& observations_;
  double total_;
  const FlipPrior& prior_;
};

}  // namespace

FlipLink fit_flip_link(const MatrixXd& eta, const Observations& observations, double total,
                       const FlipPrior& prior) {
  const LinkFit fit(eta, observations, total, prior);
  FlipLink best;
  bool is_first = true;
  for (const auto& start : kStartingPoints) {
    FlipLink link = fit.run(start.rate, start.slope);
    if (is_first || link.objective < best.objective) best = std::move(link);
    is_first = false;
  }
  return best;
}

}  // namespace tamis::sparse_linear
