#include "solver.hpp"

#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::sparse_linear {

using Eigen::RowVectorXd;

namespace {

constexpr int kMostSteps = 500;  ///< for one set of rows
constexpr int kStepsBeforeExact = 3;
constexpr int kMostIdle = 20;       ///< of these, none of which came closer
constexpr double kWalkShare = 0.1;  ///< of the violation that a step's model may keep
constexpr double kArmijo = 1e-4;
constexpr double kShortest = 1e-6;    ///< step of a line search
constexpr double kLeastAlpha = 1e-3;  ///< page, section 1
constexpr double kNullSettled = 1e-13;

/// What a good step and a bad one take off the logarithm of the violation.
constexpr double kGoodRate = 3, kLeastRate = 0.02;
constexpr double kLeastAge = 0.5;  ///< of second derivatives, in steps, over those that new ones cost
constexpr double kPoorStep =
    0.2;  ///< leaves so much of the violation that there is something to learn from it
/// By how much more than the penalty gradients may change, as the strong rule says that they do not.
constexpr double kNonconvexSlack = 3;
constexpr double kMostScale = 3;  ///< of second derivatives that grew or shrank
/// Products of two columns that cost as much as a step of one: they are many for each column that is at hand.
constexpr double kProducts = 16;
constexpr Index kMostVariables = 3000;  ///< of a Gram matrix: 72 MB
/// Most entries of a Gram matrix per value of its columns; beyond that, sums over the columns are cheaper.
constexpr double kMostRatio = 4;
constexpr double kRounded = 1e-9;  ///< share of a penalty: more than what rounding makes of a gradient

/// What rounding makes of an objective of this size.
double rounding_of(double objective) {
  return 8 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(objective));
}

}  // namespace

Solver::Solver(const Design& design, const Outcome& outcome, const Penalty& penalty)
    : design_(design),
      outcome_(outcome),
      penalty_(penalty),
      units_(penalty.units ? *penalty.units : Units::of_columns(design.features())),
      coefficients_(RowMatrix::Zero(design.features(), outcome.columns())),
      gradient_(RowMatrix::Zero(design.features(), outcome.columns())),
      eta_(MatrixXd::Zero(design.samples(), outcome.columns())),
      intercepts_(RowVectorXd::Zero(outcome.columns())),
      curvature_(Curvature::exact),
      gram_(design),
      drift_(units_.count()),
      was_active_(static_cast<std::size_t>(units_.count()), 0) {
  for (Index u = 0; u < units_.count(); ++u) {
    factor_of_.push_back(penalty.factor(units_.columns(u)));
    double squares = 0;
    for (const Index j : units_.columns(u)) squares += design.norm(j) * design.norm(j);
    norm_of_.push_back(std::sqrt(squares));
  }
}

std::vector<Block> Solver::blocks_of(const std::vector<Index>& units) const {
  std::vector<Block> blocks;
  Index first = 0;
  for (const Index u : units) {
    const auto count = static_cast<Index>(units_.columns(u).size());
    blocks.push_back({first, count, factor_of_[static_cast<std::size_t>(u)]});
    first += count;
  }
  return blocks;
}

RowVectorXd Solver::row_of(Index unit, const RowMatrix& all) const {
  const std::span<const Index> columns = units_.columns(unit);
  RowVectorXd row(static_cast<Index>(columns.size()) * all.cols());
  for (std::size_t r = 0; r < columns.size(); ++r)
    row.segment(static_cast<Index>(r) * all.cols(), all.cols()) = all.row(columns[r]);
  return row;
}

double Solver::gradient_size(Index unit) const {
  const std::span<const Index> columns = units_.columns(unit);
  return columns.size() == 1 ? penalty_.dual_norm(gradient_.row(columns[0]))
                             : penalty_.dual_norm(row_of(unit, gradient_));
}

bool Solver::is_unit_constant(Index unit) const {
  return std::ranges::all_of(units_.columns(unit), [&](Index j) { return design_.is_constant(j); });
}

bool Solver::is_unit_active(Index unit) const {
  return std::ranges::any_of(units_.columns(unit), [&](Index j) { return is_active(j); });
}

double Solver::penalty_of(const std::vector<Block>& blocks, const RowMatrix& coefficients) const {
  double sum = 0;
  for (const Block& block : blocks)
    sum += penalty_.value(block.factor, Eigen::Map<const RowVectorXd>(coefficients.row(block.first).data(),
                                                                      block.count * coefficients.cols()));
  return lambda_ * sum;
}

double Solver::objective() const {
  double sum = 0;
  for (Index u = 0; u < units_.count(); ++u)
    if (is_unit_active(u))
      sum += penalty_.value(factor_of_[static_cast<std::size_t>(u)], row_of(u, coefficients_));
  return lambda_ * sum - log_likelihood_;
}

