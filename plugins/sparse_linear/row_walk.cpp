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

Eigen::Map<RowVectorXd> RowWalk::row_of(const Block& block) {
  return {coefficients_.row(block.first).data(), block.count * coefficients_.cols()};
}

/// One exact step of a unit, unless it is negligible. \returns how much its gradient changes thereby.
double RowWalk::move_block(std::size_t b, double negligible) {
  const Block& block = quadratic_.blocks[b];
  auto row = row_of(block);
  const RowVectorXd after =
      quadratic_.penalty.best_row(block.factor, row, gradient_of(block), curvature_of_[b], quadratic_.lambda);
  const RowVectorXd move = after - row;
  const double change = (move * curvature_of_[b]).norm();
  if (change <= negligible && ((row.array() != 0) == (after.array() != 0)).all()) return change;
  row = after;
  move_by(block, move);
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
  for (std::size_t b = 0; b < quadratic_.blocks.size(); ++b)
    if (!active_only || (row_of(quadratic_.blocks[b]).array() != 0).any())
      moved = std::max(moved, move_block(b, negligible));
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
  std::vector<MatrixXd> of_row;
  for (const Index j : quadratic.rows) {
    quadratic.design.moments(j, curvature_, first.data(), second.data());
    const double offset = quadratic.design.offset(j);
    along_.push_back(unpacked(first, residual_.cols()));
    of_row.push_back(unpacked(second, residual_.cols()) - 2 * offset * along_.back() +
                     offset * offset * sum_curvature);
  }
  for (const Block& block : quadratic.blocks) {
    const auto r = static_cast<std::size_t>(block.first);
    if (block.count == 1) {
      curvature_of_.push_back(of_row[r]);
      continue;
    }
    Gram gram(quadratic.design);
    gram.restart(curvature_, residual_.cols());
    gram.include({quadratic.rows.begin() + block.first, quadratic.rows.begin() + block.first + block.count});
    const Index size = block.count * residual_.cols();
    curvature_of_.emplace_back(gram.matrix().bottomRightCorner(size, size));
  }
}

RowVectorXd ResidualWalk::gradient_of(const Block& block) const {
  const Index columns = residual_.cols();
  RowVectorXd gradient(block.count * columns);
  for (Index r = 0; r < block.count; ++r) {
    const auto row = static_cast<std::size_t>(block.first + r);
    const Index j = quadratic_.rows[row];
    auto of_row = gradient.segment(r * columns, columns);
    quadratic_.design.project(j, residual_, of_row.data());
    of_row = of_row + shift_ * along_[row] - quadratic_.design.offset(j) * intercept_gradient();
  }
  return gradient;
}

void ResidualWalk::move_by(const Block& block, const RowVectorXd& move) {
  const Index columns = residual_.cols();
  for (Index r = 0; r < block.count; ++r) {
    const auto row = static_cast<std::size_t>(block.first + r);
    const Index j = quadratic_.rows[row];
    const auto of_row = move.segment(r * columns, columns);
    quadratic_.design.add_curved(j, curvature_, of_row.data(), residual_);
    sum_residual_ += of_row * along_[row];
    shift_ -= quadratic_.design.offset(j) * of_row;
  }
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
  }
  for (const Block& block : quadratic.blocks) {
    const Index v = place(block), size = block.count * columns;
    curvature_of_.push_back(gram.matrix().block(v, v, size, size));
  }
}

Index GramWalk::place(const Block& block) const {
  return gram_.place(quadratic_.rows[static_cast<std::size_t>(block.first)]);
}

RowVectorXd GramWalk::gradient_of(const Block& block) const {
  return slope_.segment(place(block), block.count * intercepts_.size()).transpose();
}

void GramWalk::move_by(const Block& block, const RowVectorXd& move) { move_variables_by(place(block), move); }

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
