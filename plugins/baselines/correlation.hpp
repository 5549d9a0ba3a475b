/// \file correlation.hpp
/// Linear dependence between a feature and a real output.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::baselines {

/// |r| = |sum_i (f_i - mf)(y_i - my)| / sqrt(sum_i (f_i - mf)^2 sum_i (y_i - my)^2), larger is better,
/// between 0 and 1, over the samples whose output is known; with weights of samples, weighted means and sums.
///
/// K. Pearson. Note on regression and inheritance in the case of two parents. Proc. R. Soc. Lond. 58, 1895,
/// DOI 10.1098/rspl.1895.0041.
///
/// O(n) per feature.
class Correlation final : public UnivariateCriterion {
 public:
  static constexpr auto describe() {
    return tamis::describe<Correlation>("correlation", "Absolute Pearson correlation with a real target")
        .cites(
            "Pearson. Note on Regression and Inheritance in the Case of Two Parents. "
            "Proc. R. Soc. Lond. 58, 1895. DOI 10.1098/rspl.1895.0041")
        .better(Better::higher)
        .targets(Targets::real)
        .prepares_from_target()
        .uses_weights()
        .sparse();
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Score score_column(Column f, const Target&) const override;
  /// Student's t test of r = 0, two-sided, with n - 2 degrees of freedom: exact where the feature or the output is
  /// normal. None for samples in groups, weights, or fewer than 3 samples.
  void p_values(std::span<const Feature> features, std::span<double> p) const override;
  Cost cost(const Dataset& data) const override { return {0, 8.0 * static_cast<double>(data.samples())}; }

 private:
  std::vector<numerics::Sample> known_;
  std::vector<double> weight_;  // of the known samples; empty: 1 each
  std::vector<double> y_;       // centred and scaled by a power of two
  double y_squares_ = 0;
};

}  // namespace tamis::baselines
