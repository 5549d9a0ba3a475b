/// \file likely_shares.hpp
/// The most likely shares of the true classes in a cell, by Newton's method.
#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

namespace tamis::numerics {

/// Climbs sum_y q_y log (p T)_y - sum_s p_s, whose maximum over p >= 0 is that of the first sum over the simplex: there
/// g_s = sum_y q_y T(s, y) / (p T)_y is 1 where p_s > 0, and at most 1 elsewhere. Classes leave when they reach 0, and come back if
/// g_s says so.
class LikelyShares {
 public:
  /// \param flips  T(s, y), l x l; outlives this object, as do the shares of the observed labels.
  LikelyShares(const Eigen::MatrixXd& flips, std::span<const double> observed);

  /// \param p  in: where to begin, above 0; out: the maximum.
  /// \returns whether it was found; else p is what it was.
  bool climb(std::span<double> p);

 private:
  /// (p T)_y of the labels that are observed.
  Eigen::VectorXd seen(const Eigen::VectorXd& p) const { return observed_flips_.transpose() * p; }
  double objective(const Eigen::VectorXd& p) const;
  /// g of all classes.
  Eigen::VectorXd gradient() const;
  /// The way to go, for the classes inside.
  Eigen::VectorXd newton_direction(const Eigen::VectorXd& g) const;
  /// Goes as far as p stays positive and the objective does not fall; whether that is any way at all.
  bool step(const Eigen::VectorXd& direction);
  /// Lets classes in that g wants; whether there were some.
  bool readmit(const Eigen::VectorXd& g);

  Eigen::MatrixXd observed_flips_;  // the columns of T whose label is observed
  Eigen::VectorXd observed_;        // their shares
  Eigen::VectorXd p_;
  std::vector<Eigen::Index> inside_;  // classes of p > 0
};

}  // namespace tamis::numerics
