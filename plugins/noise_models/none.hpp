/// \file none.hpp
/// The noise model of those who trust their labels.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | S = s) = [y = s]: every label is right. It has no parameters, so that a fit has nothing to do, and
/// it corrupts nothing.
class None final : public TransitionModel {
 public:
  static constexpr auto describe() {
    return tamis::describe<None>("none", "No label noise: every label is right")
        .fits()
        .uses_weights()
        .corrupts();
  }

 protected:
  std::vector<double> given() const override { return {}; }
  TransitionMatrix transitions(std::span<const double>) const override {
    return TransitionMatrix::of_flip_rates(std::vector<double>(classes(), 0.0));
  }
};

}  // namespace tamis::noise_models
