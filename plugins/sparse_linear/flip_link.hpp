/// \file flip_link.hpp
/// The flip matrix behind labels, from linear predictors that have not seen them.
#pragma once

#include "flip_matrix.hpp"

namespace tamis::sparse_linear {

/// p_it proportional to exp(a_t + beta eta_it), a_0 = 0 (page, section 4).
struct FlipLink {
  MatrixXd flips;               ///< T
  VectorXd shift;               ///< a
  double slope = 1;             ///< beta; above 1 it undoes shrinkage and the flattening by flips
  double objective = 0;         ///< -(log L + sum A log T) / N
  bool slope_at_bound = false;  ///< then the prior is what T says
  double sure_samples = 0;      ///< weight of those with max_t p_it > .9, from which T is estimated; in samples
};

/// Fits T, a and beta by EM: E: the memberships; M: T by the prior, and one Newton step of (a, beta) on
/// sum gamma log p, cut to 1 and beta/2 and halved as long as it does not descend; beta in [.1, 10]. Of the starts (rate, beta) =
/// (.05, 1) and (.3, 1.5) the better end is kept; each ends at a move below 1e-8. No random numbers. O(n K^2) for each of at most
/// 5000 iterations.
///
/// Bootkrajang, Kaban. Label-noise robust logistic regression and its applications. ECML PKDD 2012, LNCS 7523, 143-158, DOI
/// 10.1007/978-3-642-33460-3_15, estimate T together with sparse coefficients. These are shrunken, so that flips are explained
/// away by uncertainty: T is estimated behind an unshrunken link instead.
/// \param eta    out-of-fold linear predictors, samples x columns: one for two classes, the logit of the second.
/// \param total  N, the weight of all samples.
FlipLink fit_flip_link(const MatrixXd& eta, const Observations& observations, double total,
                       const FlipPrior& prior);

}  // namespace tamis::sparse_linear