void Solver::derive(Curvature curvature) {
  if (is_derived_ && curvature == curvature_) return;
  curvature_ = curvature;
  log_likelihood_ = outcome_.derive(eta_, curvature, derivatives_);
  sum_derivatives();
  is_derived_ = true;
}

void Solver::sum_derivatives() { intercept_gradient_ = derivatives_.gradient.colwise().sum(); }

void Solver::gradient_of(Index j) {
  if (design_.is_constant(j)) return;
  design_.project(j, derivatives_.gradient, gradient_.row(j).data());
  if (const double offset = design_.offset(j); offset != 0) gradient_.row(j) -= offset * intercept_gradient();
}

void Solver::renew_gradient(Index unit) {
  for (const Index j : units_.columns(unit)) gradient_of(j);
  drift_.note(unit);
}

/// Whether the gradient of a unit is too small to enter at lambda, whatever became of it since it was computed.
bool Solver::is_surely_below(Index unit, double lambda) const {
  const auto u = static_cast<std::size_t>(unit);
  return drift_.bound(unit, gradient_size(unit), norm_of_[u]) <
         penalty_.l1(factor_of_[u], lambda) * (1 - kRounded);
}

double Solver::violation_of(Index unit) const {
  if (is_unit_constant(unit)) return 0;
  return penalty_.violation(factor_of_[static_cast<std::size_t>(unit)], row_of(unit, coefficients_),
                            row_of(unit, gradient_), lambda_);
}

void Solver::refresh(double lambda) {
  lambda_ = lambda;
  derive(curvature_);
  violation_ = intercept_gradient().norm();
  for (Index j = 0; j < design_.features(); ++j) gradient_of(j);
  for (Index u = 0; u < units_.count(); ++u) violation_ = std::max(violation_, violation_of(u));
  drift_.restart(derivatives_.gradient);
}

void Solver::start_at(const MatrixXd& coefficients, RowVectorXd intercepts) {
  coefficients_ = coefficients;
  intercepts_ = std::move(intercepts);
  eta_.setZero();
  is_derived_ = false;
  RowVectorXd shift = intercepts_;
  for (Index j = 0; j < design_.features(); ++j) {
    if (design_.is_constant(j)) coefficients_.row(j).setZero();
    if (!is_active(j)) continue;
    design_.add(j, coefficients_.row(j).data(), eta_);
    shift -= design_.offset(j) * coefficients_.row(j);
  }
  for (Index u = 0; u < units_.count(); ++u)
    if (is_unit_active(u)) was_active_[static_cast<std::size_t>(u)] = 1;
  eta_.rowwise() += shift;
}

/// Gradients and the worst violation of units. \returns those that a step moves.
std::vector<Index> Solver::look_at(const std::vector<Index>& units) {
  std::vector<Index> moving;
  violation_ = intercept_gradient().norm();
  for (const Index u : units) {
    for (const Index j : units_.columns(u)) gradient_of(j);
    const double violation = violation_of(u);
    violation_ = std::max(violation_, violation);
    if (violation > 0 || is_unit_active(u)) moving.push_back(u);
  }
  return moving;
}

bool Solver::fits_gram(const std::vector<Index>& rows) const {
  const auto count = static_cast<Index>(rows.size());
  if (outcome_.columns() * (count + 1) > kMostVariables) return false;
  double values = 0;
  for (const Index j : rows) values += static_cast<double>(design_.stored(j));
  return static_cast<double>(count) * static_cast<double>(count) <= kMostRatio * values;
}

void Solver::restart_gram(Curvature curvature) {
  derive(curvature);
  if (curvature == Curvature::exact && !(gram_.sum_of_traces(derivatives_.curvature) > 0))
    derive(Curvature::clipped);
  gram_.restart(derivatives_.curvature, outcome_.columns());
  factor_.clear();
  is_gram_new_ = true;
  lost_ = 0;
  steps_since_ = 0;
}

double Solver::gram_scale() const {
  return gram_.sum_of_traces(derivatives_.curvature) / gram_.sum_of_traces();
}

/// Newton's where a walk raises what curves downwards; elsewhere clipped ones, which it learns to correct.
Curvature Solver::first_curvature() const {
  return outcome_.is_convex() || solves_on_support() ? Curvature::exact : Curvature::clipped;
}

/// Whether new second derivatives would save more steps than they cost.
bool Solver::is_gram_old(std::size_t features, double tolerance) const {
  if (gram_.is_empty()) return true;
  if (is_gram_new_) return false;
  const double share = gram_scale();
  if (!(share > 1 / kMostScale && share < kMostScale)) return true;
  const auto columns = static_cast<double>(outcome_.columns());
  const double cost = static_cast<double>(features) * (columns + 1) / 2 / kProducts;
  // as the last two steps went on average: one alone may have come to other features
  if (static_cast<double>(steps_since_) < kLeastAge * cost) return false;
  double to_come = 0;
  if (const std::size_t steps = violations_.size(); steps > 2) {
    const double rate = numerics::logarithm(violations_[steps - 3] / violations_[steps - 1]) / 2;
    const double needed = numerics::logarithm(violations_[steps - 1] / tolerance);
    to_come = needed / std::max(rate, kLeastRate) - needed / kGoodRate;
  }
  return lost_ + to_come > cost;
}

