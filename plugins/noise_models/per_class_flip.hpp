/// \file per_class_flip.hpp
/// A rate of wrong labels for each class.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | s) = 1 - p_e(s) if y = s, else p_e(s) / (l - 1) (eq. 20). The M step is eq. (28), both sums over the
/// samples of known label: p_e(s) = sum_{i: y_i != s} gamma(s|i) / sum_i gamma(s|i), 0 for a class without
/// mass. A fit starts from independent rates of U(0, 0.5).
///
/// Frenay, Doquire, Verleysen. Estimating mutual information for feature selection in the presence of label
/// noise. Computational Statistics and Data Analysis 71 (2014) 832-848, DOI 10.1016/j.csda.2013.05.001.
///
/// Parameters: p_e, one per class. The M step takes O(n l).
class PerClassFlip final : public TransitionModel {
 public:
  struct Options {
    double rate = 0.1;
    std::span<const double> rates = {};
  } options;

  static constexpr auto describe() {
    return tamis::describe<PerClassFlip>("per_class_flip",
                                         "Class-conditional noise: a flip rate for each true class")
        .cites(
            "Frenay, Doquire, Verleysen. Estimating mutual information for feature selection in the presence "
            "of label noise. Computational Statistics and Data Analysis 71 (2014) 832-848, DOI "
            "10.1016/j.csda.2013.05.001")
        .fits()
        .uses_weights()
        .corrupts()
        .option<&Options::rate>("rate", between(0, 1), "share of wrong labels of every class, until fitted")
        .option<&Options::rates>("rates", "the same, one number per class; empty: rate for all");
  }

  void start(std::uint64_t seed) override;
  void update(ConstMatrix memberships) override;

 protected:
  std::vector<double> given() const override;
  TransitionMatrix transitions(std::span<const double> rates) const override {
    return TransitionMatrix::of_flip_rates(rates);
  }
};

}  // namespace tamis::noise_models
