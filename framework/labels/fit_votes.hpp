/// \file fit_votes.hpp
/// The true classes behind annotators' votes, with no look at the features.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// Of n samples and l classes.
struct VoteFit {
  std::vector<double> memberships;  ///< n x l, column-major: p(S = s | votes of i); NaN where there are none
  std::vector<double> priors;       ///< p_S, the mean of the memberships
  double log_likelihood = 0;        ///< sum_i log sum_s p_S(s) p(votes of i | S = s)
  double right = 0;                 ///< the share of the votes that is expected to name the true class
  int iterations = 0;
  bool settled = false;  ///< false: the cap on iterations ended it
};

/// Plans a noise model that is to be fitted.
/// \throws ParamError  also when it is given, not fitted.
Plan plan_vote_fit(const Registry& registry, const toml::node* config, const std::string& path);

/// Expectation and maximisation, eqs. (2.3) to (2.5) of Dawid and Skene, Applied Statistics 28 (1979) 20-28,
/// as they do: from the shares of the votes, the model's own M step and p_S(s) = mean of gamma(s|i), then
/// gamma(s|i) proportional to p_S(s) p(votes of i | S = s), until the log-likelihood changes by no more than
/// 1e-9 per sample, or 1000 times. Samples without votes take no part in it. Nothing is drawn at random.
/// O(n l) an iteration, beside the model's own work.
/// \param data  with votes on some sample.
/// \throws NumericError  the model takes a sample's votes for impossible; Cancelled, BudgetSpent, and what
///                       the model throws.
VoteFit fit_votes(Registry& registry, const Plan& plan, const LoadedData& data, KernelRuntime& kernel);

}  // namespace tamis::framework
