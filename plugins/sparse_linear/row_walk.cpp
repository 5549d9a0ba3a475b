#include "walk.hpp"

#include <tamis/numerics/lanes.hpp>

#include <algorithm>

namespace tamis::sparse_linear {

using Eigen::RowVectorXd;

namespace {

constexpr int kMostSweeps = 300;

RowVectorXd sums_of(const MatrixXd& m) {
  RowVectorXd sums(m.cols());
  for (Index k = 0; k < m.cols(); ++k) {
    const double* v = m.col(k).data();
    sums[k] = numerics::lane_sum(static_cast<std::size_t>(m.rows()), [=](std::size_t i) { return v[i]; });
  }
  return sums;
}

MatrixXd unpacked(const RowVectorXd& pairs, Index columns) {
  MatrixXd full(columns, columns);
  for (Index k = 0; k < columns; ++k)
    for (Index l = 0; l < columns; ++l) full(k, l) = pairs[pair_index(k, l)];
  return full;
}

}  // namespace

RowWalk::RowWalk(const Quadratic& quadratic, const MatrixXd& intercept_curvature)
    : quadratic_(quadratic),
      coefficients_(quadratic.coefficients(quadratic.rows, Eigen::all)),
      intercepts_(RowVectorXd::Zero(intercept_curvature.cols())) {
  const Index columns = intercept_curvature.cols();
  // Cov_p is 0 along (1, ..., 1), along which nothing changes
  intercept_solver_.compute(
      intercept_curvature +
      MatrixXd::Constant(columns, columns, columns > 1 ? intercept_curvature.trace() : 0.0));
}

/// One exact step of a row, unless it is negligible. \returns how much its gradient changes thereby.
double RowWalk::move_row(std::size_t r, double negligible) {
  auto row = coefficients_.row(static_cast<Index>(r));
  const RowVectorXd after = quadratic_.penalty.best_row(quadratic_.rows[r], row, gradient_of(r),
                                                        curvature_of_[r], quadratic_.lambda);
  const RowVectorXd move = after - row;
  const double change = (move * curvature_of_[r]).norm();
  if (change <= negligible && ((row.array() != 0) == (after.array() != 0)).all()) return change;
  row = after;
  move_row_by(r, move);
  return change;
}

double RowWalk::move_intercepts() {
  const RowVectorXd slope = intercept_gradient();
  RowVectorXd move = -intercept_solver_.solve(slope.transpose()).transpose();
  if (move.size() > 1) move.array() -= move.mean();
  if (!move.allFinite()) return 0;
  intercepts_ += move;
  move_intercepts_by(move);
  return slope.norm();
}

double RowWalk::sweep(bool active_only, double negligible) {
  double moved = move_intercepts();
  for (std::size_t r = 0; r < curvature_of_.size(); ++r)
    if (!active_only || (coefficients_.row(static_cast<Index>(r)).array() != 0).any())
      moved = std::max(moved, move_row(r, negligible));
  return moved;
}

Reached RowWalk::minimise(double tolerance) {
  const double negligible = kNegligible * tolerance;
  for (int sweeps = 0; sweeps < kMostSweeps;) {
    ++sweeps;
    if (sweep(false, negligible) <= tolerance) break;
    while (sweeps < kMostSweeps && (++sweeps, sweep(true, negligible) > tolerance)) continue;
  }
  return {coefficients_, intercepts_};
}

ResidualWalk::ResidualWalk(const Quadratic& quadratic, const Derivatives& derivatives)
    : ResidualWalk(quadratic, derivatives,
                   unpacked(sums_of(derivatives.curvature), derivatives.gradient.cols())) {}

ResidualWalk::ResidualWalk(const Quadratic& quadratic, const Derivatives& derivatives,
                           const MatrixXd& sum_curvature)
    : RowWalk(quadratic, sum_curvature),
      curvature_(derivatives.curvature),
      residual_(derivatives.gradient),
      sum_curvature_(sum_curvature),
      sum_residual_(sums_of(residual_)),
      shift_(RowVectorXd::Zero(residual_.cols())) {
  RowVectorXd first(curvature_.cols()), second(curvature_.cols());
  for (const Index j : quadratic.rows) {
    quadratic.design.moments(j, curvature_, first.data(), second.data());
    const double offset = quadratic.design.offset(j);
    along_.push_back(unpacked(first, residual_.cols()));
    curvature_of_.push_back(unpacked(second, residual_.cols()) - 2 * offset * along_.back() +
                            offset * offset * sum_curvature);
  }
}

RowVectorXd ResidualWalk::gradient_of(std::size_t r) const {
  const Index j = quadratic_.rows[r];
  RowVectorXd gradient(residual_.cols());
  quadratic_.design.project(j, residual_, gradient.data());
  return gradient + shift_ * along_[r] - quadratic_.design.offset(j) * intercept_gradient();
}

void ResidualWalk::move_row_by(std::size_t r, const RowVectorXd& move) {
  const Index j = quadratic_.rows[r];
  quadratic_.design.add_curved(j, curvature_, move.data(), residual_);
  sum_residual_ += move * along_[r];
  shift_ -= quadratic_.design.offset(j) * move;
}

GramWalk::GramWalk(const Quadratic& quadratic, const Gram& gram)
    : RowWalk(quadratic, gram.matrix().topLeftCorner(quadratic.gradient.cols(), quadratic.gradient.cols())),
      gram_(gram),
      slope_(VectorXd::Zero(gram.variables())) {
  const Index columns = quadratic.gradient.cols();
  slope_.head(columns) = quadratic.intercept_gradient.transpose();
  for (const Index j : quadratic.rows) {
    const Index v = gram.place(j);
    slope_.segment(v, columns) = quadratic.gradient.row(j).transpose();
    curvature_of_.push_back(gram.matrix().block(v, v, columns, columns));
  }
}

RowVectorXd GramWalk::gradient_of(std::size_t r) const {
  return slope_.segment(gram_.place(quadratic_.rows[r]), intercepts_.size()).transpose();
}

void GramWalk::move_row_by(std::size_t r, const RowVectorXd& move) {
  move_variables_by(gram_.place(quadratic_.rows[r]), move);
}

void GramWalk::move_variables_by(Index first, const RowVectorXd& move) {
  double* slope = slope_.data();
  for (Index k = 0; k < move.size(); ++k) {
    const double* h = gram_.column(first + k);
    const double by = move[k];
    if (by == 0) continue;
    for (Index v = 0; v < slope_.size(); ++v) slope[v] += by * h[v];
  }
}

}  // namespace tamis::sparse_linear
