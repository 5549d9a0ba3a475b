/// \file uniform_flip.hpp
/// Uniform noise: one flip rate for all classes.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | s) = 1 - p_e if y = s, else p_e / (l - 1), with one p_e for all classes. Its M step pools the
/// classes: p_e = sum_i sum_{s != y_i} gamma(s|i) / sum_i sum_s gamma(s|i) over the samples of known label, 0
/// without any.
///
/// Angluin, Laird. Learning from noisy examples. Machine Learning 2 (1988) 343-370, DOI 10.1007/BF00116829.
///
/// Parameters: p_e. The M step takes O(n l).
class UniformFlip final : public TransitionModel {
 public:
  struct Options {
    double rate = 0.1;
  } options;

  static constexpr auto describe() {
    return tamis::describe<UniformFlip>("uniform_flip", "Uniform noise: one flip rate for all classes")
        .cites(
            "Angluin, Laird. Learning from noisy examples. Machine Learning 2 (1988) 343-370, DOI "
            "10.1007/BF00116829")
        .fits()
        .uses_weights()
        .corrupts()
        .option<&Options::rate>("rate", between(0, 1), "share of wrong labels, until it is fitted");
  }

  void start(std::uint64_t seed) override;
  void update(ConstMatrix memberships) override;

 protected:
  std::vector<double> given() const override { return {options.rate}; }
  TransitionMatrix transitions(std::span<const double> rate) const override {
    return TransitionMatrix::of_flip_rates(std::vector<double>(classes(), rate[0]));
  }
};

}  // namespace tamis::noise_models
