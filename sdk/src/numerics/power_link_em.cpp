#include "power_link_em.hpp"

#include <tamis/eigen.hpp>

#include <Eigen/Cholesky>

#include <limits>

namespace tamis::numerics {
namespace {

constexpr double kLeastPower = 0.1, kLargestPower = 12;
constexpr double kShiftVariance = 0.7 * 0.7;
constexpr double kMeanPowerVariance = 2 * 2;  // of the mean of the logarithms of the powers
constexpr double kPowerVariance = 0.3 * 0.3;  // of the logarithms about it
/// Classes of a sample with less are left out of p_i p_i', which makes the steps a little shorter, and only them.
constexpr double kUnlikely = 1e-3;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t s = 0; s < a.size(); ++s) sum += a[s] * b[s];
  return sum;
}

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

std::vector<double> SampleRows::by_columns() const {
  std::vector<double> out(values_.size());
  for (std::size_t i = 0; i < rows(); ++i)
    for (std::size_t s = 0; s < columns_; ++s) out[s * rows() + i] = (*this)[i][s];
  return out;
}

void predict_classes(const ClassLink& link, std::span<const double> log_q, std::span<double> p) {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t s = 0; s < p.size(); ++s) {
    p[s] = link.power[s] * log_q[s] + link.shift[s];
    largest = std::max(largest, p[s]);
  }
  for (double& v : p) sum += v = exponential(v - largest);
  for (double& v : p) v /= sum;
}

PowerLinkEm::PowerLinkEm(ConstMatrix q, std::span<const std::int32_t> labels)
    : labels_(labels),
      known_(static_cast<double>(std::ranges::count_if(labels, [](std::int32_t z) { return z >= 0; }))),
      log_q_(q.rows, q.cols),
      p_(log_q_),
      gamma_(log_q_) {
  for (std::uint64_t s = 0; s < q.cols; ++s)
    for (std::uint64_t i = 0; i < q.rows; ++i) log_q_[i][s] = logarithm(q(i, s));
}

void PowerLinkEm::doubt_labels(double rate) {
  const double others = rate / std::max(1.0, static_cast<double>(classes()) - 1);
  for (std::size_t i = 0; i < samples(); ++i) {
    const bool known = labels_[i] >= 0;
    std::ranges::fill(gamma_[i], known ? others : 1 / static_cast<double>(classes()));
    if (known) gamma_[i][static_cast<std::size_t>(labels_[i])] = 1 - rate;
  }
}

void PowerLinkEm::follow_likeliest(double belief) {
  const double rest = (1 - belief) / static_cast<double>(classes());
  for (std::size_t i = 0; i < samples(); ++i) {
    const auto likeliest = std::ranges::max_element(log_q_[i]) - log_q_[i].begin();
    std::ranges::fill(gamma_[i], rest);
    gamma_[i][static_cast<std::size_t>(likeliest)] += belief;
  }
}

void PowerLinkEm::predict(const ClassLink& link) {
  for (std::size_t i = 0; i < samples(); ++i) predict_classes(link, log_q_[i], p_[i]);
}

double PowerLinkEm::improved_power(double power) const {
  double slope = 0, curvature = 0;
  for (std::size_t i = 0; i < samples(); ++i) {
    if (labels_[i] < 0) continue;
    const double mean = dot(p_[i], log_q_[i]);
    slope += dot(gamma_[i], log_q_[i]) - mean;
    for (std::size_t s = 0; s < classes(); ++s)
      curvature += p_[i][s] * (log_q_[i][s] - mean) * (log_q_[i][s] - mean);
  }
  if (!(curvature > 0)) return power;
  return std::clamp(power + std::clamp(slope / curvature, -power / 2, power / 2), kLeastPower, kLargestPower);
}

ClassLink PowerLinkEm::improved(const ClassLink& link) const {
  // u_is = power_s log q_is + shift_s has the derivatives power_s log q_is and 1 by log power_s and shift_s, and
  // the likelihood has gamma_is - p_is by u_is, and the information diag(p_i) - p_i p_i'
  const auto k = static_cast<Eigen::Index>(classes());
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(2 * k);
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(2 * k, 2 * k);
  std::vector<Eigen::Index> likely;
  std::vector<double> by_power(classes());
  for (std::size_t i = 0; i < samples(); ++i) {
    if (labels_[i] < 0) continue;
    likely.clear();
    for (Eigen::Index s = 0; s < k; ++s) {
      const auto of = static_cast<std::size_t>(s);
      const double p = p_[i][of], by_shift = gamma_[i][of] - p;
      by_power[of] = link.power[of] * log_q_[i][of];
      slope[s] += by_shift * by_power[of];
      slope[k + s] += by_shift;
      information(s, s) += p * by_power[of] * by_power[of];
      information(k + s, s) += p * by_power[of];
      information(k + s, k + s) += p;
      if (p > kUnlikely) likely.push_back(s);
    }
    for (const Eigen::Index s : likely) {
      const double p_s = p_[i][static_cast<std::size_t>(s)], power_s = by_power[static_cast<std::size_t>(s)];
      for (const Eigen::Index t : likely) {
        const double both = p_s * p_[i][static_cast<std::size_t>(t)];
        information(k + t, s) -= both * power_s;
        if (t < s) continue;
        information(t, s) -= both * power_s * by_power[static_cast<std::size_t>(t)];
        information(k + t, k + s) -= both;
      }
    }
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
