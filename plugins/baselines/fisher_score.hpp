/// \file fisher_score.hpp
/// Scatter between classes over scatter within them, one feature at a time.
#pragma once

#include <tamis/numerics/memberships.hpp>
#include <tamis/sdk.hpp>

namespace tamis::baselines {

/// F = sum_c n_c (mu_c - mu)^2 / sum_c n_c var_c, larger is better; population variances (divided by n_c).
/// +infinity for a feature that is constant in each class but not between them.
///
/// R. O. Duda, P. E. Hart, D. G. Stork. Pattern Classification, 2nd ed., Wiley 2001, section 3.8.2.
///
/// With weights of samples n_c, mu_c and var_c are weighted. O(n) per feature. Samples of unknown class take no part.
class FisherScore final : public UnivariateCriterion {
 public:
  static constexpr auto describe() {
    return tamis::describe<FisherScore>(
               "fisher_score",
               "Fisher score (ANOVA F test): variance between classes over variance within classes")
        .cites("Duda, Hart, Stork. Pattern Classification. Wiley 2001, section 3.8.2")
        .better(Better::higher)
        .targets(Targets::classes)
        .prepares_from_target()
        .uses_weights()
        .sparse();
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Score score_column(Column f, const Target&) const override;
  /// The F test of one-way analysis of variance, F (n - l) / (l - 1) with l - 1 and n - l degrees of freedom: exact where
  /// the feature is normal in each class, with one variance. None for soft labels, samples in groups, and weights, which are no counts.
  void p_values(std::span<const Feature> features, std::span<double> p) const override;
  Cost cost(const Dataset& data) const override { return {0, 10.0 * static_cast<double>(data.samples())}; }

 private:
  numerics::Memberships memberships_;
  bool single_class_ = false;
};

}  // namespace tamis::baselines
