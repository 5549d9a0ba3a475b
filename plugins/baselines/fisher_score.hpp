/// \file fisher_score.hpp
/// Scatter between classes over scatter within them, one feature at a time.
#pragma once

#include <tamis/numerics/memberships.hpp>
#include <tamis/sdk.hpp>

#include <optional>

namespace tamis::baselines {

/// F = sum_c n_c (mu_c - mu)^2 / sum_c n_c var_c, larger is better; population variances (divided by n_c).
/// +infinity for a feature that is constant in each class but not between them.
///
/// R. O. Duda, P. E. Hart, D. G. Stork. Pattern Classification, 2nd ed., Wiley 2001, section 3.8.2.
///
/// With weights of samples n_c, mu_c and var_c are weighted. O(n) per feature. Samples of unknown class take no part,
/// and of a feature with missing cells those that lack it: O(n l).
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
        .takes_missing()
        .order_immune(LabelFlips::two_classes | LabelFlips::uniform_balanced)
        .sparse();
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Score score_column(Column f, const Target&) const override { return score(f, memberships_); }
  Score score_known(Column f, std::span<const std::uint8_t> missing, const Target&) const override {
    const std::optional<numerics::Memberships> known = of_known(missing);
    return known ? score(f, *known) : undefined("no sample has both this cell and a known class");
  }
  /// The F test of one-way analysis of variance, F (n - l) / (l - 1) with l - 1 and n - l degrees of freedom: exact where
  /// the feature is normal in each class, with one variance. None for soft labels, samples in groups, and weights, which are no counts.
  void p_values(std::span<const Feature> features, std::span<double> p) const override;
  Cost cost(const Dataset& data) const override { return {0, 10.0 * static_cast<double>(data.samples())}; }

 private:
  static Score score(Column f, const numerics::Memberships& memberships);
  std::optional<numerics::Memberships> of_known(std::span<const std::uint8_t> missing) const {
    return memberships_.of_known(data().target(), numerics::Unknown::drop, missing);
  }

  numerics::Memberships memberships_;
};

}  // namespace tamis::baselines
