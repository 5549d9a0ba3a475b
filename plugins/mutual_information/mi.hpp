/// \file mi.hpp
/// Mutual information with classes from nearest neighbours, every label believed.
#pragma once

#include "move_means.hpp"

namespace tamis::mutual_information {

/// I(X_S; Y) in nats, larger is better, never clipped at 0 (eq. 6): Kozachenko-Leonenko entropies of all
/// samples and of those of each class, to the k-th neighbour. A class of n_y <= k samples uses its n_y - 1
/// others; samples that are alone in their class take no part. Constant features add nothing; the empty
/// subset and a single class score 0.
///
/// With weights w_i, in units of their mean, the estimate is for the population that they stand for [our form, after
/// the memberships of LntMi]: a sphere grows until the other samples in it weigh k, m_i; n_y and the means over samples
/// are weighted:
///
///     I = psi(n) - sum_y n_y/n psi(n_y) + 1/n sum_i w_i (psi(m_iy) - psi(m_i) + d (log eps_i - log eps_iy)),
///
/// m_iy and eps_iy among the samples of i's class. With equal weights this is eq. 6.
///
/// Gomez-Verdejo, Verleysen, Fleury. Information-theoretic feature selection for functional data
/// classification. Neurocomputing 72 (2009) 3580-3589, DOI 10.1016/j.neucom.2008.12.035.
///
/// Cost of one step with |S| = d: O(n^2 d), and O(n^2) for each candidate; memory O(n d).
class Mi final : public Criterion {
 public:
  struct Options {
    int neighbours = 8;
    double jitter = 1e-3;
    Ref<PointMetric> metric = "euclidean";
  } options;

  static constexpr auto describe() {
    return tamis::describe<Mi>(
               "mi", "Mutual information of a subset with the classes, by nearest-neighbour entropies")
        .cites(
            "Gomez-Verdejo, Verleysen, Fleury. Information-theoretic feature selection for functional data "
            "classification. Neurocomputing 72 (2009) 3580-3589, DOI 10.1016/j.neucom.2008.12.035")
        .measures(Measures::subset)
        .size_biased()
        .better(Better::higher)
        .targets(Targets::classes)
        .uses_weights()
        .distances()
        .option<&Options::neighbours>("neighbours", at_least(1), "k of the entropies")
        .option<&Options::jitter>(
            "jitter", at_least(0.0),
            "normal noise added to each feature, in its standard deviations: parts copies")
        .option<&Options::metric>("metric", "distance between samples: a norm");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

 private:
  Dataset data_;
  Runtime runtime_;
  bool warned_of_ties_ = false;
  SampleSpace space_;
  bool single_class_ = false;
  std::vector<std::size_t> label_;  ///< of the samples that take part
  std::vector<double> weight_;      ///< of these, in units of their mean
  std::vector<double> mass_;        ///< of each class: n_y
};

}  // namespace tamis::mutual_information
