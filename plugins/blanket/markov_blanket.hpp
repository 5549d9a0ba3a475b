/// \file markov_blanket.hpp
/// Backward elimination by what a feature adds to its Markov blanket.
#pragma once

#include "blankets.hpp"
#include "expected_distance.hpp"

#include <tamis/sdk.hpp>

#include <memory>
#include <mutex>

namespace tamis::blanket {

enum class Associate : int { correlation, mutual_information };
inline constexpr Choices kAssociate = one_of("correlation", "mutual_information");
enum class Correct : int { none, shuffle };
inline constexpr Choices kCorrect = one_of("none", "shuffle");

/// The loss of removing feature X_i is delta(X_i) = E M[ p(Y | X_Gi, X_i), p(Y | X_Gi) ], where its blanket
/// G_i holds the `size` remaining features of the largest |correlation| with it, and M is a distance between
/// distributions over the classes: with the Wasserstein distance over a ground metric the method of Li, with
/// the divergence `kl` the one of Koller and Sahami. The feature of the smallest loss is removed first.
///
/// Li. Feature selection based on Wasserstein distance. arXiv 2411.07217 (2024), eq. 4. Koller, Sahami.
/// Toward optimal feature selection. ICML 1996.
///
/// A removal changes the blankets of the features that have the removed one in theirs, and no other loss is
/// computed again: the answer is that of computing all of them, to the bit.
///
/// Degenerate data. A constant feature, a copy of one in the blanket, and every feature when all labels are
/// of one class have loss 0 (with a metric that has M(p, p) = 0). Configurations that do not occur weigh
/// nothing, nor do samples of weight 0. With weights of samples each is there so many times, also in the
/// correlations. A class that never occurs takes part only if smoothing > 0. If the configurations of a
/// blanket and its feature hold few samples each, losses depend on chance and the order may be reversed. A
/// warning says so; `correction`, a smaller `size`, fewer bins or `smoothing` help.
///
/// Cost: once d rows of correlations (see AbsoluteCorrelation), memory O(n d) bytes and 64 neighbours a
/// feature; then O(n size + cells M) for each loss that is computed, d at first and about 10 for each
/// removal, and O(d) for the others; times 1 + `shuffles` with the correction.
class MarkovBlanket final : public Criterion {
 public:
  struct Options {
    int size = 3;
    double smoothing = 0;
    Associate association = Associate::correlation;
    Correct correction = Correct::none;
    int shuffles = 10;
    Ref<DistributionMetric> divergence = "wasserstein_exact";
  } options;

  static constexpr auto describe() {
    return tamis::describe<MarkovBlanket>(
               "markov_blanket",
               "Markov blanket filter: what a feature adds to the features most similar to it")
        .cites(
            "Li. Feature selection based on Wasserstein distance. arXiv 2411.07217 (2024); with divergence "
            "'kl' Koller, Sahami. Toward optimal feature selection. ICML 1996")
        .measures(Measures::loss)
        .better(Better::lower)
        .moves(Move::remove)
        .targets(Targets::classes | Targets::soft | Targets::sets)
        .discrete()
        .uses_weights()
        .tolerance(1e-10)
        .option<&Options::size>("size", between(0, 64), "features in a blanket (L)")
        .option<&Options::smoothing>(
            "smoothing", between(0, 1e6),
            "mass added to each class of each cell, in samples of weight 1; 1 is Laplace's rule")
        .option<&Options::association>("association", kAssociate,
                                       "what a blanket is chosen by; mutual_information suits nominal codes")
        .option<&Options::correction>(
            "correction", kCorrect,
            "shuffle: less the mean loss of the feature shuffled within its blanket's configurations")
        .option<&Options::shuffles>("shuffles", at_least(1), "of correction = shuffle")
        .option<&Options::divergence>("divergence", "distance between distributions over the classes");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

  /// So far: of all that were asked for, those that a removal had touched.
  std::uint64_t losses_computed() const { return computed_; }

 private:
  /// The state of one feature, until its blanket changes.
  struct FeatureLoss {
    bool known = false;
    double value = 0;
    std::vector<Feature> blanket;  // strongest first
    double samples_per_cell = 0;
  };
  struct Workspace {
    Tabulator tabulator;
    ExpectedDistance distance;
  };

  void restrict_to(Subset subset);
  void invalidate(Feature removed);
  void compute(Feature i);
  double samples_per_cell(const Contingency& table) const;
  void warn_of_thin_cells();
  std::unique_ptr<Workspace> take_workspace();
  void give_back(std::unique_ptr<Workspace> used);
  void report_noise_bound(const Diagnostics& out) const;

  Dataset data_;
  Runtime runtime_;
  ClassMasses labels_;
  CodedFeatures features_;
  std::unique_ptr<Association> association_;
  Blankets blankets_;
  std::vector<FeatureLoss> losses_;
  std::vector<std::vector<Feature>> dependents_;  // per feature, those that had it in their blanket
  std::uint64_t computed_ = 0;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace tamis::blanket
