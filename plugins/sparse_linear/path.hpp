/// \file path.hpp
/// The fits from lambda_max down, each from the one before, and the order in which features come in.
#pragma once

#include "solver.hpp"

#include <functional>

namespace tamis::sparse_linear {

/// lambda_max ratio^(l / (points - 1)), l = 0 ... points - 1.
std::vector<double> lambda_grid(double lambda_max, double ratio, std::size_t points);

/// The ratio that is used where nobody names one: 0.01 if n > d, else 0.05 (page, section 0.3).
double usual_ratio(Index samples, Index features);

/// A fit at one lambda, of the features that are not 0.
struct PathPoint {
  double lambda = 0, objective = 0, log_likelihood = 0, violation = 0;
  bool settled = false;
  std::vector<Index> features;
  MatrixXd rows;  ///< of `features`
  Eigen::RowVectorXd intercepts;
};

struct Path {
  double lambda_max = 0;
  double null_log_likelihood = 0, saturated = 0;  ///< / N
  std::vector<PathPoint> points;

  /// Share of the deviance that point l explains.
  double explained(std::size_t l) const;
  double worst_violation() const;
};

/// When a path ends before its grid does (page, section 2): all_points: never; useful: where the deviance
/// explained exceeds .999 of what is possible, grows by less than 1e-5 of it (after 5 points), or n features are
/// active. The page ends it at min(n, d): but where all of few features are in, their coefficients have hardly begun to grow.
enum class PathEnd : int { all_points, useful };

/// \param solver     is at the null model.
/// \param lambdas    falling.
/// \param tolerance  as Solver::fit().
/// \param look       called after each fit; false ends the path.
Path fit_path(Solver& solver, const Design& design, const Outcome& outcome, std::span<const double> lambdas,
              double tolerance, PathEnd end, const std::function<bool(const Solver&)>& look = {});

/// Where each feature came in (page, section 6).
struct Entries {
  std::vector<double> score;         ///< first lambda with a row that is not 0 / lambda_max; 0: never
  std::vector<double> norm;          ///< of the row there
  std::vector<std::size_t> ranking;  ///< by score, then norm, then index
};
Entries entries_of(const Path& path, Index features);

/// The share of the deviance that each feature explains, up to point `last`: what a point explains more than the one before is
/// parted by the sizes of the rows at this point. They sum to explained(last).
std::vector<double> explained_by(const Path& path, std::size_t last, Index features);

}  // namespace tamis::sparse_linear