/// After a step that failed. \returns whether there is another curvature to try.
bool Solver::take_other_curvature() {
  successes_ = 0;
  if (!gram_.is_empty() && !is_gram_new_) {
    restart_gram(first_curvature());
    return true;
  }
  if (outcome_.is_convex() || curvature_ == Curvature::majorising) return false;
  const Curvature other = curvature_ == Curvature::exact ? Curvature::clipped : Curvature::majorising;
  if (gram_.is_empty())
    derive(other);
  else
    restart_gram(other);
  return true;
}

bool Solver::step(const std::vector<Index>& units) {
  const std::vector<Index> rows = units_.columns(units);
  const std::vector<Block> blocks = blocks_of(units);
  const double tolerance = kWalkShare * violation_;
  if (!fits_gram(rows)) {
    const Quadratic quadratic{design_, penalty_,      lambda_,   rows,
                              blocks,  coefficients_, gradient_, intercept_gradient()};
    return go_to(quadratic, ResidualWalk(quadratic, derivatives_).minimise(tolerance));
  }
  // the model over the scale, which the second derivatives have won or lost since they were taken
  const double scale = gram_scale();
  const RowMatrix gradient = gradient_ / scale;
  const Quadratic quadratic{design_, penalty_,      lambda_ / scale, rows,
                            blocks,  coefficients_, gradient,        intercept_gradient() / scale};
  if (!solves_on_support()) return go_to(quadratic, GramWalk(quadratic, gram_).minimise(tolerance / scale));
  if (penalty_.alpha < 1) factor_.clear();
  return go_to(quadratic,
               SupportWalk(quadratic, gram_, factor_, outcome_.is_convex()).minimise(tolerance / scale));
}

/// As far as F falls enough.
bool Solver::go_to(const Quadratic& quadratic, const Reached& reached) {
  const std::vector<Index>& rows = quadratic.rows;
  const std::vector<Block>& blocks = quadratic.blocks;
  const RowMatrix here = coefficients_(rows, Eigen::all), by = reached.coefficients - here;
  MatrixXd move = MatrixXd::Zero(design_.samples(), reached.intercepts.size());
  RowVectorXd shift = reached.intercepts;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto step = by.row(static_cast<Index>(r));
    if ((step.array() == 0).all()) continue;
    design_.add(rows[r], step.data(), move);
    shift -= design_.offset(rows[r]) * step;
  }
  move.rowwise() += shift;
  const double penalty = penalty_of(blocks, here), before = penalty - log_likelihood_;
  double slope =
      derivatives_.gradient.cwiseProduct(move).sum() + penalty_of(blocks, reached.coefficients) - penalty;
  const double slack = rounding_of(before);
  // near the optimum the true slope is smaller than what rounding makes of it, and the full step is right
  if (!(slope < slack)) return false;
  slope = std::min(slope, 0.0);
  Derivatives derivatives;
  for (double length = 1; length >= kShortest; length /= 2) {
    const RowMatrix there = length == 1 ? reached.coefficients : RowMatrix(here + length * by);
    const MatrixXd eta = eta_ + length * move;
    const double log_likelihood = outcome_.derive(eta, curvature_, derivatives);
    if (!(penalty_of(blocks, there) - log_likelihood <= before + kArmijo * length * slope + slack)) continue;
    coefficients_(rows, Eigen::all) = there;
    intercepts_ += length * reached.intercepts;
    eta_ = eta;
    log_likelihood_ = log_likelihood;
    std::swap(derivatives_, derivatives);
    sum_derivatives();
    is_gram_new_ = false;
    return true;
  }
  return false;
}

/// Of the intercepts and rows, in the order of the Gram matrix.
VectorXd Solver::by_variables(const std::vector<Index>& rows, const RowVectorXd& intercepts,
                              const RowMatrix& values) const {
  VectorXd sorted = VectorXd::Zero(gram_.variables());
  sorted.head(intercepts.size()) = intercepts.transpose();
  for (const Index j : rows) sorted.segment(gram_.place(j), values.cols()) = values.row(j).transpose();
  return sorted;
}

