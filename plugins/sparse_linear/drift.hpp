/// \file drift.hpp
/// How large gradients may be here that were computed at an earlier point.
#pragma once

#include <Eigen/Core>

#include <vector>

namespace tamis::sparse_linear {

/// The gradient of feature j is z_j' r, where r are the derivatives by the linear predictors. Along a path these shrink more
/// than they turn: the next ones are c r + e with a small e, and |z_j' (c r + e)| <= c |z_j' r| + |z_j| |e| (Cauchy, Schwarz).
/// So it is known of most features that they do not enter, without a look at them.
class Drift {
 public:
  explicit Drift(Eigen::Index features) : seen_(static_cast<std::size_t>(features)) {}

  /// All gradients were computed at r.
  void restart(const Eigen::MatrixXd& r) {
    last_ = r;
    here_ = {};
    seen_.assign(seen_.size(), here_);
  }
  /// The derivatives are r now. O(n K).
  void move_to(const Eigen::MatrixXd& r) {
    const double along = last_.cwiseProduct(r).sum(), c = along > 0 ? along / last_.squaredNorm() : 1;
    here_.shrunk *= c;
    here_.turned = c * here_.turned + (r - c * last_).norm();
    last_ = r;
  }
  /// The gradient of j was computed here.
  void note(Eigen::Index j) { seen_[static_cast<std::size_t>(j)] = here_; }
  bool is_noted(Eigen::Index j) const { return seen_[static_cast<std::size_t>(j)] == here_; }
  /// The most that the gradient of j may be, which had this size where it was computed, for a column of this norm.
  double bound(Eigen::Index j, double size, double norm) const {
    const Way& seen = seen_[static_cast<std::size_t>(j)];
    const double c = here_.shrunk / seen.shrunk;
    return c * size + norm * (here_.turned - c * seen.turned);
  }

 private:
  /// From the start to a point: the product of all c, and the sum of all |e|, each shrunken since.
  struct Way {
    double shrunk = 1, turned = 0;
    bool operator==(const Way&) const = default;
  };
  Eigen::MatrixXd last_;
  Way here_;
  std::vector<Way> seen_;
};

}  // namespace tamis::sparse_linear
