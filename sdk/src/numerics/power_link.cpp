#include <tamis/numerics/power_link.hpp>

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tamis::numerics {
namespace {

/// A matrix whose rows, of a sample each, lie together.
class Rows {
 public:
  Rows(std::size_t rows, std::size_t columns) : columns_(columns), values_(rows * columns) {}
  std::size_t rows() const { return values_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<double> operator[](std::size_t i) { return {values_.data() + i * columns_, columns_}; }
  std::span<const double> operator[](std::size_t i) const {
    return {values_.data() + i * columns_, columns_};
  }
  std::vector<double> by_columns() const {
    std::vector<double> out(values_.size());
    for (std::size_t i = 0; i < rows(); ++i)
      for (std::size_t s = 0; s < columns_; ++s) out[s * rows() + i] = (*this)[i][s];
    return out;
  }

 private:
  std::size_t columns_;
  std::vector<double> values_;
};

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t s = 0; s < a.size(); ++s) sum += a[s] * b[s];
  return sum;
}

void divide(std::span<double> row, double by) {
  for (double& v : row) v /= by;
}

double sum_of(std::span<const double> row) {
  double sum = 0;
  for (const double v : row) sum += v;
  return sum;
}

/// The EM of fit_power_link(), from one start after the other.
class PowerLinkEm {
 public:
  PowerLinkEm(ConstMatrix q, std::span<const std::int32_t> labels, NoiseModel& noise)
      : labels_(labels),
        noise_(noise),
        log_q_(q.rows, q.cols),
        p_(log_q_),
        gamma_(log_q_),
        column_by_column_(q.rows * q.cols) {
    for (std::uint64_t s = 0; s < q.cols; ++s)
      for (std::uint64_t i = 0; i < q.rows; ++i) log_q_[i][s] = logarithm(q(i, s));
  }

  /// \param rate, power  where it begins: the model at memberships that take this share of the labels for
  /// wrong.
  PowerLink fit(double rate, double power) {
    constexpr int kLeastIterations = 5, kMostIterations = 300;
    PowerLink link;
    link.power = power;
    doubt_labels(rate);
    update_noise();
    raise_to(power);
    const auto known = std::count_if(labels_.begin(), labels_.end(), [](std::int32_t z) { return z >= 0; });
    for (double last = 0; link.iterations < kMostIterations; ++link.iterations) {
      link.log_likelihood = expect();
      const double change = std::abs(link.log_likelihood - std::exchange(last, link.log_likelihood));
      if (link.iterations >= kLeastIterations && change < 1e-6 * static_cast<double>(known)) break;
      update_noise();
      for (int step = 0; step < 2; ++step) raise_to(link.power = after_newton_step(link.power));
    }
    link.memberships = gamma_.by_columns();
    link.parameters.resize(noise_.parameter_count());
    noise_.parameters(link.parameters);
    return link;
  }

 private:
  std::size_t samples() const { return p_.rows(); }
  std::size_t classes() const { return p_.columns(); }

  void doubt_labels(double rate) {
    const double others = rate / std::max(1.0, static_cast<double>(classes()) - 1);
    for (std::size_t i = 0; i < samples(); ++i) {
      const bool known = labels_[i] >= 0;
      std::ranges::fill(gamma_[i], known ? others : 1 / static_cast<double>(classes()));
      if (known) gamma_[i][static_cast<std::size_t>(labels_[i])] = 1 - rate;
    }
  }
  void update_noise() {
    column_by_column_ = gamma_.by_columns();
    noise_.update(ConstMatrix(column_by_column_.data(), samples(), classes()));
  }
  /// p_is proportional to q_is^power.
  void raise_to(double power) {
    for (std::size_t i = 0; i < samples(); ++i) {
      const double largest = std::ranges::max(log_q_[i]);
      for (std::size_t s = 0; s < classes(); ++s) p_[i][s] = exponential(power * (log_q_[i][s] - largest));
      divide(p_[i], sum_of(p_[i]));
    }
  }
  /// The E step; the log-likelihood of the labels.
  double expect() {
    const Matrix seen(column_by_column_.data(), samples(), classes());
    noise_.likelihood(seen);
    double log_likelihood = 0;
    for (std::size_t i = 0; i < samples(); ++i) {
      for (std::size_t s = 0; s < classes(); ++s) gamma_[i][s] = p_[i][s] * seen(i, s);
      const double of_label = sum_of(gamma_[i]);
      if (of_label > 0)
        divide(gamma_[i], of_label);
      else
        std::ranges::copy(p_[i], gamma_[i].begin());  // the model says that this label cannot be
      if (labels_[i] >= 0) log_likelihood += logarithm(std::max(of_label, 1e-300));
    }
    return log_likelihood;
  }
  /// One step of beta towards the maximum of sum_is gamma_is log p_is, at most by half, kept in [0.1, 12].
  double after_newton_step(double power) const {
    double slope = 0, curvature = 0;
    for (std::size_t i = 0; i < samples(); ++i) {
      if (labels_[i] < 0) continue;
      const double mean = dot(p_[i], log_q_[i]);
      slope += dot(gamma_[i], log_q_[i]) - mean;
      for (std::size_t s = 0; s < classes(); ++s)
        curvature += p_[i][s] * (log_q_[i][s] - mean) * (log_q_[i][s] - mean);
    }
    if (!(curvature > 0)) return power;
    return std::clamp(power + std::clamp(slope / curvature, -power / 2, power / 2), 0.1, 12.0);
  }

  std::span<const std::int32_t> labels_;
  NoiseModel& noise_;
  Rows log_q_, p_, gamma_;
  std::vector<double> column_by_column_;  ///< what the noise model is shown, or shows
};

}  // namespace

void add_floor(Matrix q, std::span<const std::int32_t> labels, double votes) {
  std::vector<double> share(q.cols, 1.0);
  for (const std::int32_t label : labels)
    if (label >= 0) ++share[static_cast<std::size_t>(label)];
  divide(share, sum_of(share));
  for (std::uint64_t s = 0; s < q.cols; ++s)
    for (double& v : q.column(s)) v = std::isnan(v) ? share[s] : (votes * v + share[s]) / (votes + 1);
}

PowerLink fit_power_link(ConstMatrix q, std::span<const std::int32_t> labels, NoiseModel& noise) {
  // few wrong labels, many, and classes that are told apart surely but for the wrong labels: there q is flat, and
  // from a small power an EM takes the wrong labels for a part of every class
  constexpr std::pair<double, double> kStarts[] = {{0.05, 1}, {0.3, 1.5}, {0.1, 6}};
  PowerLinkEm em(q, labels, noise);
  PowerLink best;
  for (const auto& [rate, power] : kStarts) {
    PowerLink link = em.fit(rate, power);
    if (best.memberships.empty() || link.log_likelihood > best.log_likelihood) best = std::move(link);
  }
  noise.set_parameters(best.parameters);
  return best;
}

}  // namespace tamis::numerics
