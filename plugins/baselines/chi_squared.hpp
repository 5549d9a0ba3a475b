/// \file chi_squared.hpp
/// How much a feature of few values goes with the class, and Pearson's test of it.
#pragma once

#include "contingency.hpp"

#include <tamis/sdk.hpp>

namespace tamis::baselines {

/// corrected_cramers_v() of a feature's codes and the class, and the p value of Pearson's chi-squared test. Pearson's
/// statistic itself grows with the number of levels, by chance too, so it does not compare features.
///
/// K. Pearson. Philosophical Magazine 50 (1900) 157-175; W. Bergsma. A bias-correction for Cramer's V and Tschuprow's T.
/// Journal of the Korean Statistical Society 42 (2013) 323-328.
///
/// O(n + levels * classes) per feature. Samples of unknown class take no part.
class ChiSquared final : public PreparedCriterion {
 public:
  static constexpr auto describe() {
    return tamis::describe<ChiSquared>(
               "chi_squared",
               "Pearson's chi-squared test of binned values and the class; the score is Cramer's V")
        .cites(
            "Bergsma. A bias-correction for Cramer's V and Tschuprow's T. Journal of the Korean Statistical "
            "Society 42 (2013) 323-328, DOI 10.1016/j.jkss.2012.10.002")
        .measures(Measures::feature)
        .better(Better::higher)
        .moves(Move::add)
        .targets(Targets::classes)
        .discrete()
        .own_column()
        .prepares_from_target();
  }

  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override;
  /// With (levels - 1) (classes - 1) degrees of freedom. Warns where that law is rough: where more than a fifth of a
  /// feature's expected counts are below 5 (Cochran 1954). None for samples in groups.
  void p_values(std::span<const Feature> features, std::span<double> p) const override;
  Cost cost(const Dataset& data) const override { return {0, 2.0 * static_cast<double>(data.samples())}; }

 private:
  Independence of(Feature feature) const;
};

}  // namespace tamis::baselines