/// A step, after which the units have new gradients and the Gram matrix has learnt from a poor one.
bool Solver::step_and_look(const std::vector<Index>& units, std::vector<Index>& moving) {
  const std::vector<Index> moving_units = moving, moved = units_.columns(moving);
  const double before = violation_;
  if (!fits_gram(moved)) {
    if (!step(moving_units)) return false;
    moving = look_at(units);
    return true;
  }
  gram_.include(moved);
  const VectorXd start = by_variables(moved, intercepts_, coefficients_),
                 slope = by_variables(moved, intercept_gradient(), gradient_);
  if (!step(moving_units)) return false;
  moving = look_at(units);
  lost_ += std::clamp(1 - numerics::logarithm(before / violation_) / kGoodRate, 0.0, 1.0);
  ++steps_since_;
  if (violation_ > kPoorStep * before) {
    const VectorXd change = by_variables(moved, intercept_gradient(), gradient_) - slope;
    gram_.learn(by_variables(moved, intercepts_, coefficients_) - start, change / gram_scale(), factor_);
  }
  return true;
}

void Solver::choose_curvature(const std::vector<Index>& moving, double tolerance) {
  if (const std::vector<Index> rows = units_.columns(moving); fits_gram(rows)) {
    if (is_gram_old(rows.size(), tolerance)) restart_gram(first_curvature());
  } else if (!outcome_.is_convex() && successes_ > 0) {
    // clipped steps settle ever more slowly where labels contradict the fit; near the optimum exact ones do not
    derive(successes_ >= kStepsBeforeExact ? Curvature::exact : Curvature::clipped);
  }
}

bool Solver::settle(const std::vector<Index>& units, double tolerance) {
  derive(curvature_);
  std::vector<Index> moving = look_at(units);
  double least = std::numeric_limits<double>::infinity(), lowest = least;
  int idle = 0;  // steps in a row that found nothing better
  successes_ = 0;
  violations_.assign(1, violation_);
  for (int steps = 0; steps < kMostSteps && idle < kMostIdle; ++steps) {
    if (violation_ <= tolerance) return true;
    const double found = objective();
    idle = violation_ < least || found < lowest - rounding_of(found) ? 0 : idle + 1;
    least = std::min(least, violation_);
    lowest = std::min(lowest, found);
    choose_curvature(moving, tolerance);
    if (step_and_look(units, moving)) {
      violations_.push_back(violation_);
      ++successes_;
    } else if (!take_other_curvature()) {
      break;
    }
  }
  return violation_ <= tolerance;
}

void Solver::fit_null() {
  std::vector<Index> free;
  for (Index u = 0; u < units_.count(); ++u)
    if (!is_unit_constant(u) && factor_of_[static_cast<std::size_t>(u)] == 0) free.push_back(u);
  lambda_ = 0;
  settle(free, kNullSettled);
  refresh(0);
  lambda_max_ = 0;
  const double alpha = std::max(penalty_.alpha, kLeastAlpha);
  for (Index u = 0; u < units_.count(); ++u)
    if (const double factor = factor_of_[static_cast<std::size_t>(u)]; !is_unit_constant(u) && factor > 0)
      lambda_max_ = std::max(lambda_max_, gradient_size(u) / (alpha * factor));
  lambda_ = lambda_max_;
  violation_ = intercept_gradient().norm();
}

bool Solver::fit(double lambda, double tolerance) {
  const double allowed = tolerance * lambda_max_;
  const double before = std::max(lambda_, lambda), slack = outcome_.is_convex() ? 1 : kNonconvexSlack;
  const double near = lambda - slack * (before - lambda);  // who is above it at the last lambda may enter
  lambda_ = lambda;
  std::vector<char> chosen(was_active_);
  for (Index u = 0; u < units_.count(); ++u) {
    if (is_unit_constant(u) || is_surely_below(u, near)) continue;
    if (!drift_.is_noted(u)) renew_gradient(u);
    const auto at = static_cast<std::size_t>(u);
    if (gradient_size(u) >= penalty_.l1(factor_of_[at], near)) chosen[at] = 1;
  }
  for (;;) {
    std::vector<Index> units;
    for (Index u = 0; u < units_.count(); ++u)
      if (chosen[static_cast<std::size_t>(u)]) units.push_back(u);
    const bool settled = settle(units, allowed);
    drift_.move_to(derivatives_.gradient);
    double worst = violation_;
    bool grows = false;
    for (Index u = 0; u < units_.count(); ++u) {
      if (is_unit_active(u)) was_active_[static_cast<std::size_t>(u)] = 1;
      if (chosen[static_cast<std::size_t>(u)]) {  // settle() has looked at it here
        drift_.note(u);
        continue;
      }
      if (is_unit_constant(u) || is_surely_below(u, lambda)) continue;
      renew_gradient(u);
      const double violation = violation_of(u);
      worst = std::max(worst, violation);
      if (violation > allowed) chosen[static_cast<std::size_t>(u)] = grows = true;
    }
    violation_ = worst;
    if (!grows) return settled;
  }
}

}  // namespace tamis::sparse_linear
