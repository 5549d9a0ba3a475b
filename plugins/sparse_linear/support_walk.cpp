#include "walk.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

constexpr int kMostRounds = 300;
constexpr double kLeastDiagonal = 0.05;  ///< share of the intercept's

}  // namespace

SupportWalk::SupportWalk(const Quadratic& quadratic, Gram& gram, SupportFactor& factor, bool is_convex)
    : gram_(gram),
      factor_(factor),
      is_convex_(is_convex),
      coefficient_(static_cast<std::size_t>(gram.variables()), 0.0),
      slope_(coefficient_),
      l1_(coefficient_),
      l2_(coefficient_) {
  slope_[0] = quadratic.intercept_gradient[0];
  for (std::size_t r = 0; r < quadratic.rows.size(); ++r) {
    const Index j = quadratic.rows[r];
    const auto v = static_cast<std::size_t>(gram.place(j));
    moving_.push_back(gram.place(j));
    if (const double lack = kLeastDiagonal * gram.diagonal(0) - gram.diagonal(gram.place(j));
        lack > 0 && !is_convex && !factor.holds(gram.place(j)))
      gram.raise(gram.place(j), lack);
    coefficient_[v] = quadratic.coefficients(j, 0);
    slope_[v] = quadratic.gradient(j, 0);
    l1_[v] = quadratic.penalty.l1(quadratic.blocks[r].factor, quadratic.lambda);
    l2_[v] = quadratic.penalty.l2(quadratic.blocks[r].factor, quadratic.lambda);
  }
}

void SupportWalk::move_by(Index variable, double by) {
  const double* h = gram_.column(variable);
  double* slope = slope_.data();
  for (std::size_t v = 0; v < slope_.size(); ++v) slope[v] += by * h[v];
}

double SupportWalk::sweep(double negligible) {
  double moved = std::abs(slope_[0]);
  if (moved > negligible) {
    const double by = -slope_[0] / gram_.diagonal(0);
    coefficient_[0] += by;
    move_by(0, by);
  }
  for (const Index variable : moving_) {
    const auto v = static_cast<std::size_t>(variable);
    const double a = gram_.diagonal(variable), before = coefficient_[v];
    if (!(a + l2_[v] > 0)) continue;
    const double after = soft_threshold(a * before - slope_[v], l1_[v]) / (a + l2_[v]);
    const double change = a * std::abs(after - before);
    moved = std::max(moved, change);
    if (change <= negligible && (before != 0) == (after != 0)) continue;
    coefficient_[v] = after;
    move_by(variable, after - before);
  }
  return moved;
}

bool SupportWalk::add_to_factor(Index variable) {
  const double* column = gram_.column(variable);
  const double ridge = l2_[static_cast<std::size_t>(variable)], lack = factor_.add(variable, column, ridge);
  if (lack == 0) return true;
  if (is_convex_) return false;  // near copies, of which descent finds its way
  gram_.raise(variable, lack);
  return factor_.add(variable, column, ridge) == 0;
}

/// The factor of what is not 0, and the intercept.
bool SupportWalk::bring_up_to_date() {
  const std::vector<Index> held = factor_.variables();
  for (const Index v : held)
    if (v > 0 && coefficient_[static_cast<std::size_t>(v)] == 0) factor_.drop(v);
  if (!factor_.holds(0) && !add_to_factor(0)) return false;
  for (const Index v : moving_)
    if (coefficient_[static_cast<std::size_t>(v)] != 0 && !factor_.holds(v) && !add_to_factor(v))
      return false;
  return true;
}

/// To the minimum with the present signs, or to the first coefficient on the way that becomes 0.
void SupportWalk::solve_on_support() {
  const std::vector<Index>& support = factor_.variables();
  std::vector<double> move;
  for (const Index variable : support) {
    const auto v = static_cast<std::size_t>(variable);
    move.push_back(-slope_[v] - penalty_slope(v));
  }
  factor_.solve(move);
  double length = 1;
  Index ends = -1;
  for (std::size_t s = 0; s < support.size(); ++s) {
    const auto v = static_cast<std::size_t>(support[s]);
    if (l1_[v] == 0 || (coefficient_[v] + length * move[s]) * coefficient_[v] > 0) continue;
    length = -coefficient_[v] / move[s];
    ends = support[s];
  }
  for (std::size_t s = 0; s < support.size(); ++s) {
    coefficient_[static_cast<std::size_t>(support[s])] += length * move[s];
    move_by(support[s], length * move[s]);
  }
  if (ends >= 0) coefficient_[static_cast<std::size_t>(ends)] = 0;
}

Reached SupportWalk::minimise(double tolerance) {
  for (int round = 0; round < kMostRounds; ++round) {
    if (bring_up_to_date()) solve_on_support();
    if (sweep(kNegligible * tolerance) <= tolerance) break;
  }
  Reached reached{RowMatrix(static_cast<Index>(moving_.size()), 1), Eigen::RowVectorXd(1)};
  for (std::size_t r = 0; r < moving_.size(); ++r)
    reached.coefficients(static_cast<Index>(r), 0) = coefficient_[static_cast<std::size_t>(moving_[r])];
  reached.intercepts[0] = coefficient_[0];
  return reached;
}

}  // namespace tamis::sparse_linear
