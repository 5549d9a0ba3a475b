#include "outcome.hpp"

#include <tamis/errors.hpp>
#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::sparse_linear {
namespace {

/// The least share of Cov_p that a clipped curvature keeps (page, section 2).
constexpr double kLeastShare = 0.05;

/// ln(1 + x) of 0 <= x <= 1, also where 1 + x is 1 (Kahan).
double log_of_one_and(double x) {
  const double sum = 1 + x;
  return sum == 1 ? x : numerics::logarithm(sum) * (x / (sum - 1));
}

double logit_of(const MatrixXd& eta, Index i, Index classes, Index t) {
  return classes == 2 ? (t == 0 ? 0 : eta(i, 0)) : eta(i, t);
}

}  // namespace

void class_probabilities(const MatrixXd& eta, Index i, double* p, double& log_sum) {
  if (eta.cols() == 1) {
    const double logit = eta(i, 0), tail = numerics::exponential(-std::abs(logit));
    const double larger = 1 / (1 + tail), smaller = tail * larger;
    p[0] = logit > 0 ? smaller : larger;
    p[1] = logit > 0 ? larger : smaller;
    log_sum = std::max(logit, 0.0) + log_of_one_and(tail);
    return;
  }
  const Index classes = eta.cols();
  double largest = eta(i, 0), sum = 0;
  for (Index t = 1; t < classes; ++t) largest = std::max(largest, eta(i, t));
  for (Index t = 0; t < classes; ++t) sum += p[t] = numerics::exponential(eta(i, t) - largest);
  for (Index t = 0; t < classes; ++t) p[t] /= sum;
  log_sum = largest + numerics::logarithm(sum);
}

MatrixXd class_probabilities(const MatrixXd& eta) {
  std::vector<double> p(static_cast<std::size_t>(std::max<Index>(eta.cols(), 2)));
  MatrixXd all(eta.rows(), static_cast<Index>(p.size()));
  for (Index i = 0; i < eta.rows(); ++i) {
    double log_sum = 0;
    class_probabilities(eta, i, p.data(), log_sum);
    for (Index t = 0; t < all.cols(); ++t) all(i, t) = p[static_cast<std::size_t>(t)];
  }
  return all;
}

ClassOutcome::ClassOutcome(const Observations& observations, const MatrixXd& flips)
    : ClassOutcome(observations, observations.evidence(flips), nullptr) {}

ClassOutcome::ClassOutcome(const Observations& observations, MatrixXd evidence, std::nullptr_t)
    : start_(observations.start), weight_(observations.weight), evidence_(std::move(evidence)) {
  for (Index o = 0; o < evidence_.rows(); ++o) {
    if (evidence_.row(o).maxCoeff() > 0) continue;
    Index label = 0;
    observations.labels.row(o).maxCoeff(&label);
    throw DataError(
        "the label of this class was observed, and by the flip matrix no true class gives it; give its "
        "column of the matrix a probability above 0",
        at_class(static_cast<std::uint64_t>(label)));
  }
}

double ClassOutcome::posterior(const MatrixXd& eta, Index i, const double* p, double log_sum, std::size_t o,
                               double* gamma) const {
  const auto row = static_cast<Index>(o);
  const Index l = classes();
  double sum = 0;
  for (Index t = 0; t < l; ++t) sum += gamma[t] = p[t] * evidence_(row, t);
  if (sum > std::numeric_limits<double>::min() * 1e16) {
    for (Index t = 0; t < l; ++t) gamma[t] /= sum;
    return numerics::logarithm(sum);
  }
  double largest = -std::numeric_limits<double>::infinity();
  for (Index t = 0; t < l; ++t)
    if (evidence_(row, t) > 0)
      largest = std::max(largest, gamma[t] = logit_of(eta, i, l, t) + numerics::logarithm(evidence_(row, t)));
  sum = 0;
  for (Index t = 0; t < l; ++t)
    sum += gamma[t] = evidence_(row, t) > 0 ? numerics::exponential(gamma[t] - largest) : 0;
  for (Index t = 0; t < l; ++t) gamma[t] /= sum;
  return largest + numerics::logarithm(sum) - log_sum;
}

double ClassOutcome::log_likelihood(const MatrixXd& eta) const {
  std::vector<double> p(static_cast<std::size_t>(classes())), gamma(p.size());
  numerics::LaneSum sum;
  for (Index i = 0; i < eta.rows(); ++i) {
    double log_sum = 0;
    class_probabilities(eta, i, p.data(), log_sum);
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t o = start_[at]; o < start_[at + 1]; ++o)
      sum.add(o, weight_[o] * posterior(eta, i, p.data(), log_sum, o, gamma.data()));
  }
  return sum.total();
}

