/// \file weighted_laplacian.hpp
/// Laplacian score with labels that are probabilities.
#pragma once

#include <tamis/numerics/memberships.hpp>
#include <tamis/sdk.hpp>

namespace tamis::laplacian {

/// WLS = f'L_sim f / f'L_dis f, smaller is better, 0 for a feature that is constant in each class, where row
/// i of P is the probability of each class for sample i and
///   S_sim = P P', S_dis = 1 1' - S_sim, L = D - S of each;
/// so WLS = sum_ij (f_i - f_j)^2 S_sim_ij / sum_ij (f_i - f_j)^2 S_dis_ij. With class labels, P is one-hot.
///
/// G. Doquire, M. Verleysen. Handling imprecise labels in feature selection with graph Laplacian. ICPRAM
/// 2012, DOI 10.5220/0003712101620169, eq. 3-6.
///
/// S is never formed. With s = P'1, d = P s, and m samples:
///   (a)  f'L_sim f = sum_i d_i f_i^2 - ||P'f||^2;   (b)  f'L_dis f = m sum f^2 - (sum f)^2 - (a).
/// One pass over X: O(n d l) operations, memory O(n l). Both forms subtract large numbers for a feature that
/// nearly separates the classes, or when one class holds nearly all mass; such features get a second pass, in
/// which all terms but rounding of the rows' sums are positive (mu_k and W_k: mean and scatter of class k):
///   (a) = sum_k s_k W_k;   (b) = sum_k (m - s_k) W_k + m sum_k s_k (mu_k - mu)^2   for rows that sum to 1.
///
/// The sums are over pairs of samples, of which a class of twice the size has four times as many within itself:
/// with unequal classes the score speaks of the large ones, and of values that are rare. Where `balance` is
/// set [our extension], the pairs are drawn from classes that count alike: column k of P is divided by its
/// mass s_k, so that with the variance v_k = W_k / s_k of each of the L classes that have mass
///   WLS = sum_k v_k / ((L - 1) sum_k v_k + sum_{k < l} (mu_k - mu_l)^2).
/// With classes of equal mass it is the same number. O(n d l).
///
/// A missing cell leaves its sample out, for this feature.
///
/// With weights of samples, row i of P is multiplied by w_i, and S_dis = w w' - S_sim: each pair counts w_i w_j times [our
/// extension]. Two passes for each feature.
class WeightedLaplacian final : public Criterion {
 public:
  struct Options {
    numerics::Unknown unknown = numerics::Unknown::drop;
    bool balance = false;
  } options;

  static constexpr auto describe() {
    return tamis::describe<WeightedLaplacian>("weighted_laplacian",
                                              "Weighted Laplacian score (WLS): classes or soft labels")
        .cites(
            "Doquire, Verleysen. Handling Imprecise Labels in Feature Selection with Graph Laplacian. "
            "ICPRAM 2012. DOI 10.5220/0003712101620169")
        .measures(Measures::feature)
        .better(Better::lower)
        .targets(Targets::soft | Targets::classes)
        .uses_unknown()
        .own_column()
        .prepares_from_target()
        .uses_weights()
        .takes_missing()
        .option<&Options::unknown>("unknown", one_of("drop", "uniform"),
                                   "samples without label: leave out, or give each class 1/l")
        .option<&Options::balance>("balance",
                                   "whether all classes count alike, whatever their sizes; false: the paper");
  }

  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

 private:
  Score score_from_sums(const numerics::ColumnSums& sums, Column f) const;
  Score score_alone(Feature feature) const;
  Score score_from_classes(Column f, const numerics::Memberships& memberships) const;
  Score score_from_pairs(Column f, const numerics::Memberships& memberships) const;
  Score score_of_balanced_classes(Column f, const numerics::Memberships& memberships) const;

  Dataset data_;
  Runtime runtime_;
  numerics::Memberships memberships_;
};

}  // namespace tamis::laplacian
