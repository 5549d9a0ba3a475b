/// \file greedy.hpp
/// What a feature adds to those that were chosen: the criteria that compare it with them one by one.
#pragma once

#include "exact_sum.hpp"
#include "rules.hpp"
#include "table_sums.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace tamis::information {

/// Relevance I(x; y) of each feature, and what a rule adds up of it and the features chosen before: a step adds one term per
/// candidate, against the feature that was chosen last, so that k steps cost O(k d n). Memory: the codes, and O(d).
class Comparison {
 public:
  Comparison() = default;
  /// Counts the relevance of all features: O(n d).
  /// \param compares  whether features will be compared with others.
  Comparison(const Dataset& data, const Runtime& runtime, const CountingOptions& options, bool compares);

  bool single_class() const { return counting_.labels().single_class(); }
  bool is_constant(Feature x) const { return counting_.codes().is_constant(x); }
  /// I(x; y).
  double relevance(Feature x) const { return relevance_[x]; }

  /// The sum and the least of a rule's terms.
  struct Terms {
    ExactSum sum;
    double least = std::numeric_limits<double>::infinity();
    std::size_t seen = 0;  ///< of the chosen features
  };
  /// Those of one candidate, after compare_with().
  const Terms& terms(Feature x) const { return terms_[x]; }
  /// Brings the candidates up to date with a subset.
  void compare_with(Subset subset, std::span<const Feature> candidates, const PairRule& rule);

 private:
  /// Adds the terms of one chosen feature.
  void add_terms(Feature z, std::span<const Feature> candidates, const PairRule& rule);

  Counting counting_;
  Runtime runtime_;
  std::vector<double> relevance_, entropy_;    // of each feature
  std::vector<TableSums> with_class_, alone_;  // of each feature, if it will be compared with others
  std::vector<Terms> terms_;
  std::vector<Feature> chosen_;  // in the order in which they were first seen
};

/// A criterion of a Rule (rules.hpp): what a candidate adds to a subset. Larger is better. With no feature chosen each is I(x; y). A
/// feature that is constant in the samples that count is undefined, and if these are of one class all are.
template <class Rule>
class Greedy final : public PreparedCriterion {
 public:
  struct Options : CountingOptions, Rule::Options {
  } options;

  static constexpr auto describe() {
    const auto plain = Rule::add_options(with_counting(tamis::describe<Greedy>(Rule::kId, Rule::kSummary)
                                                           .cites(Rule::kSource)
                                                           .measures(Measures::gain)
                                                           .own_column()));
    return Rule::kPairs.falls ? plain.diminishing_gains() : plain;
  }

  void prepare(const Dataset& data, const Runtime& runtime) override {
    PreparedCriterion::prepare(data, runtime);
    comparison_ = Comparison(data, runtime, options, Rule::kPairs.term != nullptr);
  }
  void score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    if (!comparison_.single_class()) comparison_.compare_with(subset, candidates, Rule::kPairs);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Feature x = candidates[i];
      if (comparison_.single_class())
        scores.undefined(i, "single_class");
      else if (comparison_.is_constant(x))
        scores.undefined(i, "constant");
      else
        scores[i] = subset.empty() ? comparison_.relevance(x)
                                   : Rule::score(comparison_.relevance(x), comparison_.terms(x),
                                                 static_cast<double>(subset.size()), options);
    }
  }
  Cost cost(const Dataset& data) const override {
    const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
    return {2 * n * d, 2 * n};
  }

 private:
  Comparison comparison_;
};

}  // namespace tamis::information
