#include "entropic_plan.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::transport {
namespace {

// Up to here Newton's method starts well from b = ln q, the solution of lambda = 0.
constexpr double kGentle = 8;         // lambda times the longest distance
constexpr double kStageError = 1e-3;  // of a plan that only starts the next
constexpr int kHalvings = 5;
constexpr double kApart = 1e-290;  // columns joined by less are not: steps stay within doubles

/// ln sum exp(terms), of at least one; `terms` become exp(term - largest).
double log_sum_exp(std::span<double> terms) {
  const double largest = *std::ranges::max_element(terms);
  double sum = 0;
  for (double& t : terms) sum += t = numerics::exponential(t - largest);
  return largest + numerics::logarithm(sum);
}

/// A weight grows like exp(b), so what a long step asks for is reached by its logarithm.
double damped(double step) {
  const double length = std::abs(step);
  return length <= 1 ? step : std::copysign(1 + numerics::logarithm(length), step);
}

}  // namespace

void EntropicPlan::fill_rows(double lambda) {
  column_.setZero();
  for (Eigen::Index i = 0; i < plan_.rows(); ++i) {
    auto row = plan_.row(i);
    row = b_ - lambda * distances().row(i);
    row_lse_[i] = log_sum_exp({row.data(), static_cast<std::size_t>(row.size())});
    row *= p_[i] / row.sum();
    column_ += row;
  }
}

double EntropicPlan::column_error() const { return (column_ - q_).cwiseAbs().sum(); }

// b_j = ln q_j - ln sum_i exp(a_i - lambda D_ij) with a_i = ln p_i - lse_i.
void EntropicPlan::sinkhorn_step(double lambda) {
  const Eigen::VectorXd a = p_.unaryExpr([](double p) { return numerics::logarithm(p); }) - row_lse_;
  for (Eigen::Index j = 0; j < b_.size(); ++j) {
    terms_ = a - lambda * distances().col(j);
    b_[j] = log_q_[j] - log_sum_exp({terms_.data(), static_cast<std::size_t>(terms_.size())});
  }
  fill_rows(lambda);
}

// Solves L x = q - Q'1 with x_0 = 0, L the Laplacian of the weights w_jk = sum_i Q_ij Q_ik / p_i, which are
// kept below the diagonal. Taking node k out joins its neighbours by w_ik w_jk / sum_j w_kj.
bool EntropicPlan::newton_step(double lambda, double tolerance, int& iterations_left) {
  const Eigen::Index m = b_.size();
  Rows& w = laplacian_;
  w.setZero();
  for (Eigen::Index i = 0; i < plan_.rows(); ++i)
    for (Eigen::Index j = 1; j < m; ++j) w.row(j).head(j) += plan_(i, j) / p_[i] * plan_.row(i).head(j);

  Row& x = step_;
  x = q_ - column_;
  // What is left of a cluster's error by rounding, over a next to empty link, would be a step to nowhere.
  const double ignored = tolerance / (4 * static_cast<double>(m));
  for (Eigen::Index k = m; k-- > 1;) {
    const double degree = w.row(k).head(k).sum();
    w(k, k) = degree > kApart ? degree : 0;
    if (std::abs(x[k]) <= ignored) x[k] = 0;
    if (w(k, k) == 0) continue;
    for (Eigen::Index i = 0; i < k; ++i) {
      const double share = w(k, i) / degree;
      w.row(i).head(i) += share * w.row(k).head(i);
      x[i] += share * x[k];
    }
  }
  x[0] = 0;
  for (Eigen::Index k = 1; k < m; ++k)
    x[k] = w(k, k) == 0 ? 0 : w.row(k).head(k).dot(x.head(k)) / w(k, k) + damped(x[k] / w(k, k));

  const double error = column_error();
  last_b_ = b_;
  double length = 1;
  for (int halving = 0; halving <= kHalvings && iterations_left > 0; ++halving, length /= 2) {
    b_ = last_b_ + length * x;
    fill_rows(lambda);
    --iterations_left;
    if (column_error() < (1 - length / 4) * error) return true;
  }
  b_ = last_b_;
  fill_rows(lambda);
  return false;
}

EntropicPlan::Solution EntropicPlan::solve(std::span<const double> d, std::span<const double> from,
                                           std::span<const double> to, double lambda, const Limits& limits) {
  const std::size_t n = from.size(), m = to.size();
  d_ = d, p_ = map(from), q_ = map(to).transpose();
  b_ = log_q_ = q_.unaryExpr([](double q) { return numerics::logarithm(q); });
  plan_.resize(n, m), row_lse_.resize(n), column_.resize(m), laplacian_.resize(m, m);

  int left = limits.iterations;
  double stage = lambda;
  while (stage * distances().maxCoeff() > kGentle) stage /= 2;
  for (;; stage *= 2) {
    const bool last = stage >= lambda;
    fill_rows(stage);
    for (double error = column_error(); error > (last ? limits.tolerance : kStageError) && left > 0;) {
      if (!newton_step(stage, limits.tolerance, left) && left > 0) {
        sinkhorn_step(stage);
        --left;
        if (!(column_error() < error)) break;  // as far as rounding lets it
      }
      error = column_error();
    }
    if (last) break;
    b_ = 2 * b_ - log_q_;  // b - ln q grows with lambda
  }
  return {plan_.cwiseProduct(distances()).sum(), column_error(), limits.iterations - left};
}

double EntropicPlan::entropy() const {
  double sum = 0;
  for (const auto row : plan_.rowwise())
    for (const double mass : row)
      if (mass > 0) sum -= mass * numerics::logarithm(mass);
  return sum;
}

}  // namespace tamis::transport
