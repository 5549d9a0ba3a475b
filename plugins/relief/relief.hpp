/// \file relief.hpp
/// Relief for targets of any kind, between which there is a distance.
#pragma once

#include "differences.hpp"
#include "nearest.hpp"
#include "scored_features.hpp"
#include "target_distance.hpp"

namespace tamis::relief {

/// What becomes of samples of unknown target: they are left out, or what is known of their features takes the place of the
/// target.
enum class UnknownTargets : int { drop, features };
/// By what the sum over pairs that agree is divided.
enum class SecondTerm : int { weights, samples };

/// The sums of Relief over near pairs of samples, with weights w, differences d_f of features and d_y of targets.
struct ReliefSums {
  std::vector<double> differ;  ///< A_f = sum w d_f d_y
  std::vector<double> agree;   ///< C_f = sum w d_f (1 - d_y)
  double targets_differ = 0;   ///< B = sum w d_y
  double targets_agree = 0;    ///< E = sum w (1 - d_y)
};

/// How far a sample's target is known: 1, or less of an unknown one the farther it is from the known ones.
/// \param known  of each sample.
/// \param least  what the unknown sample counts that is farthest from a known one.
/// \param most   what an unknown sample counts that equals a known one.
std::vector<double> supervision(const Differences& differences, std::span<const char> known, double least,
                                double most, const Runtime& runtime);

/// \param targets      d_y of the i-th and the j-th sample.
/// \param supervision  as above: a pair counts the product of both; empty: 1.
ReliefSums relief_sums(const Differences& differences, const PairDistance& targets,
                       std::span<const double> supervision, const NearestOptions& how,
                       const Runtime& runtime);

/// W_f = A_f / B - C_f / E: the mean difference of near samples whose targets differ, less that of those whose targets agree; larger is
/// better. Neighbours are found by features alone. It is the covariance of d_f and d_y over near pairs, over t (1 - t) with t = B / (B + E): so a
/// shift or another unit of the target distance changes no order.
///
/// With unknown = features, samples of unknown target take part: a pair with one of them has the mean difference of its features as d_y.
///
/// M. Robnik-Sikonja, I. Kononenko. Machine Learning 53 (2003) 23-69, DOI 10.1023/A:1025667309714 (real values); I. Slavkov, J. Karcheska, D. Kocev, S. Dzeroski.
/// HMC-ReliefF. ComSIS 15(1) (2018), DOI 10.2298/CSIS170115043S (hierarchies); M. Petkovic, S. Dzeroski, D. Kocev. Machine Learning (2022), DOI
/// 10.1007/s10994-022-06181-0 (unknown targets).
///
/// O(m^2 d + m k d), and m k distances of targets.
class Relief final : public ScoredFeatures {
 public:
  struct Options {
    int neighbours = 0;
    NeighbourWeights weights = NeighbourWeights::uniform;
    double sigma = 20;
    Ties ties = Ties::all;
    MissingDifference missing = MissingDifference::expected;
    Ref<ClassMetric> ground = nullptr;
    Ref<DistributionMetric> divergence = nullptr;
    SetDistance sets = SetDistance::hamming;
    std::span<const double> depth_weights = {};
    UnknownTargets unknown = UnknownTargets::drop;
    double least_supervision = 0, most_supervision = 1;
    SecondTerm second_term = SecondTerm::weights;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Relief>(
               "relief",
               "Relief: differences of near samples whose targets differ less those of ones that agree")
        .cites(
            "Robnik-Sikonja, Kononenko. Theoretical and empirical analysis of ReliefF and RReliefF. Machine Learning 53 (2003) 23-69, DOI "
            "10.1023/A:1025667309714")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes | Targets::soft | Targets::real | Targets::sets)
        .uses_unknown()
        .takes_missing()
        .option<&Options::neighbours>("neighbours", at_least(0),
                                      "k: nearest samples; 0: 10 for each class, or 70")
        .option<&Options::weights>("weights", one_of("uniform", "rank_exponential"),
                                   "neighbours count alike, or exp(-(rank / sigma)^2)")
        .option<&Options::sigma>("sigma", positive, "of rank_exponential")
        .option<&Options::ties>(
            "ties", one_of("all", "first"),
            "samples as far as the k-th neighbour share its place, or the first in the table is nearer")
        .option<&Options::missing>("missing", one_of("expected", "weka"),
                                   "difference to a missing cell, as of relieff")
        .option<&Options::ground>("ground", "distance between classes; none: 0 and 1")
        .option<&Options::divergence>(
            "divergence", "distance between soft labels; none: the expected distance of the true classes")
        .option<&Options::sets>("sets", one_of("hamming", "jaccard", "f1", "by_depth"),
                                "distance between sets of labels")
        .option<&Options::depth_weights>("depth_weights", "of by_depth: of a label a, of a/b, ...; 1 beyond")
        .option<&Options::unknown>(
            "unknown", one_of("drop", "features"),
            "samples of unknown target are left out, or compared by their features instead")
        .option<&Options::least_supervision>(
            "least_supervision", between(0, 1),
            "of features: what the sample counts that is farthest from a known one")
        .option<&Options::most_supervision>("most_supervision", between(0, 1),
                                            "of features: what a sample counts that equals a known one")
        .option<&Options::second_term>(
            "second_term", one_of("weights", "samples"),
            "of features: pairs that agree are averaged, or summed over the samples as by CLUS");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void report(const Diagnostics& out) const override {
    if (options.divergence) options.divergence->report(out);
  }
  Cost cost(const Dataset& data) const override;

 private:
  std::size_t neighbours(const Target& target) const;
};

}  // namespace tamis::relief
