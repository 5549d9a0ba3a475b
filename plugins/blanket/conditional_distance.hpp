/// \file conditional_distance.hpp
/// How far the classes given some features are from the classes given all.
#pragma once

#include "class_masses.hpp"
#include "expected_distance.hpp"

#include <tamis/sdk.hpp>

#include <array>

namespace tamis::blanket {

/// E_X M[ p(Y | X), p(Y | X_theta) ]: the objective that the blanket's greedy elimination approximates. The
/// empty subset is compared with p(Y), all features have score 0 (with a metric that has M(p, p) = 0).
///
/// Li. Feature selection based on Wasserstein distance. arXiv 2411.07217 (2024), eq. 1.
///
/// The expectation runs over the configurations of all features that occur. With many features each sample is
/// one of its own, and then p(Y | X) is its label: the objective says how well the subset foretells the
/// labels seen. A constant feature changes nothing. With weights of samples each is there so many times.
///
/// Cost: O(n d + n log n) once; for each candidate O(u log u) to group the u configurations that occur, and
/// the u distances.
/// Memory O(u d) bytes.
class ConditionalDistance final : public Criterion {
 public:
  struct Options {
    Ref<DistributionMetric> divergence = "wasserstein_exact";
  } options;

  static constexpr auto describe() {
    return tamis::describe<ConditionalDistance>(
               "conditional_distance", "Distance between p(class | subset) and p(class | all features)")
        .cites("Li. Feature selection based on Wasserstein distance. arXiv 2411.07217 (2024), eq. 1")
        .measures(Measures::subset)
        .size_biased()
        .better(Better::lower)
        .targets(Targets::classes | Targets::soft | Targets::sets)
        .discrete()
        .uses_weights()
        .tolerance(1e-10)
        .option<&Options::divergence>("divergence", "distance between distributions over the classes");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  /// What the divergence reports.
  void report(const Diagnostics& out) const override { options.divergence->report(out); }

 private:
  /// A configuration of some features, as two sums of random words: two different ones are taken for equal
  /// with probability 2^-128.
  using Signature = std::array<std::uint64_t, 2>;
  /// What a configuration adds for feature j.
  Signature word(std::size_t configuration, Feature j) const;
  double score_of(std::vector<Signature> signatures) const;

  Runtime runtime_;
  std::size_t features_ = 0;
  ClassMasses labels_;
  MassLists full_;  ///< n(x, .) per configuration of all features, in the order of the samples
  std::vector<std::uint8_t> codes_;  ///< configurations x d, column-major
};

}  // namespace tamis::blanket
