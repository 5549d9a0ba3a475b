/// \file expert_beta.hpp
/// Experts who say how sure they are.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// Makes the imprecise labels of Doquire, Verleysen. Handling imprecise labels in feature selection with
/// graph Laplacian. ICPRAM 2012, DOI 10.5220/0003712101620169, section 5.1. For each sample a doubt b ~
/// Beta(mean, variance) and one other class, uniformly: the soft label is 1 - b for the true class and b for
/// the other one, and with probability b the hard label is switched to the other class. (The paper's sigma =
/// 0.1 is the VARIANCE: only that reading gives its tables.)
///
/// It makes noise and does not fit it. As the noise model of a fit it is what its hard labels are without
/// their soft ones: a flip rate of `mean` for every class, which start() and update() leave as it is.
///
/// Parameters: mean, variance.
class ExpertBeta final : public TransitionModel {
 public:
  struct Options {
    double mean = 0.3;
    double variance = 0.1;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ExpertBeta>(
               "expert_beta",
               "Hesitant experts: a Beta-distributed share of each soft label goes to another class")
        .cites(
            "Doquire, Verleysen. Handling imprecise labels in feature selection with graph Laplacian. ICPRAM "
            "2012, DOI 10.5220/0003712101620169")
        .corrupts()
        .option<&Options::mean>("mean", Range{0, 1, true}, "of the doubt in a label, below 1")
        .option<&Options::variance>("variance", positive, "of the doubt, below mean (1 - mean)");
  }

  /// `expert` gets 1 - b and b; NaN where the label is unknown.
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
               std::uint64_t seed) const override;

 protected:
  std::vector<double> given() const override { return {options.mean, options.variance}; }
  TransitionMatrix transitions(std::span<const double> mean_and_variance) const override;
};

}  // namespace tamis::noise_models
