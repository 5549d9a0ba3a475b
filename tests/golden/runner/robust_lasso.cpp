// Sparse logistic regression with a flip matrix, below the level of the component.
#include "choice.hpp"
#include "flip_link.hpp"
#include "model.hpp"
#include "outcome.hpp"
#include "robust_lasso_case.hpp"
#include "stability.hpp"

#include <tamis/framework/knockoffs/discoveries.hpp>

#include <fmt/format.h>

#include <map>

namespace tamis::golden {
namespace {

using namespace sparse_linear;
using nlohmann::json;

/// What rounding leaves of the conditions of stationarity, as a share of lambda_max.
constexpr double kSettled = 1e-12;

void compare_model(RobustLassoCase& c, const RobustLassoProblem& problem, const Model& model) {
  c.compare("coefficients", model.coefficients, "coefficients");
  c.compare("intercepts", model.intercepts, "intercepts");
  c.compare("raw coefficients", model.raw_coefficients, "raw_coefficients");
  c.compare("raw intercepts", model.raw_intercepts, "raw_intercepts");
  c.same("selected", model.selected(), "selected");
  c.compare("memberships", problem.memberships(model), "memberships");
}

/// The fit at the case's lambda from the null model.
void check_optimum(RobustLassoCase& c) {
  const RobustLassoProblem problem(c, c.matrix("T"));
  const ClassOutcome outcome(problem.observations, problem.flips);
  Solver solver(problem.design, outcome, problem.penalty);
  solver.fit_null();
  c.compare("lambda_max", solver.lambda_max(), "lambda_max");
  solver.fit(c.param("lambda"), kSettled);
  c.compare("objective", solver.objective(), "objective");
  c.compare("log-likelihood", problem.counted.total * solver.log_likelihood(), "log_likelihood");
  compare_model(c, problem,
                model_of(problem.design, problem.penalty, solver.coefficients(), solver.intercepts()));
}

/// What stands out from its knockoff, by the norms of the rows of the optimum.
void check_filter(RobustLassoCase& c) {
  const RobustLassoProblem problem(c, c.matrix("T"));
  const ClassOutcome outcome(problem.observations, problem.flips);
  Solver solver(problem.design, outcome, problem.penalty);
  solver.fit_null();
  solver.fit(c.param("lambda"), kSettled);
  std::vector<double> z;
  for (const auto& row : solver.coefficients().rowwise()) z.push_back(row.norm());
  const std::vector<double> w = framework::contrasts(
      z, c.word("statistic", {"difference", "signed_max"}) == "difference" ? framework::Contrast::difference
                                                                           : framework::Contrast::signed_max);
  const framework::Discoveries found = framework::discoveries(w, c.param("q"), c.param("offset"));
  c.compare("Z", z, "Z");
  c.compare("W", w, "W");
  c.compare("threshold", found.threshold, "threshold");
  c.same("selected", found.selected, "selected");
}

void check_objective(RobustLassoCase& c) {
  const RobustLassoProblem problem(c, c.matrix("T"));
  const ClassOutcome outcome(problem.observations, problem.flips);
  Solver solver(problem.design, outcome, problem.penalty);
  const MatrixXd coefficients = c.matrix("coefficients");  // by rows, as a list or not
  solver.start_at(coefficients.transpose().reshaped(outcome.columns(), problem.design.features()).transpose(),
                  c.matrix("intercepts").transpose());
  solver.refresh(c.param("lambda"));
  c.compare("objective", solver.objective(), "objective");
  c.compare("log-likelihood", problem.counted.total * solver.log_likelihood(), "log_likelihood");
  c.compare("gradient", solver.gradient(), "gradient");
  c.compare("gradient of the intercepts", solver.intercept_gradient(), "intercept_gradient");
  const Model model = model_of(problem.design, problem.penalty, solver.coefficients(), solver.intercepts());
  c.compare("raw coefficients", model.raw_coefficients, "raw_coefficients");
  c.compare("raw intercepts", model.raw_intercepts, "raw_intercepts");
  c.compare("memberships", problem.memberships(model), "memberships");
}

/// The optimum for the present T, from the last coefficients, and T in turn.
void check_fixed_point(RobustLassoCase& c) {
  RobustLassoProblem problem(c, {});
  const FlipPrior prior = c.prior();
  const double total = problem.counted.total, lambda = c.param("lambda");
  MatrixXd flips = uniform_flips(problem.observations.classes, c.param("start_rate"));
  MatrixXd coefficients;
  Eigen::RowVectorXd intercepts;
  for (double moved = 1; moved >= 1e-12;) {
    const ClassOutcome outcome(problem.observations, flips);
    Solver solver(problem.design, outcome, problem.penalty);
    solver.fit_null();
    if (coefficients.size() > 0) {
      solver.start_at(coefficients, intercepts);
      solver.refresh(lambda);
    }
    solver.fit(lambda, kSettled);
    coefficients = solver.coefficients();
    intercepts = solver.intercepts();
    const MatrixXd p = class_probabilities(solver.predictors());
    const MatrixXd next = prior.best_flips(label_counts(problem.observations, p, flips, total));
    moved = (next - flips).cwiseAbs().maxCoeff();
    flips = next;
  }
  const ClassOutcome outcome(problem.observations, flips);
  Solver solver(problem.design, outcome, problem.penalty);
  solver.start_at(coefficients, intercepts);
  solver.refresh(lambda);
  c.compare("objective", solver.objective() - prior.log_density(flips) / total, "objective");
  c.compare("log-likelihood", total * solver.log_likelihood(), "log_likelihood");
  c.compare("T", flips, "T");
  problem.flips = flips;
  compare_model(c, problem, model_of(problem.design, problem.penalty, coefficients, intercepts));
}

void check_flip_link(RobustLassoCase& c) {
  const RobustLassoTable table(c);
  const Index n = table.x.rows();
  const CountedSamples counted = counted_samples(table.target(), table.weights);
  const Observations observations = observe(table.target(), counted, SoftReading::shares);
  const MatrixXd eta = table.x(counted.samples, Eigen::all);
  const FlipLink link = fit_flip_link(eta, observations, static_cast<double>(n), c.prior());
  c.compare("T", link.flips, "T");
  c.compare("shift", link.shift.transpose(), "shift");
  c.compare("slope", link.slope, "slope");
  c.compare("objective", link.objective, "objective");
}

void check_path(RobustLassoCase& c) {
  const RobustLassoProblem problem(c, c.matrix("T"));
  const ClassOutcome outcome(problem.observations, problem.flips);
  Solver solver(problem.design, outcome, problem.penalty);
  solver.fit_null();
  c.compare("lambda_max", solver.lambda_max(), "lambda_max");
  const Path path = fit_path(solver, problem.design, outcome,
                             lambda_grid(solver.lambda_max(), c.param("ratio"), c.param("n_lambda")),
                             kSettled, PathEnd::all_points);
  std::vector<double> objectives;
  json sizes = json::array();
  for (const PathPoint& point : path.points) {
    objectives.push_back(point.objective);
    sizes.push_back(point.features.size());
  }
  const Entries entries = entries_of(path, problem.design.features());
  c.compare("objectives", objectives, "objectives");
  c.same("sizes", sizes, "sizes");
  c.compare("scores", entries.score, "scores");
  c.compare("norms at entry", entries.norm, "entry_norms");
  c.same("ranking", entries.ranking, "ranking");
}

void check_stability(RobustLassoCase& c) {
  const auto sets = c.param("sets").get<std::vector<SelectedSets>>();
  const sparse_linear::Stability found = stability_of(sets, c.param("features"), c.param("threshold"));
  c.compare("probabilities", found.probabilities, "probabilities");
  c.compare("scores", found.scores, "scores");
  c.compare("mean union", found.mean_union, "mean_union");
  c.compare("bound", found.bound, "bound");
  c.same("selected", found.selected, "selected");
}

void check_choice(RobustLassoCase& c) {
  const LambdaChoice choice = choose_lambda(c.matrix("fold_deviance"));
  c.compare("mean", choice.mean, "mean");
  c.compare("standard error", choice.standard_error, "standard_error");
  c.same("best", choice.best, "best");
  c.same("one_se", choice.one_se, "one_se");
}

const std::map<std::string, void (*)(RobustLassoCase&)> kRobustLassoChecks{
    {"objective", check_objective}, {"optimum", check_optimum}, {"fixed_point", check_fixed_point},
    {"flip_link", check_flip_link}, {"path", check_path},       {"stability", check_stability},
    {"cv_choice", check_choice},    {"filter", check_filter},
};

}  // namespace

bool knows_robust_lasso(const Case& c) { return kRobustLassoChecks.contains(c.method()); }

void check_robust_lasso(const Case& c, Verdict& verdict) {
  RobustLassoCase lasso(c, verdict);
  kRobustLassoChecks.at(c.method())(lasso);
}

}  // namespace tamis::golden
