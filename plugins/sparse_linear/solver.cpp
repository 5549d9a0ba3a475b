#include "solver.hpp"

#include <Eigen/Dense>
#include <tamis/numerics/lanes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::sparse_linear {

using Eigen::RowVectorXd;

namespace {

constexpr int kMostSteps = 500;  ///< of Newton, for one set of rows
constexpr int kStepsBeforeExact = 3;
constexpr int kMostIdle = 20;        ///< of these, none of which came closer
constexpr int kMostSweeps = 300;     ///< of one step
constexpr double kSweepShare = 0.1;  ///< of the violation that a step's model may keep
constexpr double kArmijo = 1e-4;
constexpr double kShortest = 1e-6;    ///< step of a line search
constexpr double kLeastAlpha = 1e-3;  ///< page, section 1
constexpr double kNullSettled = 1e-13;

/// What rounding makes of an objective of this size.
double rounding_of(double objective) {
  return 8 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(objective));
}

MatrixXd unpacked(const double* pairs, Index columns) {
  MatrixXd full(columns, columns);
  for (Index k = 0; k < columns; ++k)
    for (Index l = 0; l < columns; ++l) full(k, l) = pairs[pair_index(k, l)];
  return full;
}

}  // namespace

/// The quadratic model about the present coefficients, and the walk on it. With z_ij = u_ij - o_j the gradient of row j in it is
///
///   sum_i u_ij (V_i + H_i s) - o_j sum_i (V_i + H_i s),
///
/// where V holds the steps along u, and s those of the intercept less the offsets of the others: so a step of an intercept, and
/// the centring of a sparse column, cost nothing that grows with n.
struct Solver::Model {
  Model(const Solver& solver, const std::vector<Index>& rows)
      : solver(solver),
        rows(rows),
        columns(solver.outcome_.columns()),
        residual(solver.derivatives_.gradient),
        coefficients(solver.coefficients_),
        shift(RowVectorXd::Zero(columns)),
        intercepts(RowVectorXd::Zero(columns)) {
    const Derivatives& at = solver.derivatives_;
    const auto n = static_cast<std::size_t>(at.gradient.rows());
    sum_residual.resize(columns);
    for (Index k = 0; k < columns; ++k) {
      const double* v = at.gradient.col(k).data();
      sum_residual[k] = numerics::lane_sum(n, [=](std::size_t i) { return v[i]; });
    }
    std::vector<double> sums(static_cast<std::size_t>(pair_count(columns))), squares(sums.size());
    for (std::size_t p = 0; p < sums.size(); ++p) {
      const double* h = at.curvature.col(static_cast<Index>(p)).data();
      sums[p] = numerics::lane_sum(n, [=](std::size_t i) { return h[i]; });
    }
    sum_curvature = unpacked(sums.data(), columns);
    // Cov_p is 0 along (1, ..., 1), along which nothing changes
    intercept_solver.compute(sum_curvature +
                             MatrixXd::Constant(columns, columns, columns > 1 ? sum_curvature.trace() : 0.0));
    for (const Index j : rows) {
      solver.design_.moments(j, at.curvature, sums.data(), squares.data());
      const MatrixXd first = unpacked(sums.data(), columns);
      const double offset = solver.design_.offset(j);
      curvature_of.push_back(unpacked(squares.data(), columns) - 2 * offset * first +
                             offset * offset * sum_curvature);
      along.push_back(first);
    }
  }

  RowVectorXd gradient_of(std::size_t r) const {
    RowVectorXd gradient(columns);
    solver.design_.project(rows[r], residual, gradient.data());
    return gradient + shift * along[r] -
           solver.design_.offset(rows[r]) * (sum_residual + shift * sum_curvature);
  }

