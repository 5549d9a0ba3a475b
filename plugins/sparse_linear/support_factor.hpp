/// \file support_factor.hpp
/// The Cholesky factor of those rows and columns of a matrix whose coefficients are not 0.
#pragma once

#include "design.hpp"

namespace tamis::sparse_linear {

/// A = L L' of a set of variables that changes one by one: O(m^2) for one that comes or goes, O(m^2) for a solution.
class SupportFactor {
 public:
  void clear();
  const std::vector<Index>& variables() const { return variables_; }
  bool holds(Index v) const {
    return v < static_cast<Index>(place_.size()) && place_[static_cast<std::size_t>(v)] >= 0;
  }
  /// \param column  A_vl of all variables l.
  /// \param ridge   what is added to A_vv.
  /// \returns what A_vv lacks for a pivot of the least share of it; then v stays out. 0: it is in.
  double add(Index v, const double* column, double ridge);
  void drop(Index v);
  /// A <- A + sign v v', v of all variables.
  /// \returns whether it is still positive definite; else nothing is held.
  bool change(const VectorXd& v, double sign);
  /// x <- A^-1 x, in the order of variables().
  void solve(std::vector<double>& x) const;

 private:
  double* row(std::size_t r) { return factor_.data() + r * (r + 1) / 2; }
  const double* row(std::size_t r) const { return factor_.data() + r * (r + 1) / 2; }

  std::vector<Index> variables_, place_;
  std::vector<double> factor_;  ///< the rows of L, one after the other
};

}  // namespace tamis::sparse_linear
