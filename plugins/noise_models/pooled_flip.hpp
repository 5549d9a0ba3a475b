/// \file pooled_flip.hpp
/// A rate of wrong labels for each class, drawn to the one that all have in common.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | s) = 1 - p_e(s) if y = s, else p_e(s) / (l - 1), as PerClassFlip; but each class is given m samples
/// more, of which the share e is mislabelled that is so of all classes together:
///
///   p_e(s) = (sum_{i: y_i != s} gamma(s|i) + m e) / (sum_i gamma(s|i) + m),
///   e = sum_s sum_{i: y_i != s} gamma(s|i) / sum_s sum_i gamma(s|i).
///
/// m = 0 is PerClassFlip, and m without end UniformFlip. It sees flips of one class only, and is as steady as
/// one rate where classes are small. A fit starts from one rate of U(0, 0.5).
///
/// Parameters: p_e, one per class. The M step takes O(n l).
class PooledFlip final : public TransitionModel {
 public:
  struct Options {
    double rate = 0.1;
    double prior = 20;
  } options;

  static constexpr auto describe() {
    return tamis::describe<PooledFlip>(
               "pooled_flip",
               "Class-conditional noise: a flip rate for each class, shrunk towards their common rate")
        .fits()
        .uses_weights()
        .corrupts()
        .option<&Options::rate>("rate", between(0, 1), "share of wrong labels of every class, until fitted")
        .option<&Options::prior>("prior", at_least(0.0),
                                 "samples of the common rate that each class is given besides");
  }

  void start(std::uint64_t seed) override;
  void update(ConstMatrix memberships) override;

 protected:
  std::vector<double> given() const override { return std::vector<double>(classes(), options.rate); }
  TransitionMatrix transitions(std::span<const double> rates) const override {
    return TransitionMatrix::of_flip_rates(rates);
  }
};

}  // namespace tamis::noise_models
