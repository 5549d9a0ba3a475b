/// \file correlation.hpp
/// How features go together, estimated so that the estimate can be inverted.
#pragma once

#include <tamis/framework/knockoffs/dense_matrix.hpp>

#include <string_view>

namespace tamis::framework {

/// Each column less its mean, divided by its population deviation (divisor n). O(n p).
/// \param x  n x p numbers, none of them missing.
/// \throws DataError  no row; a column, with its number, that is constant or has a missing or infinite value.
DenseMatrix standardised(ConstMatrix x);

/// How far the sample correlation is moved towards the identity.
///
/// The least squared error, which Ledoit and Wolf estimate, is not what knockoffs need: a correlation of .5 that is shown
/// as .4 makes a knockoff go less with the feature's neighbours than the feature does, and W of a null feature beside a
/// relevant one is too large. The square of their shrinkage keeps the share of false discoveries where the true
/// correlation would have it (docs/false_discoveries.md).
enum class Shrinkage {
  squared,     ///< the square of ledoit_wolf
  ledoit_wolf  ///< of the least squared error
};
/// By their values, as a config has them.
inline constexpr std::string_view kShrinkageNames[] = {"squared", "ledoit_wolf"};

/// (1 - shrinkage) S + shrinkage I, of the sample correlation S.
struct ShrunkCorrelation {
  DenseMatrix sigma;     ///< p x p, symmetric, diagonal 1, positive definite where shrinkage > 0
  double shrinkage = 0;  ///< 0..1; near 1 knockoffs are next to independent noise
};

/// Ledoit, Wolf. A well-conditioned estimator for large-dimensional covariance matrices. J. Multivariate
/// Analysis 88 (2004) 365-411, DOI 10.1016/S0047-259X(03)00096-4, towards the identity, of standardised()
/// columns. More columns than rows are welcome. O(n p^2).
/// \param x  n x p numbers.
/// \throws DataError  as standardised().
ShrunkCorrelation shrunk_correlation(ConstMatrix x, Shrinkage how = Shrinkage::ledoit_wolf);

}  // namespace tamis::framework
