#include "power_link_em.hpp"

#include <tamis/eigen.hpp>

#include <Eigen/Cholesky>

namespace tamis::numerics {
namespace {

constexpr double kLeastPower = 0.1, kLargestPower = 12;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t s = 0; s < a.size(); ++s) sum += a[s] * b[s];
  return sum;
}

}  // namespace

std::vector<double> SampleRows::by_columns() const {
  std::vector<double> out(values_.size());
  for (std::size_t i = 0; i < rows(); ++i)
    for (std::size_t s = 0; s < columns_; ++s) out[s * rows() + i] = (*this)[i][s];
  return out;
}

void predict_classes(const ClassLink& link, std::span<const double> log_q, std::span<double> p) {
  const double largest = std::ranges::max(log_q);
  double sum = 0;
  for (std::size_t s = 0; s < p.size(); ++s)
    sum += p[s] = exponential(link.power * (log_q[s] - largest) + link.shift[s]);
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

ClassLink PowerLinkEm::improved(const ClassLink& link, double shift_variance) const {
  // of (power, shift_1, ..., shift_K): sum_is gamma_is log p_is - sum_s shift_s^2 / (2 variance)
  const auto k = static_cast<Eigen::Index>(classes());
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(k + 1);
  Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(k + 1, k + 1);
  for (std::size_t i = 0; i < samples(); ++i) {
    if (labels_[i] < 0) continue;
    const std::span<const double> p = p_[i], gamma = gamma_[i], log_q = log_q_[i];
    const double mean = dot(p, log_q);
    slope[0] += dot(gamma, log_q) - mean;
    for (Eigen::Index s = 0; s < k; ++s) {
      const auto of = static_cast<std::size_t>(s);
      const double from_mean = p[of] * (log_q[of] - mean);
      slope[s + 1] += gamma[of] - p[of];
      curvature(0, 0) += from_mean * (log_q[of] - mean);
      curvature(s + 1, 0) += from_mean;
      curvature(s + 1, s + 1) += p[of];
      // down the column, where the numbers lie together
      for (Eigen::Index t = s; t < k; ++t) curvature(t + 1, s + 1) -= p[of] * p[static_cast<std::size_t>(t)];
    }
  }
  constexpr double kRidge = 1e-6;  // for a power that changes nothing
  curvature(0, 0) += kRidge;
  for (Eigen::Index s = 0; s < k; ++s) {
    slope[s + 1] -= link.shift[static_cast<std::size_t>(s)] / shift_variance;
    curvature(s + 1, s + 1) += 1 / shift_variance;
  }
  const bool at_bound =
      (link.power <= kLeastPower && slope[0] < 0) || (link.power >= kLargestPower && slope[0] > 0);
  if (at_bound) {  // only the shifts can still move
    slope[0] = 0;
    curvature.col(0).setZero();
    curvature(0, 0) = 1;
  }
  Eigen::VectorXd step = curvature.selfadjointView<Eigen::Lower>().ldlt().solve(slope);
  // not further than a step of Newton's is trusted: half of the power, a shift by a factor of e
  const double furthest = std::max(
      {1.0, std::abs(step[0]) / std::max(link.power / 2, kLeastPower), step.tail(k).cwiseAbs().maxCoeff()});
  step /= furthest;
  ClassLink out = link;
  out.power = std::clamp(link.power + step[0], kLeastPower, kLargestPower);
  for (std::size_t s = 0; s < classes(); ++s) out.shift[s] += step[static_cast<Eigen::Index>(s) + 1];
  return out;
}

}  // namespace tamis::numerics
