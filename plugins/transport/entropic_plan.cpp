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
  std::ranges::fill(column_, 0.0);
  for (std::size_t i = 0; i < rows_; ++i) {
    const std::span<double> row(plan_.data() + i * cols_, cols_);
    for (std::size_t j = 0; j < cols_; ++j) row[j] = b_[j] - lambda * d_[i * cols_ + j];
    row_lse_[i] = log_sum_exp(row);
    double sum = 0;
    for (double e : row) sum += e;
    for (std::size_t j = 0; j < cols_; ++j) {
      row[j] *= p_[i] / sum;
      column_[j] += row[j];
    }
  }
}

double EntropicPlan::column_error() const {
  double sum = 0;
  for (std::size_t j = 0; j < cols_; ++j) sum += std::abs(column_[j] - q_[j]);
  return sum;
}

// b_j = ln q_j - ln sum_i exp(a_i - lambda D_ij) with a_i = ln p_i - lse_i.
void EntropicPlan::sinkhorn_step(double lambda) {
  terms_.resize(rows_);
  for (std::size_t j = 0; j < cols_; ++j) {
    for (std::size_t i = 0; i < rows_; ++i)
      terms_[i] = numerics::logarithm(p_[i]) - row_lse_[i] - lambda * d_[i * cols_ + j];
    b_[j] = log_q_[j] - log_sum_exp(terms_);
  }
  fill_rows(lambda);
}

// Solves L x = q - Q'1 with x_0 = 0, L the Laplacian of the weights w_jk = sum_i Q_ij Q_ik / p_i, which are
// kept below the diagonal. Taking node k out joins its neighbours by w_ik w_jk / sum_j w_kj.
bool EntropicPlan::newton_step(double lambda, double tolerance, int& iterations_left) {
  const double error = column_error();
  std::vector<double>& w = laplacian_;
  std::ranges::fill(w, 0.0);
  for (std::size_t i = 0; i < rows_; ++i) {
    const double* const row = plan_.data() + i * cols_;
    for (std::size_t j = 1; j < cols_; ++j) {
      const double share = row[j] / p_[i];
      for (std::size_t k = 0; k < j; ++k) w[j * cols_ + k] += share * row[k];
    }
  }
  std::vector<double>& x = step_;
  // What is left of a cluster's error by rounding, over a next to empty link, would be a step to nowhere.
  const double ignored = tolerance / (4 * static_cast<double>(cols_));
  for (std::size_t j = 0; j < cols_; ++j) x[j] = q_[j] - column_[j];
  for (std::size_t k = cols_; k-- > 1;) {
    double* const at_k = w.data() + k * cols_;
    double degree = 0;
    for (std::size_t j = 0; j < k; ++j) degree += at_k[j];
    at_k[k] = degree > kApart ? degree : 0;
    if (std::abs(x[k]) <= ignored) x[k] = 0;
    if (at_k[k] == 0) continue;
    for (std::size_t i = 0; i < k; ++i) {
      const double share = at_k[i] / degree;
      for (std::size_t j = 0; j < i; ++j) w[i * cols_ + j] += share * at_k[j];
      x[i] += share * x[k];
    }
  }
  x[0] = 0;
  for (std::size_t k = 1; k < cols_; ++k) {
    const double* const at_k = w.data() + k * cols_;
    if (at_k[k] == 0) {
      x[k] = 0;
      continue;
    }
    double mean = 0;
    for (std::size_t j = 0; j < k; ++j) mean += at_k[j] * x[j];
    x[k] = mean / at_k[k] + damped(x[k] / at_k[k]);
  }

  last_b_ = b_;
  double length = 1;
  for (int halving = 0; halving <= kHalvings && iterations_left > 0; ++halving, length /= 2) {
    for (std::size_t j = 0; j < cols_; ++j) b_[j] = last_b_[j] + length * x[j];
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
  d_ = d, p_ = from, q_ = to, rows_ = from.size(), cols_ = to.size();
  for (auto* v : {&b_, &log_q_, &column_, &step_}) v->resize(cols_);
  row_lse_.resize(rows_);
  plan_.resize(rows_ * cols_);
  laplacian_.resize(cols_ * cols_);
  for (std::size_t j = 0; j < cols_; ++j) b_[j] = log_q_[j] = numerics::logarithm(q_[j]);

  int left = limits.iterations;
  double stage = lambda;
  while (stage * *std::ranges::max_element(d_) > kGentle) stage /= 2;
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
    for (std::size_t j = 0; j < cols_; ++j) b_[j] = 2 * b_[j] - log_q_[j];  // b - ln q grows with lambda
  }

  double cost = 0;
  for (std::size_t k = 0; k < plan_.size(); ++k) cost += plan_[k] * d_[k];
  return {cost, column_error(), limits.iterations - left};
}

double EntropicPlan::entropy() const {
  double sum = 0;
  for (const double mass : plan_)
    if (mass > 0) sum -= mass * numerics::logarithm(mass);
  return sum;
}

}  // namespace tamis::transport
