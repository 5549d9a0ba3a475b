/// \file lnt_mi.hpp
/// Mutual information with the true classes, when the labels may be wrong.
#pragma once

#include "em.hpp"

#include <tamis/numerics/other_target.hpp>

#include <optional>

namespace tamis::mutual_information {

/// Memberships where no feature is in yet, which could be fitted on.
enum class FirstMemberships : int { labels, all_features };
inline constexpr Choices kFirstMemberships = one_of("labels", "all_features");

/// I(X_S; S) between a subset of features and the TRUE class, in nats, larger is better, never clipped at 0
/// (eq. 19). On the current subset it fits memberships p(true class | features, observed label) and a noise
/// model; with these it estimates the entropies of every candidate subset of the step (Algorithm 2).
///
/// Frenay, Doquire, Verleysen. Estimating mutual information for feature selection in the presence of label
/// noise. Computational Statistics and Data Analysis 71 (2014) 832-848, DOI 10.1016/j.csda.2013.05.001.
///
/// Weights of samples multiply the memberships wherever these are summed, so that densities, priors, rates and
/// information are those of the population that the weights stand for; k counts weight in units of its mean.
///
/// Samples of unknown label take part with p(y|s) = 1. On the empty subset the memberships are the labels, so
/// that a ranking of single features is that of Mi, or those of a fit on all features (first_memberships).
/// With one class only, every subset scores 0. Constant features and copies add nothing.
///
/// Cost of one step with |S| = d: O(n^2 d) for each iteration of the fit (all restarts together) and O(n^2)
/// for each candidate; memory O(n (d + l restarts)) and up to 1 GiB of lists of near points, never n x n.
class LntMi final : public Criterion {
 public:
  struct Options {
    int neighbours = 8;
    int neighbours_em = 3;
    int restarts = 3;
    Self self_in_em = Self::include;
    Self self_in_mi = Self::include;
    FirstMemberships first_memberships = FirstMemberships::labels;
    double jitter = 1e-3;
    double tolerance = 1e-6;
    int iterations = 100;
    int min_class_size = 2;
    std::span<const double> starts = {};
    Ref<NoiseModel> noise = "per_class_flip";
    Ref<PointMetric> metric = "euclidean";
  } options;

  static constexpr auto describe() {
    return tamis::describe<LntMi>(
               "lnt_mi",
               "LNT-MI (Frenay 2013): mutual information with the true classes, by a label noise model")
        .cites(
            "Frenay, Doquire, Verleysen. Estimating mutual information for feature selection in the presence "
            "of label noise. Computational Statistics and Data Analysis 71 (2014) 832-848, DOI "
            "10.1016/j.csda.2013.05.001")
        .measures(Measures::subset)
        .size_biased()
        .better(Better::higher)
        .targets(Targets::classes)
        .uses_unknown()
        .uses_weights()
        .distances()
        .option<&Options::neighbours>("neighbours", at_least(1), "k of the entropies")
        .option<&Options::neighbours_em>("neighbours_em", at_least(1), "k of the densities inside the fit")
        .option<&Options::restarts>("restarts", at_least(1),
                                    "random starts of the fit; the likeliest is kept")
        .option<&Options::self_in_em>("self_in_em", kSelf, "whether a sample is its own neighbour in the fit")
        .option<&Options::self_in_mi>("self_in_mi", kSelf,
                                      "the same in the entropies: include to select, exclude for the number")
        .option<&Options::first_memberships>("first_memberships", kFirstMemberships,
                                             "where no feature is in yet: believe the labels, or fit on all")
        .option<&Options::jitter>(
            "jitter", at_least(0.0),
            "normal noise added to each feature, in its standard deviations: parts copies")
        .option<&Options::tolerance>("tolerance", at_least(0.0),
                                     "rise of the log-likelihood per labelled sample at which a fit stops")
        .option<&Options::iterations>("iterations", at_least(1), "cap on the iterations of a fit")
        .option<&Options::min_class_size>("min_class_size", at_least(1),
                                          "labels of smaller classes are taken as unknown")
        .option<&Options::starts>(
            "starts",
            "parameters of the noise model to start from, one set after the other, instead of random ones")
        .option<&Options::noise>("noise", "how labels go wrong")
        .option<&Options::metric>("metric", "distance between samples: a norm");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  void memberships(Subset subset, Matrix out) override;
  void report(const Diagnostics& out) const override;
  Cost cost(const Dataset& data) const override;

 private:
  /// A fit with the subset that it was made on.
  struct Fitted {
    std::vector<Feature> subset;
    Em::Fit fit;
    SearchRadii reach;
  };
  const Fitted& fit(const std::vector<Feature>& subset);
  std::vector<std::vector<double>> starts(const std::vector<Feature>& subset);
  Eigen::MatrixXd labels_as_memberships() const;
  NoiseOnSamples noise() { return {*options.noise, labels_.sample, data_.samples()}; }
  /// p(s|y_i) by the fitted noise model, without the features: for samples of weight 0, which take no part in a fit.
  void by_label_alone(const EmState& state, Matrix out);
  void warn_of_believed_labels();

  Dataset data_;
  Runtime runtime_;
  Target target_{nullptr};
  SampleSpace space_;
  ObservedLabels labels_;
  numerics::OtherTarget observed_;  ///< what the noise model sees
  std::optional<Fitted> fitted_;  ///< the latest: a step asks for the same subset again
  NeighbourCache lists_;          ///< of near points in that subset
  bool warned_ = false, warned_of_ties_ = false;
};

}  // namespace tamis::mutual_information
