/// \file s_vector.hpp
/// How far each knockoff may be from its original: the vector s of cov(X_j, X~_j) = Sigma_jj - s_j.
#pragma once

#include <tamis/matrix.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// What s is best at, among all 0 <= S <= 2 Sigma (as matrices, S = diag(s)); these are the s for which
/// [X X~] has a covariance G = [[Sigma, Sigma - S], [Sigma - S, Sigma]].
enum class Separation {
  equi,    ///< s_j = min(1, 2 lambda_min) for all (Barber, Candes. Annals of Statistics 43 (2015) 2055-2085)
  mvr,     ///< least trace of G^-1 (Spector, Janson. Annals of Statistics 50 (2022) 252-276)
  maxent,  ///< greatest determinant of G (the same)
  sdp      ///< greatest sum s with s <= 1 (Candes, Fan, Janson, Lv. JRSS B 80 (2018) 551-577)
};
/// By their values, as a config has them.
inline constexpr std::string_view kSeparationNames[] = {"equi", "mvr", "maxent", "sdp"};

/// An s, and how good it is.
struct SVector {
  std::vector<double> s;
  double objective = 0;  ///< separation_objective()
  int steps = 0;         ///< sweeps through the coordinates, or steps of Newton's method; 0 for equi
  /// Of sdp: how much larger the greatest sum of s may be than this one, by the dual problem.
  std::optional<double> gap;
};

/// The s of a separation. `mvr` and `maxent` go through the coordinates until no s_j moves by more than
/// 1e-10 of itself (or than by rounding, where copies are that near); `sdp` follows the barrier by Newton's
/// method down to 1e-10. O(p^3) a sweep (10 to 20 of them) or a step (100 to 140).
/// \param sigma  p x p, symmetric and positive definite; for `equi` and `sdp` a correlation (diagonal 1).
/// \throws NumericError  sigma is not positive definite, or the optimum was not reached.
SVector s_vector(ConstMatrix sigma, Separation kind);

/// sum s of `equi` and `sdp`, to be great; of `mvr` tr (2 Sigma - S)^-1 + sum 1/s_j, which is tr G^-1, to be
/// small; of `maxent` log det (2 Sigma - S) + sum log s_j, which is log det G, to be great. O(p^3).
/// \throws NumericError  S is not below 2 Sigma.
double separation_objective(ConstMatrix sigma, std::span<const double> s, Separation kind);

/// s scaled by the largest factor <= 1 that leaves all eigenvalues of 2 Sigma - S at 1e-8 or more, found by
/// bisection: for an s that comes from another matrix, of blocks say. O(p^3) where s is fine as it is, about
/// 50 times that else.
/// \throws NumericError  2 Sigma itself has smaller eigenvalues.
std::vector<double> scaled_into_range(ConstMatrix sigma, std::vector<double> s);

}  // namespace tamis::framework
