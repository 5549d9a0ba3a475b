/// \file flip_posterior.hpp What labels, and what others say of the samples, tell about wrong labels: whether there
/// are any, how many, of which kind, and which ones. Where they do not tell, it says that.
#pragma once

#include <tamis/matrix.hpp>
#include <tamis/runtime.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::numerics {

/// The ways in which labels may go wrong, none of which looks at the features: T(s, y) = p(label y | class s).
enum class FlipStructure : int {
  none,         ///< every label is right
  one_rate,     ///< e for all classes, the wrong labels being equally likely
  class_rates,  ///< e_s for each class, drawn to their common rate
  any_matrix,   ///< T(s, y) for each pair of classes, drawn to one rate
};
inline constexpr int kFlipStructures = 4;

/// The average over these structures and over how many labels are wrong, each with its posterior probability.
struct FlipPosterior {
  std::vector<double>
      memberships;  ///< gamma_is = p(true class of i is s | x_i, z_i): n x K, column by column
  double rate = 0;  ///< expected share of the known labels that are wrong
  double rate_low = 0, rate_high = 0;        ///< between which it lies with probability 0.9
  double probability[kFlipStructures] = {};  ///< of each structure; they sum to 1
  double log_likelihood = 0;                 ///< of the known labels, averaged likewise, by weight
  double power = 1;                          ///< geometric mean of the beta_s where every label is right
};

/// Fits p_is proportional to q_is^beta_s exp(b_s), the probabilities of the true classes, together with T:
///
///   p(z_i) = sum_s p_is T(s, z_i),
///
/// where b_s is normal with mean 0 and standard deviation 0.7, log beta_s with standard deviation 0.3 about their mean, and
/// that with mean 0 and standard deviation 2 (vector scaling, Guo et al. 2017: with one beta for all, classes that overlap
/// beside others that do not would look like classes that are mixed up),
/// by EM, for each structure from several starts. The likelihood of such a model often has two hills, one where
/// features tell little and labels are right, and one where features tell much and many labels are wrong, and
/// where features are weak both explain the labels equally well. So no hill is chosen. Along each structure,
/// T_e = I + (e / e^) (T^ - I), the rate e runs from 0 to what can be, with all beta and b fitted at each e, and
///
///   w(structure, e) = prior(structure) 4 (1 - e)^3 L(e)^(2000 / (2000 + n)),
///
/// where L is the likelihood less a factor e for each free parameter beyond one rate (Akaike 1974; effectively
/// sum_s n_s / (n_s + 20) - 1 for the rates of classes, which are drawn to their common one by 20 samples, and
/// (K - 1) sum_s n_s / (n_s + 50) - 1 for a matrix). Its exponent says that the link is an approximation, of
/// which no number of samples makes sure (a coarsened posterior; Miller, Dunson 2019). A matrix can explain
/// classes that overlap as mixed up, so it has exp(-sum_s ((1 - T(s, s)) / 0.22)^4) besides: a class
/// of which more than a quarter carries other labels rather overlaps with them. `none` has twice the prior of each
/// other structure; with two classes a matrix is no more than the rates of classes, and left out. Memberships, rates
/// and likelihood are means with these weights. No random numbers.
///
/// A class of five labels and more, all of which are wrong by most of the weight, is rather one that the features do not
/// tell. Its labels are right, and the others are judged without it, as if its samples had none; the likelihood is
/// then that of "this class or not" by the fit where every label is right, and that of the others. Where less than
/// two classes would be left, fits by which a whole class is wrong count for nothing.
///
/// Akaike. A new look at the statistical model identification. IEEE Transactions on Automatic Control 19 (1974)
/// 716-723, DOI 10.1109/TAC.1974.1100705. Miller, Dunson. Robust Bayesian inference via coarsening. Journal of
/// the American Statistical Association 114 (2019) 1113-1125, DOI 10.1080/01621459.2018.1469995. Guo, Pleiss, Sun,
/// Weinberger. On calibration of modern neural networks. ICML, PMLR 70 (2017) 1321-1330.
///
/// At most m = min(10 000, 10^6 / K) known labels are fitted, spread evenly over labels and q. O(m K + m a^2 + K^3) for
/// each of some hundred iterations, where a is how many classes of a sample have p_is > 0.001; O(n K) for each of the
/// some dozen fits that count.
///
/// A class without labels, which a file may declare, is nobody's true class: it takes no part, and its memberships
/// are 0.
///
/// With weights w_i of samples, each label counts e_i = w_i sum w / sum w^2 times in all sums, and so n is Kish's effective
/// number (sum w)^2 / sum w^2: shares and rates are those of the population that the weights stand for, and unequal
/// weights tell less of it than as many equal ones. A label of weight 0 is not fitted, and judged by the fit of the others; one
/// of a class of which no label has weight is taken as right.
///
/// Kish. Survey Sampling. Wiley (1965), section 11.7.
///
/// \param q        n x K, positive, rows sum to 1: out of sample, so that no row knows its own label; see
///                 add_floor() of power_link.hpp.
/// \param labels   n; -1 unknown, whose memberships are p_is. At least one is known.
/// \param weights  n: of the samples, at least 0, that of some known label above 0; empty: 1 each. Of copies with one
///                 label the first one's counts.
/// \param repeated n: whether a label only repeats that of a copy of its row, and so is counted with it; empty:
///                 none does.
/// \param runtime  the structures are fitted in parallel; the bits do not depend on the number of threads.
/// \throws Cancelled, BudgetSpent
FlipPosterior fit_flip_posterior(ConstMatrix q, std::span<const std::int32_t> labels,
                                 std::span<const double> weights, std::span<const char> repeated,
                                 const Runtime& runtime);

}  // namespace tamis::numerics
