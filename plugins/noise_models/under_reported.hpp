/// \file under_reported.hpp
/// Classes that are labelled less often than they occur.
#pragma once

#include "transition_model.hpp"

namespace tamis::noise_models {

/// p(y | s) from the true shares g of the classes (where only that of the last one is given, the others keep their
/// proportions) and the shares o of the known labels, of their weights if there are any: a class with o(s) < g(s) is
/// under-reported, T(s, s) = o(s) / g(s), and its other samples have the labels of the classes with o(y) > g(y), in
/// proportion to these surpluses. So sum_s g(s) T(s, y) = o(y), with as few wrong labels as possible. Of two classes it is
/// the T of positive-unlabelled data whose prevalence is known (Sechidis, Sperrin, Petherick, Lujan, Brown. International
/// Journal of Approximate Reasoning 85 (2017) 159-177, DOI 10.1016/j.ijar.2017.02.012).
///
/// Parameters: the matrix by rows.
class UnderReported final : public TransitionModel {
 public:
  struct Options {
    std::span<const double> shares = {};
  } options;

  static constexpr auto describe() {
    return tamis::describe<UnderReported>(
               "under_reported",
               "Classes labelled less often than they occur (positive-unlabelled labels, say)")
        .option<&Options::shares>("shares",
                                  "the true share of the last class, or of each class: their sum is 1");
  }

 protected:
  void prepare_parts(const Dataset& data, const Runtime&) override { weights_ = data.weights(); }
  std::vector<double> given() const override;
  TransitionMatrix transitions(std::span<const double> by_rows) const override {
    return TransitionMatrix::of_rows(by_rows, classes());
  }

 private:
  /// o: of the known labels.
  /// \throws DataError  none is known.
  std::vector<double> observed_shares() const;
  /// g.
  /// \throws ParamError  the option lists another number of shares, or what are none.
  /// \throws DataError   only the share of the last class is given, and every known label is of it.
  std::vector<double> true_shares(std::span<const double> observed) const;

  std::span<const double> weights_;
};

}  // namespace tamis::noise_models
