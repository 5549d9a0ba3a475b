/// \file correlation.hpp
/// Linear dependence between a feature and a real output.
#pragma once

#include "centred.hpp"

#include <tamis/numerics/points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::baselines {

/// |r| = |sum_i (f_i - mf)(y_i - my)| / sqrt(sum_i (f_i - mf)^2 sum_i (y_i - my)^2), larger is better,
/// between 0 and 1, over the samples whose output is known; with weights of samples, weighted means and sums. A feature with
/// missing cells is compared over the samples that have both (pairwise complete).
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
        .takes_missing()
        .sparse();
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  Score score_column(Column f, const Target&) const override { return score(f, all_); }
  Score score_known(Column f, std::span<const std::uint8_t> missing, const Target& target) const override {
    return score(f, Outputs(target, data().weights(), missing));
  }
  /// Student's t test of r = 0, two-sided, with n - 2 degrees of freedom: exact where the feature or the output is
  /// normal. None for samples in groups, weights, or fewer than 3 samples.
  void p_values(std::span<const Feature> features, std::span<double> p) const override;
  Cost cost(const Dataset& data) const override { return {0, 8.0 * static_cast<double>(data.samples())}; }

 private:
  /// The outputs that a feature is compared with.
  struct Outputs {
    std::vector<numerics::Sample> samples;  ///< of known output, some weight, and a cell that is not missing
    std::vector<double> weight;             ///< of these; empty: 1 each
    Centred y;

    Outputs() = default;
    Outputs(const Target& target, std::span<const double> weights, std::span<const std::uint8_t> missing);
  };
  static Score score(Column f, const Outputs& outputs);

  Outputs all_;
};

}  // namespace tamis::baselines
