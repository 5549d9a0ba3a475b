#include "likely_shares.hpp"

#include <tamis/numerics/log.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace tamis::numerics {
namespace {

constexpr double kNoShare = 1e-10;  // a share that is taken for 0 at the start
constexpr double kFlat = 1e-13;     // a slope that is taken for 0
constexpr double kCertain = 1e-12;  // rounding of the certificate
constexpr double kLevel = 1e-13;    // rounding of the objective
constexpr double kReadmitted = 1e-6;
constexpr int kMostNewtonSteps = 200, kMostHalvings = 40;

Eigen::MatrixXd columns_of(const Eigen::MatrixXd& flips, std::span<const double> observed) {
  Eigen::MatrixXd columns(flips.rows(), std::ranges::count_if(observed, [](double q) { return q > 0; }));
  Eigen::Index next = 0;
  for (std::size_t y = 0; y < observed.size(); ++y)
    if (observed[y] > 0) columns.col(next++) = flips.col(static_cast<Eigen::Index>(y));
  return columns;
}

}  // namespace

LikelyShares::LikelyShares(const Eigen::MatrixXd& flips, std::span<const double> observed)
    : observed_flips_(columns_of(flips, observed)), observed_(observed_flips_.cols()) {
  Eigen::Index next = 0;
  for (const double q : observed)
    if (q > 0) observed_[next++] = q;
}

bool LikelyShares::climb(std::span<double> p) {
  p_ = Eigen::Map<const Eigen::VectorXd>(p.data(), static_cast<Eigen::Index>(p.size()));
  inside_.clear();
  for (Eigen::Index s = 0; s < p_.size(); ++s) {
    if (p_[s] > kNoShare)
      inside_.push_back(s);
    else
      p_[s] = 0;
  }
  for (int steps = 0; steps < kMostNewtonSteps; ++steps) {
    const Eigen::VectorXd g = gradient();
    const bool flat =
        std::ranges::all_of(inside_, [&](Eigen::Index s) { return std::abs(g[s] - 1) <= kFlat; });
    if (flat && !readmit(g)) break;
    if (!flat && !step(newton_direction(g))) return false;
  }
  if (gradient().maxCoeff() > 1 + kCertain) return false;
  p_ /= p_.sum();
  std::ranges::copy(p_, p.begin());
  return true;
}

double LikelyShares::objective(const Eigen::VectorXd& p) const {
  const Eigen::VectorXd labels = seen(p);
  double sum = -p.sum();
  for (Eigen::Index y = 0; y < labels.size(); ++y) sum += observed_[y] * logarithm(labels[y]);
  return sum;
}

Eigen::VectorXd LikelyShares::gradient() const {
  return observed_flips_ * (observed_.array() / seen(p_).array()).matrix();
}

Eigen::VectorXd LikelyShares::newton_direction(const Eigen::VectorXd& g) const {
  const auto m = static_cast<Eigen::Index>(inside_.size());
  const Eigen::VectorXd curve = (observed_.array() / seen(p_).array().square()).matrix();
  Eigen::MatrixXd rows(m, observed_flips_.cols());
  Eigen::VectorXd slope(m);
  for (Eigen::Index a = 0; a < m; ++a) {
    const Eigen::Index s = inside_[static_cast<std::size_t>(a)];
    rows.row(a) = observed_flips_.row(s);
    slope[a] = g[s] - 1;
  }
  // the shortest way where several lead there
  return (rows * curve.asDiagonal() * rows.transpose()).completeOrthogonalDecomposition().solve(slope);
}

bool LikelyShares::step(const Eigen::VectorXd& direction) {
  double longest = 1;
  Eigen::Index leaves = -1;
  for (Eigen::Index a = 0; a < direction.size(); ++a) {
    const double share = p_[inside_[static_cast<std::size_t>(a)]];
    if (share + longest * direction[a] > 0) continue;
    longest = -share / direction[a];
    leaves = inside_[static_cast<std::size_t>(a)];
  }
  const double now = objective(p_);
  for (int halvings = 0; halvings < kMostHalvings; ++halvings) {
    Eigen::VectorXd tried = p_;
    for (Eigen::Index a = 0; a < direction.size(); ++a)
      tried[inside_[static_cast<std::size_t>(a)]] += std::ldexp(longest, -halvings) * direction[a];
    const bool reaches_boundary = leaves >= 0 && halvings == 0;
    if (reaches_boundary) tried[leaves] = 0;
    if (!(objective(tried) >= now - kLevel)) continue;
    p_ = tried;
    if (reaches_boundary) std::erase(inside_, leaves);
    return true;
  }
  return false;
}

bool LikelyShares::readmit(const Eigen::VectorXd& g) {
  const std::size_t before = inside_.size();
  for (Eigen::Index s = 0; s < p_.size(); ++s)
    if (p_[s] == 0 && g[s] > 1 + kCertain) {
      p_[s] = kReadmitted;
      inside_.push_back(s);
    }
  return inside_.size() > before;
}

}  // namespace tamis::numerics
