/// \file ksg_mi.hpp
/// Mutual information between features and the target, from distances to nearest neighbours.
#pragma once

#include "ksg_features.hpp"

namespace tamis::mutual_information {

/// I(X; Y) in nats, larger is better; X is the subset in the units of distances, with the maximum norm.
/// With n samples, psi the digamma function and <> the mean over samples i:
///
///   classes      I = psi(n) + <psi(k_i)> - <psi(m_i)> - <psi(n_y)>
///                n_y samples are of the class of i; the ball of i reaches the k-th neighbour among
///                them, and m_i samples of any class lie inside it;
///   real values  I = psi(n) + <psi(k_i)> - <psi(n_x)> - <psi(n_y)>
///                the ball of i reaches its k-th neighbour in (X, Y); n_x samples lie inside it in X,
///                n_y in Y.
///
/// Inside is what is nearer than the k-th neighbour or, where that one is a copy, a copy too; a sample
/// lies inside its own ball. k_i samples lie inside in X and Y together: k, unless some are equally far, in
/// the sense of numerics/ties.hpp. So scores are the same bits for samples in any order.
///
/// B. C. Ross. Mutual information between discrete and continuous data sets. PLoS ONE 9(2), 2014, e87357,
/// DOI 10.1371/journal.pone.0087357. A. Kraskov, H. Stoegbauer, P. Grassberger. Estimating mutual
/// information. Phys. Rev. E 69, 2004, 066138, DOI 10.1103/PhysRevE.69.066138, the first estimator.
///
/// Where the papers are silent:
/// - An estimate below 0 stays so. Putting 0 in its place, as scikit-learn does, makes ties of the weakest
///   features and biases means.
/// - Ties have no place in the papers, and scikit-learn breaks them by noise. Here k_i counts the ball
///   just as m_i, n_x and n_y do. With k instead, rounding would add up to 0.3 nats to independent
///   features, and copies would take several nats from good ones. Without ties k_i is k.
/// - A class of n_y <= k samples has balls of n_y - 1 neighbours, a class of one sample takes no part
///   (both as in scikit-learn). For real values and n <= k balls have n - 1 neighbours.
/// - Outputs are measured in their standard deviation, as features are by default.
/// - The norm is no option: the corrections by n_x and n_y hold where a ball in (X, Y) is the product of
///   one in X and one in Y.
///
/// 0 for the empty subset, for constant features, for one class and for a constant output. Otherwise a
/// constant feature changes nothing, nor does a copy a f + b of a feature of the subset.
///
/// One feature, after a radix sort: O(n (k + log l)) for l classes, O(n (k + log n)) for real values, up to
/// O(n sqrt(n k)) where a feature has few different values. d features: O(n^2 (d + k)) at most, less for few
/// (see StripIndex). A step that adds or removes, beyond kFewFeatures: O(n^2 (d + candidates)) for all
/// candidates together. Memory O(n (d + 64)), never n x n.
class KsgMi final : public Criterion {
 public:
  struct Options {
    int neighbours = 3;  // Kraskov et al. advise 2 to 4
    double jitter = 0;   // ties need none
  } options;

  static constexpr auto describe() {
    return tamis::describe<KsgMi>("ksg_mi",
                                  "KSG mutual information of k-nearest neighbours (Kraskov 2004, Ross 2014)")
        .cites(
            "Kraskov, Stoegbauer, Grassberger. Estimating Mutual Information. Phys. Rev. E 69, 2004. DOI "
            "10.1103/PhysRevE.69.066138; Ross. Mutual Information between Discrete and Continuous Data Sets. "
            "PLoS ONE 9(2), 2014. DOI 10.1371/journal.pone.0087357")
        .measures(Measures::subset)
        .size_biased()
        .better(Better::higher)
        .moves(Move::add, Move::remove, Move::whole)
        .targets(Targets::classes | Targets::real)
        .distances()
        .option<&Options::neighbours>("neighbours", at_least(1),
                                      "k: more neighbours, less variance, more bias")
        .option<&Options::jitter>("jitter", at_least(0),
                                  "noise added to each feature, in standard deviations of the feature");
  }

  /// Samples of unknown target take no part. Warns of classes that are left out, and where
  /// every subset has 0.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

 private:
  Runtime runtime_;
  KsgFeatures features_;
};

}  // namespace tamis::mutual_information
