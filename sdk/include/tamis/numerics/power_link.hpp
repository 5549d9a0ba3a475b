/// \file power_link.hpp From what others say of a sample to what its true class is: class probabilities that
/// were learned from labels which may be wrong, a model of how labels go wrong, and one power between the
/// two.
#pragma once

#include <tamis/noise_model.hpp>

#include <span>
#include <vector>

namespace tamis::numerics {

/// What is fitted between such probabilities and the true classes.
struct PowerLink {
  std::vector<double>
      memberships;   ///< gamma_is = p(true class of i is s | features, label): n x K, column by column
  double power = 1;  ///< beta
  double log_likelihood = 0;       ///< sum_i log p(z_i), over the labelled samples
  int iterations = 0;              ///< of the start that was kept
  std::vector<double> parameters;  ///< of the noise model
};

/// Out-of-sample probabilities with a floor, so that none is 0:
///
///   q'_is = (v q_is + (c_s + 1) / (m + K)) / (v + 1),
///
/// as if one of v + 1 votes followed the shares of the labels, which weigh m, those of class s c_s. Rows that are NaN, where
/// nobody has voted, become these shares. O(n K).
/// \param q       n x K, changed in place.
/// \param labels   n; -1 unknown.
/// \param weights  of the samples, with the mean 1; empty: 1 each.
/// \param votes    v, the number of votes that a row of q is the mean of.
void add_floor(Matrix q, std::span<const std::int32_t> labels, std::span<const double> weights, double votes);

/// Fits p(true class = s | x_i) proportional to q_is^beta together with a noise model, by EM:
///
///   p_is = q_is^beta / sum_t q_it^beta,   T_i(s) = p(z_i | true class s), the model's likelihood;
///   E: gamma_is = p_is T_i(s) / sum_t p_it T_i(t);
///   M: the noise model's update(gamma), then two Newton steps of beta on sum_is gamma_is log p_is.
///
/// q was learned from the wrong labels too, and averages over trees or neighbours, so it is flatter than the
/// truth: beta > 1 undoes that, and what is left of labels that q finds improbable is noise. Of two starts,
/// few wrong labels and many, the likelier one is kept. No random numbers. O(n K) for each iteration, of
/// which there are 300 at most.
///
/// \param q       n x K, positive, rows sum to 1: out of sample, so that no row knows its own label; see
///           add_floor().
/// \param labels  n; -1 unknown, whose memberships are p_is.
/// \param weights w_i of the samples, with the mean 1, which multiply gamma_is in both M steps, and the log-likelihoods;
///           empty: 1 each.
/// \param noise   prepared with these labels; it is left at the parameters of the fit.
/// \throws Error  what the model throws.
PowerLink fit_power_link(ConstMatrix q, std::span<const std::int32_t> labels, std::span<const double> weights,
                         NoiseModel& noise);

}  // namespace tamis::numerics
