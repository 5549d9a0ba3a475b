/// \file confusion_matrix.hpp
/// How often each class is taken for each other class.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | s) = T(s, y), any matrix with rows that sum to 1. The M step, over the samples of known label: T(s,
/// y) = sum_{i: y_i = y} gamma(s|i) / sum_i gamma(s|i); the labels of a class without mass are taken as
/// right. With a prior of m samples, row s has m more of them, spread as uniform flips at the rate of all
/// classes together: T(s, y) = (sum_{i: y_i = y} gamma(s|i) + m E(s, y)) / (sum_i gamma(s|i) + m), E(s, s) =
/// 1 - e, E(s, y) = e / (l - 1). A fit starts from rates of U(0, 0.5), shared by the wrong labels at random.
///
/// Dawid, Skene. Maximum likelihood estimation of observer error-rates using the EM algorithm. Applied
/// Statistics 28 (1979) 20-28, DOI 10.2307/2346806 (with one observer).
///
/// Parameters: T by rows. The M step takes O(n l).
class ConfusionMatrix final : public TransitionModel {
 public:
  struct Options {
    double rate = 0.1;
    std::span<const double> matrix = {};
    double prior = 0;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ConfusionMatrix>(
               "confusion_matrix", "Confusion matrix: p(label | true class) for each pair of classes")
        .cites(
            "Dawid, Skene. Maximum likelihood estimation of observer error-rates using the EM algorithm. "
            "Applied Statistics 28 (1979) 20-28, DOI 10.2307/2346806")
        .fits()
        .uses_weights()
        .corrupts()
        .option<&Options::rate>("rate", between(0, 1), "share of wrong labels of every class, until fitted")
        .option<&Options::matrix>(
            "matrix", "p(observed | true class) instead, the rows of the true classes one after the other")
        .option<&Options::prior>(
            "prior", at_least(0.0),
            "samples of uniform flips that each true class is given besides: steadies pairs of few");
  }

  void start(std::uint64_t seed) override;
  void update(ConstMatrix memberships) override;

 protected:
  std::vector<double> given() const override;
  TransitionMatrix transitions(std::span<const double> by_rows) const override {
    return TransitionMatrix::of_rows(by_rows, classes());
  }
};

}  // namespace tamis::noise_models
