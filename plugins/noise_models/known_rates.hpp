/// \file known_rates.hpp
/// Noise that somebody measured.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | s) as it is given: one rate of wrong labels, one per class (both as in eq. 20 of Frenay et al.
/// 2014), or the whole matrix p(observed | true class). It is known, so a fit of memberships leaves it as it
/// is: start() and update() do nothing.
///
/// Parameters: the matrix by rows.
class KnownRates final : public TransitionModel {
 public:
  struct Options {
    std::span<const double> rates = {};
  } options;

  static constexpr auto describe() {
    return tamis::describe<KnownRates>("known_rates", "Known rates of wrong labels; nothing is fitted")
        .corrupts()
        .option<&Options::rates>(
            "rates", "one share of wrong labels, one per class, or p(observed | true class) by rows");
  }

 protected:
  std::vector<double> given() const override;
  TransitionMatrix transitions(std::span<const double> by_rows) const override {
    return TransitionMatrix::of_rows(by_rows, classes());
  }
};

}  // namespace tamis::noise_models
