/// \file locality_sensitive_discriminant.hpp
/// Known samples of different classes should differ, neighbours of unknown class should not.
#pragma once

#include <tamis/numerics/graph.hpp>
#include <tamis/numerics/memberships.hpp>
#include <tamis/sdk.hpp>

namespace tamis::baselines {

/// LSDF = f'L_b f / f'L_w f, larger is better, where
///   S_b,ij = 1 if both classes are known and differ;
///   S_w,ij = gamma if both are known and equal, 1 if one is unknown and i is among the k nearest neighbours
///   of j or j among those of i, else 0.
/// +infinity for a feature with no variation within (L_w) but some between.
///
/// J. Zhao, K. Lu, X. He. Locality sensitive semi-supervised feature selection. Neurocomputing 71, 2008,
/// DOI 10.1016/j.neucom.2007.06.014.
///
/// Pairs of known samples are summed in closed form, never one by one: with n_c samples of class c, N in all,
/// scatter W_c and mean mu_c, sum of (f_i - f_j)^2 over pairs
///   of one class = sum_c n_c W_c;   of two classes = sum_c (N - n_c) W_c + N sum_c n_c (mu_c - mu)^2.
/// With weights of samples each pair counts w_i w_j times, n_c and W_c are weighted, and k counts samples of a weight above 0 [our
/// form]. Distances leave out missing cells (numerics/partial_distances.hpp), and so do the sums of a feature.
/// prepare: one neighbour search, O(n^2 d) in vector registers, or a k-d tree for few features.
/// A score: O(n k).
class LocalitySensitiveDiscriminant final : public Criterion {
 public:
  struct Options {
    int neighbours = 5;  // as in the paper
    double gamma = 100;  // likewise
    Ref<PointMetric> metric = "euclidean";
    numerics::Ties ties = numerics::Ties::all;
  } options;

  static constexpr auto describe() {
    return tamis::describe<LocalitySensitiveDiscriminant>(
               "locality_sensitive_discriminant",
               "Locality-sensitive discriminant score: between-class over within-class and local scatter")
        .cites(
            "Zhao, Lu, He. Locality Sensitive Semi-supervised Feature Selection. "
            "Neurocomputing 71, 2008. DOI 10.1016/j.neucom.2007.06.014")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes)
        .uses_unknown()
        .takes_missing()
        .distances()
        .own_column()
        .uses_weights()
        .option<&Options::neighbours>("neighbours", at_least(1), "k of the graph of nearest neighbours")
        .option<&Options::gamma>("gamma", positive, "weight of pairs of one known class")
        .option<&Options::metric>("metric", "distance between samples")
        .option<&Options::ties>("ties", numerics::kTiesChoices, numerics::kTiesHelp);
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

 private:
  Dataset data_;
  Runtime runtime_;
  numerics::Memberships memberships_;
  numerics::Graph graph_;
  double largest_weight_ = 1;  ///< of a sample: the unit of weights in the graph
};

}  // namespace tamis::baselines