double ClassOutcome::derive(const MatrixXd& eta, Curvature curvature, Derivatives& out) const {
  const Index l = classes(), c = columns(), first = l - c;  // of two classes the column is that of the second
  std::vector<double> p(static_cast<std::size_t>(l)), gamma(p.size());
  out.gradient.setZero(eta.rows(), c);
  out.curvature.setZero(eta.rows(), pair_count(c));
  const auto covariance = [&](const std::vector<double>& q, Index a, Index b) {
    const double qa = q[static_cast<std::size_t>(a + first)], qb = q[static_cast<std::size_t>(b + first)];
    return a == b ? qa * (1 - qa) : -qa * qb;
  };
  numerics::LaneSum sum;
  for (Index i = 0; i < eta.rows(); ++i) {
    double log_sum = 0;
    class_probabilities(eta, i, p.data(), log_sum);
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t o = start_[at]; o < start_[at + 1]; ++o) {
      const double v = weight_[o], log_p = posterior(eta, i, p.data(), log_sum, o, gamma.data());
      sum.add(o, v * log_p);
      for (Index a = 0; a < c; ++a)
        out.gradient(i, a) +=
            v * (p[static_cast<std::size_t>(a + first)] - gamma[static_cast<std::size_t>(a + first)]);
      double known = 0;  // the share of Cov_gamma that is taken off
      if (curvature == Curvature::exact) known = 1;
      if (curvature == Curvature::clipped) {
        // Cov_gamma <= max_t (gamma_t / p_t) Cov_p, and gamma_t / p_t = m_t / P; of two classes exactly
        if (c == 1) {
          const double of_p = covariance(p, 0, 0), of_gamma = covariance(gamma, 0, 0);
          known = of_gamma > 0 ? std::min(1.0, (1 - kLeastShare) * of_p / of_gamma) : 0;
        } else {
          const double largest = evidence_.row(static_cast<Index>(o)).maxCoeff();
          known = std::min(1.0, (1 - kLeastShare) * numerics::exponential(log_p) / largest);
        }
      }
      for (Index b = 0; b < c; ++b)
        for (Index a = 0; a <= b; ++a)
          out.curvature(i, pair_index(a, b)) += v * (covariance(p, a, b) - known * covariance(gamma, a, b));
    }
  }
  return sum.total();
}

double ClassOutcome::saturated() const {
  numerics::LaneSum sum;
  for (std::size_t o = 0; o < weight_.size(); ++o)
    sum.add(o, weight_[o] * numerics::logarithm(evidence_.row(static_cast<Index>(o)).maxCoeff()));
  return sum.total();
}

bool ClassOutcome::is_convex() const { return ((evidence_.array() > 0).rowwise().count() == 1).all(); }

MatrixXd ClassOutcome::memberships(const MatrixXd& eta) const {
  MatrixXd found = MatrixXd::Zero(eta.rows(), classes());
  std::vector<double> p(static_cast<std::size_t>(classes())), gamma(p.size());
  for (Index i = 0; i < eta.rows(); ++i) {
    double log_sum = 0, all = 0;
    class_probabilities(eta, i, p.data(), log_sum);
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t o = start_[at]; o < start_[at + 1]; ++o) {
      posterior(eta, i, p.data(), log_sum, o, gamma.data());
      for (Index t = 0; t < classes(); ++t) found(i, t) += weight_[o] * gamma[static_cast<std::size_t>(t)];
      all += weight_[o];
    }
    found.row(i) /= all;
  }
  return found;
}

RealOutcome::RealOutcome(const Target& target, const CountedSamples& counted)
    : share_(counted.share), values_(share_.size()) {
  const double origin = target.real()[counted.samples[0]];
  for (Index i = 0; i < values_.size(); ++i)
    values_[i] = target.real()[counted.samples[static_cast<std::size_t>(i)]] - origin;
  const double apart = numerics::lane_sum(counted.samples.size(), [&](std::size_t i) {
    return share_[static_cast<Index>(i)] * values_[static_cast<Index>(i)];
  });
  values_.array() -= apart;
  mean_ = origin + apart;
}

double RealOutcome::log_likelihood(const MatrixXd& eta) const {
  return -0.5 * numerics::lane_sum(static_cast<std::size_t>(eta.rows()), [&](std::size_t at) {
    const auto i = static_cast<Index>(at);
    const double apart = values_[i] - eta(i, 0);
    return share_[i] * apart * apart;
  });
}

double RealOutcome::derive(const MatrixXd& eta, Curvature, Derivatives& out) const {
  out.gradient = share_.cwiseProduct(eta.col(0) - values_);
  out.curvature = share_;
  return log_likelihood(eta);
}

}  // namespace tamis::sparse_linear