  /// One exact step of a row. \returns how much its gradient changes thereby.
  double move_row(std::size_t r) {
    const Index j = rows[r];
    const RowVectorXd before = coefficients.row(j);
    const RowVectorXd after =
        solver.penalty_.best_row(j, before, gradient_of(r), curvature_of[r], solver.lambda_);
    const RowVectorXd move = after - before;
    if ((move.array() == 0).all()) return 0;
    coefficients.row(j) = after;
    solver.design_.add_curved(j, solver.derivatives_.curvature, move.data(), residual);
    sum_residual += move * along[r];
    shift -= solver.design_.offset(j) * move;
    return (move * curvature_of[r]).norm();
  }
  double move_intercept() {
    const RowVectorXd slope = sum_residual + shift * sum_curvature;
    RowVectorXd move = -intercept_solver.solve(slope.transpose()).transpose();
    if (columns > 1) move.array() -= move.mean();
    if (!move.allFinite()) return 0;
    intercepts += move;
    shift += move;
    return slope.norm();
  }
  double sweep(bool active_only) {
    double moved = move_intercept();
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (!active_only || (coefficients.row(rows[r]).array() != 0).any())
        moved = std::max(moved, move_row(r));
    return moved;
  }
  void minimise(double tolerance) {
    for (int sweeps = 0; sweeps < kMostSweeps;) {
      ++sweeps;
      if (sweep(false) <= tolerance) return;
      while (sweeps < kMostSweeps && (++sweeps, sweep(true) > tolerance)) continue;
    }
  }
  /// How far the linear predictors move.
  MatrixXd predictor_move() const {
    MatrixXd move = shift.replicate(residual.rows(), 1);
    for (const Index j : rows) {
      const RowVectorXd by = coefficients.row(j) - solver.coefficients_.row(j);
      if ((by.array() != 0).any()) solver.design_.add(j, by.data(), move);
    }
    return move;
  }

  const Solver& solver;
  const std::vector<Index>& rows;
  Index columns;
  MatrixXd residual, coefficients;
  RowVectorXd shift, intercepts, sum_residual;
  MatrixXd sum_curvature;
  Eigen::LDLT<MatrixXd> intercept_solver;
  std::vector<MatrixXd> curvature_of, along;  ///< of each row: sum z^2 H and sum u H
};

Solver::Solver(const Design& design, const Outcome& outcome, const Penalty& penalty)
    : design_(design),
      outcome_(outcome),
      penalty_(penalty),
      coefficients_(MatrixXd::Zero(design.features(), outcome.columns())),
      eta_(MatrixXd::Zero(design.samples(), outcome.columns())),
      gradient_(MatrixXd::Zero(design.features(), outcome.columns())),
      intercepts_(RowVectorXd::Zero(outcome.columns())),
      was_active_(static_cast<std::size_t>(design.features()), 0) {}

double Solver::penalised(double log_likelihood, const MatrixXd& coefficients, double lambda) const {
  double sum = 0;
  for (Index j = 0; j < coefficients.rows(); ++j)
    if ((coefficients.row(j).array() != 0).any()) sum += penalty_.value(j, coefficients.row(j));
  return lambda * sum - log_likelihood;
}

void Solver::gradient_of(Index j) {
  if (design_.is_constant(j)) return;
  RowVectorXd g(gradient_.cols());
  design_.project(j, derivatives_.gradient, g.data());
  if (const double offset = design_.offset(j); offset != 0) g -= offset * intercept_gradient();
  gradient_.row(j) = g;
}

double Solver::violation_of(Index j) const {
  if (design_.is_constant(j)) return 0;
  return penalty_.violation(j, coefficients_.row(j), gradient_.row(j), lambda_);
}

void Solver::refresh(double lambda) {
  lambda_ = lambda;
  log_likelihood_ = outcome_.derive(eta_, Curvature::clipped, derivatives_);
  violation_ = intercept_gradient().norm();
  for (Index j = 0; j < design_.features(); ++j) {
    gradient_of(j);
    violation_ = std::max(violation_, violation_of(j));
  }
}

void Solver::start_at(MatrixXd coefficients, RowVectorXd intercepts) {
  coefficients_ = std::move(coefficients);
  intercepts_ = std::move(intercepts);
  eta_ = intercepts_.replicate(design_.samples(), 1);
  for (Index j = 0; j < design_.features(); ++j) {
    if (design_.is_constant(j)) coefficients_.row(j).setZero();
    if (!is_active(j)) continue;
    const RowVectorXd b = coefficients_.row(j);
    design_.add(j, b.data(), eta_);
    eta_.rowwise() -= design_.offset(j) * b;
    was_active_[static_cast<std::size_t>(j)] = 1;
  }
}

