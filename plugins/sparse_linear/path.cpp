#include "path.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <numeric>

namespace tamis::sparse_linear {
namespace {

constexpr double kAllExplained = 0.999;
constexpr double kLeastGain = 1e-5;
constexpr std::size_t kPointsBeforeGain = 5;

bool is_useful_beyond(const Path& path, Index samples) {
  const std::size_t l = path.points.size() - 1;
  if (path.points[l].features.size() >= static_cast<std::size_t>(samples)) return false;
  if (path.explained(l) > kAllExplained) return false;
  return l < kPointsBeforeGain || path.explained(l) - path.explained(l - 1) >= kLeastGain;
}

}  // namespace

std::vector<double> lambda_grid(double lambda_max, double ratio, std::size_t points) {
  std::vector<double> grid(points, lambda_max);
  for (std::size_t l = 1; l < points; ++l)
    grid[l] = lambda_max * numerics::exponential(static_cast<double>(l) / static_cast<double>(points - 1) *
                                                 numerics::logarithm(ratio));
  return grid;
}

double usual_ratio(Index samples, Index features) { return samples > features ? 0.01 : 0.05; }

double Path::explained(std::size_t l) const {
  const double possible = saturated - null_log_likelihood;
  return possible > 0 ? (points[l].log_likelihood - null_log_likelihood) / possible : 0;
}

double Path::worst_violation() const {
  double worst = 0;
  for (const PathPoint& point : points) worst = std::max(worst, point.violation);
  return worst;
}

Path fit_path(Solver& solver, const Design& design, const Outcome& outcome, std::span<const double> lambdas,
              double tolerance, PathEnd end, const std::function<bool(const Solver&)>& look) {
  Path path;
  path.lambda_max = solver.lambda_max();
  path.null_log_likelihood = solver.log_likelihood();
  path.saturated = outcome.saturated();
  for (const double lambda : lambdas) {
    PathPoint point;
    point.settled = solver.fit(lambda, tolerance);
    point.lambda = lambda;
    point.objective = solver.objective();
    point.log_likelihood = solver.log_likelihood();
    point.violation = solver.violation();
    point.intercepts = solver.intercepts();
    for (Index j = 0; j < design.features(); ++j)
      if (solver.is_active(j)) point.features.push_back(j);
    point.rows = solver.coefficients()(point.features, Eigen::all);
    path.points.push_back(std::move(point));
    if (look && !look(solver)) break;
    if (end == PathEnd::useful && !is_useful_beyond(path, design.samples())) break;
  }
  return path;
}

Entries entries_of(const Path& path, Index features) {
  const auto d = static_cast<std::size_t>(features);
  Entries found{std::vector<double>(d, 0.0), std::vector<double>(d, 0.0), std::vector<std::size_t>(d)};
  for (const PathPoint& point : path.points)
    for (std::size_t r = 0; r < point.features.size(); ++r) {
      const auto j = static_cast<std::size_t>(point.features[r]);
      if (found.score[j] > 0) continue;
      found.score[j] = point.lambda / path.lambda_max;
      found.norm[j] = point.rows.row(static_cast<Index>(r)).norm();
    }
  std::iota(found.ranking.begin(), found.ranking.end(), std::size_t{0});
  std::ranges::stable_sort(found.ranking, [&](std::size_t a, std::size_t b) {
    if (found.score[a] != found.score[b]) return found.score[a] > found.score[b];
    return found.norm[a] > found.norm[b];
  });
  return found;
}

std::vector<double> explained_by(const Path& path, std::size_t last, Index features) {
  std::vector<double> shares(static_cast<std::size_t>(features), 0.0);
  double before = 0;
  for (std::size_t l = 0; l <= last; ++l) {
    const PathPoint& point = path.points[l];
    if (point.features.empty()) continue;
    const VectorXd sizes = point.rows.rowwise().norm();
    const double gain = path.explained(l) - before;
    for (std::size_t r = 0; r < point.features.size(); ++r)
      shares[static_cast<std::size_t>(point.features[r])] +=
          gain * sizes[static_cast<Index>(r)] / sizes.sum();
    before = path.explained(l);
  }
  return shares;
}

}  // namespace tamis::sparse_linear
