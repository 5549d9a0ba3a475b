#include "barrier.hpp"
#include "coordinate_steps.hpp"
#include "remaining_inverse.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

using Root = Eigen::LLT<Eigen::MatrixXd>;

constexpr double kLeastEigenvalue = 1e-8;  // of 2 Sigma - S
constexpr int kBisections = 50;

double smallest_eigenvalue(ConstMatrix sigma) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(map(sigma), Eigen::EigenvaluesOnly);
  return solver.eigenvalues().minCoeff();
}

/// lambda_min > 0.
double positive_smallest_eigenvalue(ConstMatrix sigma) {
  const double lambda = smallest_eigenvalue(sigma);
  if (!(lambda > 0))
    throw NumericError(
        fmt::format("the correlations have the eigenvalue {:.3g}, which is not above 0: shrink them, or "
                    "merge columns that are copies",
                    lambda));
  return lambda;
}

bool in_range(ConstMatrix sigma, const Eigen::VectorXd& s) {
  Eigen::MatrixXd rest = remaining(sigma, s);
  rest.diagonal().array() -= kLeastEigenvalue;
  return Root(rest).info() == Eigen::Success;
}

}  // namespace

double separation_objective(ConstMatrix sigma, std::span<const double> s, Separation kind) {
  if (kind == Separation::equi || kind == Separation::sdp) return std::accumulate(s.begin(), s.end(), 0.0);
  const auto given = map(s).array();
  const Root root(remaining(sigma, map(s)));
  if (root.info() != Eigen::Success) throw NumericError("S is not below 2 Sigma: scale s down");
  if (kind == Separation::maxent)
    return 2 * root.matrixLLT().diagonal().array().log().sum() + given.log().sum();
  return root.solve(Eigen::MatrixXd::Identity(given.size(), given.size())).trace() + given.inverse().sum();
}

SVector s_vector(ConstMatrix sigma, Separation kind) {
  const double lambda = positive_smallest_eigenvalue(sigma);
  SVector result;
  switch (kind) {
    case Separation::equi:
      result.s.assign(sigma.rows, std::min(1.0, 2 * lambda));
      break;
    case Separation::sdp:
      result = greatest_sum(sigma, std::vector<double>(sigma.rows, std::min(0.5, lambda)));
      break;
    default:
      result = coordinate_steps(sigma, kind, lambda);
  }
  result.objective = separation_objective(sigma, result.s, kind);
  return result;
}

std::vector<double> scaled_into_range(ConstMatrix sigma, std::vector<double> s) {
  VectorMap given = map(std::span<double>(s));
  if (in_range(sigma, given)) return s;
  if (!in_range(sigma, 0 * given))
    throw NumericError(
        "the correlations have eigenvalues near 0: shrink them, or merge columns that are copies");
  double low = 0, high = 1;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    (in_range(sigma, middle * given) ? low : high) = middle;
  }
  given *= low;
  return s;
}

}  // namespace tamis::framework
