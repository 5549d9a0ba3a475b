/// \file fixed_knockoffs.hpp
/// Knockoffs of the rows as they are (fixed X), for linear models with normal errors only.
#pragma once

#include <tamis/framework/knockoffs/dense_matrix.hpp>
#include <tamis/framework/knockoffs/s_vector.hpp>
#include <tamis/rng.hpp>

namespace tamis::framework {

/// Columns and knockoffs whose products are exactly [X X~]'[X X~] = joint_covariance(X'X, s).
struct FixedKnockoffs {
  DenseMatrix x;          ///< n x p: the columns less their means, of norm 1
  DenseMatrix knockoffs;  ///< n x p
  std::vector<double> s;
};

/// X~ = X (I - Sigma^-1 S) + U C with Sigma = X'X, C'C = V and U orthonormal and orthogonal to [1 X]. Barber,
/// Candes. Controlling the false discovery rate via knockoffs. Annals of Statistics 43 (2015) 2055-2085,
/// DOI 10.1214/15-AOS1337. They say nothing about classes. O(n p^2).
/// \param x     n x p, n >= 1 + p + rank V (2p + 1 always do).
/// \param kind  how s is chosen, of X'X.
/// \param rng   where U points, in what X leaves.
/// \throws DataError  too few rows; a constant column, a missing value; NumericError where columns are
///   combinations of others.
FixedKnockoffs fixed_knockoffs(ConstMatrix x, Separation kind, Rng rng);

}  // namespace tamis::framework
