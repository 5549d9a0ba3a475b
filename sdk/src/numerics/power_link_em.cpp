#include "power_link_em.hpp"
#include "kernels.hpp"

#include <tamis/eigen.hpp>

#include <Eigen/Cholesky>

#include <limits>
#include <numeric>

namespace tamis::numerics {
namespace {

constexpr double kLeastPower = 0.1, kLargestPower = 12;
constexpr double kShiftVariance = 0.7 * 0.7;
constexpr double kMeanPowerVariance = 2 * 2;  // of the mean of the logarithms of the powers
constexpr double kPowerVariance = 0.3 * 0.3;  // of the logarithms about it
/// Classes of a sample with less are left out of v_i v_i', which makes the steps a little shorter, and only them.
constexpr double kUnlikely = 1e-3;

}  // namespace

double ClassLink::mean_log_power() const {
  double sum = 0;
  for (const double v : power) sum += logarithm(v);
  return sum / static_cast<double>(power.size());
}

double ClassLink::log_prior() const {
  const double mean = mean_log_power();
  double sum = mean * mean / kMeanPowerVariance;
  for (std::size_t s = 0; s < shift.size(); ++s) {
    const double from_mean = logarithm(power[s]) - mean;
    sum += from_mean * from_mean / kPowerVariance + shift[s] * shift[s] / kShiftVariance;
  }
  return -sum / 2;
}

SamplePanels logarithms(ConstMatrix q, std::uint64_t first, std::uint64_t last) {
  SamplePanels log_q(last - first, q.cols);
  for (std::uint64_t s = 0; s < q.cols; ++s)
    for (std::uint64_t i = first; i < last; ++i) log_q(i - first, s) = logarithm(q(i, s));
  return log_q;
}

void predict_classes(const ClassLink& link, const SamplePanels& log_q, SamplePanels& p) {
  for (std::size_t b = 0; b < p.panels(); ++b)
    kernels().link_classes({p.classes(), link.power.data(), link.shift.data(), log_q.panel(b), p.panel(b)});
}

PowerLinkEm::PowerLinkEm(ConstMatrix q, std::span<const std::int32_t> labels, std::span<const double> weights)
    : labels_(labels), log_q_(logarithms(q, 0, q.rows)), p_(q.rows, q.cols), gamma_(q.rows, q.cols) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    weight_.push_back(labels[i] < 0 ? 0.0 : weights.empty() ? 1.0 : weights[i]);
  known_ = std::accumulate(weight_.begin(), weight_.end(), 0.0);
}

void PowerLinkEm::doubt_labels(double rate) {
  const double others = rate / std::max(1.0, static_cast<double>(classes()) - 1);
  for (std::size_t i = 0; i < samples(); ++i) {
    const bool known = labels_[i] >= 0;
    for (std::size_t s = 0; s < classes(); ++s)
      gamma_(i, s) = known ? others : 1 / static_cast<double>(classes());
    if (known) gamma_(i, static_cast<std::size_t>(labels_[i])) = 1 - rate;
  }
}

void PowerLinkEm::follow_likeliest(double belief) {
  const double rest = (1 - belief) / static_cast<double>(classes());
  for (std::size_t i = 0; i < samples(); ++i) {
    std::size_t likeliest = 0;
    for (std::size_t s = 0; s < classes(); ++s) {
      gamma_(i, s) = rest;
      if (log_q_(i, s) > log_q_(i, likeliest)) likeliest = s;
    }
    gamma_(i, likeliest) += belief;
  }
}

double PowerLinkEm::improved_power(double power) const {
  double slope = 0, curvature = 0;
  for (std::size_t i = 0; i < samples(); ++i) {
    if (labels_[i] < 0) continue;
    double mean = 0, observed = 0;
    for (std::size_t s = 0; s < classes(); ++s) {
      mean += p_(i, s) * log_q_(i, s);
      observed += gamma_(i, s) * log_q_(i, s);
    }
    slope += weight_[i] * (observed - mean);
    for (std::size_t s = 0; s < classes(); ++s)
      curvature += weight_[i] * p_(i, s) * (log_q_(i, s) - mean) * (log_q_(i, s) - mean);
  }
  if (!(curvature > 0)) return power;
  return std::clamp(power + std::clamp(slope / curvature, -power / 2, power / 2), kLeastPower, kLargestPower);
}

ClassLink PowerLinkEm::improved(const ClassLink& link) const {
  // u_is = power_s log q_is + shift_s has the derivatives a_is = power_s log q_is and 1 by log power_s and shift_s, and
  // the likelihood has gamma_is - p_is by u_is, and the information diag(p_i) - p_i p_i'. So with v_i = (p_is a_is, p_is)
  // the information of powers and shifts is sum_i w_i (diagonals of three blocks) - v_i v_i'.
  const auto k = static_cast<Eigen::Index>(classes());
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(2 * k);
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(2 * k, 2 * k);
  std::vector<double> v(2 * classes() * kLanes);
  std::vector<std::size_t> rows(2 * classes());
  for (std::size_t b = 0; b < p_.panels(); ++b) {
    double weight[kLanes] = {};
    for (std::size_t i = b * kLanes; i < std::min(samples(), (b + 1) * kLanes); ++i)
      weight[i % kLanes] = weight_[i];
    kernels().link_information({classes(), link.power.data(), weight, log_q_.panel(b), p_.panel(b),
                                gamma_.panel(b), kUnlikely, v.data(), rows.data(), slope.data(),
                                information.data()});
  }
  const double mean = link.mean_log_power(), all = static_cast<double>(k);
  for (Eigen::Index s = 0; s < k; ++s) {
    const auto of = static_cast<std::size_t>(s);
    slope[s] -= (logarithm(link.power[of]) - mean) / kPowerVariance + mean / (all * kMeanPowerVariance);
    slope[k + s] -= link.shift[of] / kShiftVariance;
    information(s, s) += 1 / kPowerVariance;
    information(k + s, k + s) += 1 / kShiftVariance;
    for (Eigen::Index t = s; t < k; ++t)
      information(t, s) += (1 / (all * kMeanPowerVariance) - 1 / kPowerVariance) / all;
  }
  Eigen::VectorXd step = information.selfadjointView<Eigen::Lower>().ldlt().solve(slope);
  step /= std::max(1.0, step.cwiseAbs().maxCoeff());  // not further than a step is trusted: by a factor of e
  ClassLink out = link;
  for (std::size_t s = 0; s < classes(); ++s) {
    out.power[s] *= exponential(step[static_cast<Eigen::Index>(s)]);
    out.shift[s] += step[static_cast<Eigen::Index>(s) + k];
  }
  return out;
}

}  // namespace tamis::numerics