bool Solver::step(const std::vector<Index>& rows, double worst) {
  Model model(*this, rows);
  model.minimise(kSweepShare * worst);
  const MatrixXd move = model.predictor_move();
  const MatrixXd by = model.coefficients - coefficients_;
  const double before = penalised(log_likelihood_, coefficients_, lambda_);
  double slope = derivatives_.gradient.cwiseProduct(move).sum() + penalised(0, model.coefficients, lambda_) -
                 penalised(0, coefficients_, lambda_);
  const double slack = rounding_of(before);
  // near the optimum the true slope is smaller than what rounding makes of it, and the full step is right
  if (!(slope < slack)) return false;
  slope = std::min(slope, 0.0);
  for (double length = 1; length >= kShortest; length /= 2) {
    MatrixXd there = length == 1 ? model.coefficients : MatrixXd(coefficients_ + length * by);
    const MatrixXd eta = eta_ + length * move;
    const double log_likelihood = outcome_.log_likelihood(eta);
    if (!(penalised(log_likelihood, there, lambda_) <= before + kArmijo * length * slope + slack)) continue;
    coefficients_ = std::move(there);
    intercepts_ += length * model.intercepts;
    eta_ = eta;
    return true;
  }
  return false;
}

bool Solver::settle(const std::vector<Index>& rows, double tolerance) {
  Curvature curvature = Curvature::clipped;
  double least = std::numeric_limits<double>::infinity();
  int since_failure = 0;
  int idle = 0;  // steps in a row that found nothing better
  for (int steps = 0; steps < kMostSteps && idle < kMostIdle; ++steps) {
    log_likelihood_ = outcome_.derive(eta_, curvature, derivatives_);
    double worst = intercept_gradient().norm();
    std::vector<Index> moving;
    for (const Index j : rows) {
      gradient_of(j);
      const double violation = violation_of(j);
      worst = std::max(worst, violation);
      if (violation > 0 || is_active(j)) moving.push_back(j);
    }
    violation_ = worst;
    if (worst <= tolerance) return true;
    idle = worst < least ? 0 : idle + 1;
    least = std::min(least, worst);
    if (step(moving, worst)) {
      if (curvature == Curvature::majorising) curvature = Curvature::clipped;
      // clipped steps settle ever more slowly where labels contradict the fit; near the optimum exact ones do not
      if (++since_failure >= kStepsBeforeExact) curvature = Curvature::exact;
    } else {
      if (curvature == Curvature::majorising) return false;
      curvature = curvature == Curvature::exact ? Curvature::clipped : Curvature::majorising;
      since_failure = 0;
    }
  }
  return false;
}

void Solver::fit_null() {
  std::vector<Index> free;
  for (Index j = 0; j < design_.features(); ++j)
    if (!design_.is_constant(j) && penalty_.factor(j) == 0) free.push_back(j);
  lambda_ = 0;
  settle(free, kNullSettled);
  refresh(0);
  lambda_max_ = 0;
  const double alpha = std::max(penalty_.alpha, kLeastAlpha);
  for (Index j = 0; j < design_.features(); ++j)
    if (!design_.is_constant(j) && penalty_.factor(j) > 0)
      lambda_max_ =
          std::max(lambda_max_, penalty_.dual_norm(gradient_.row(j)) / (alpha * penalty_.factor(j)));
  lambda_ = lambda_max_;
  violation_ = intercept_gradient().norm();
}

bool Solver::fit(double lambda, double tolerance) {
  const double allowed = tolerance * lambda_max_;
  const double before = std::max(lambda_, lambda);
  lambda_ = lambda;
  std::vector<char> chosen(was_active_);
  const auto d = design_.features();
  for (Index j = 0; j < d; ++j)
    if (!design_.is_constant(j) &&
        penalty_.dual_norm(gradient_.row(j)) >= penalty_.alpha * penalty_.factor(j) * (2 * lambda - before))
      chosen[static_cast<std::size_t>(j)] = 1;
  for (;;) {
    std::vector<Index> rows;
    for (Index j = 0; j < d; ++j)
      if (chosen[static_cast<std::size_t>(j)]) rows.push_back(j);
    const bool settled = settle(rows, allowed);
    double worst = violation_;
    bool grows = false;
    for (Index j = 0; j < d; ++j) {
      if (is_active(j)) was_active_[static_cast<std::size_t>(j)] = 1;
      if (chosen[static_cast<std::size_t>(j)]) continue;
      gradient_of(j);
      const double violation = violation_of(j);
      worst = std::max(worst, violation);
      if (violation > allowed) chosen[static_cast<std::size_t>(j)] = grows = true;
    }
    violation_ = worst;
    if (!grows) return settled;
  }
}

}  // namespace tamis::sparse_linear
