/// \file dawid_skene.hpp
/// How often each annotator of a crowd takes each class for each other class.
#pragma once

#include "transition_matrix.hpp"

namespace tamis::noise_models {

/// What is fitted of each annotator.
enum class AnnotatorParameters : int { matrix, one_rate };
inline constexpr Choices kAnnotatorParameters = one_of("matrix", "one_rate");

/// p(all votes of sample i | S = s) = prod over its votes (r, y) of pi_r(s, y): annotators err independently
/// of each other, each with a matrix pi_r of its own. The M step (eq. 2.3), from memberships gamma:
///
///   pi_r(s, y) = sum_{i: r votes y} gamma(s|i) / sum_{i: r votes} gamma(s|i).
///
/// With `one_rate` an annotator has one rate of wrong votes, the same in every class, which are
/// equally likely: the sum over the votes (i, y) of r of sum_{s != y} gamma(s|i), divided by the
/// number of these votes.
///
/// Where we differ: an annotator who voted seldom leaves most of a matrix empty. So `smoothing` votes that
/// are distributed as those of all annotators together (the sums above, over all r) are added to each row, or
/// to each rate; 0 is the paper. A lone annotator is all annotators, whom smoothing does not change. A row
/// without votes is that of all annotators, and where they have none either it says that votes are right.
///
/// Dawid, Skene. Maximum likelihood estimation of observer error-rates using the EM algorithm. Applied
/// Statistics 28 (1979) 20-28, DOI 10.2307/2346806.
///
/// Parameters: pi_r by rows, annotator after annotator; or one rate each. Likelihood and M step take O(votes
/// l), memory is O(annotators l^2 + votes). The products are not scaled, as the likelihood of a fit has to
/// stay comparable from step to step; they keep above the smallest double up to some 300 votes on one sample.
class DawidSkene final : public NoiseModel {
 public:
  struct Options {
    AnnotatorParameters parameters = AnnotatorParameters::matrix;
    double smoothing = 1;
    double rate = 0.1;
  } options;

  static constexpr auto describe() {
    return tamis::describe<DawidSkene>("dawid_skene", "Dawid-Skene: a confusion matrix for each annotator")
        .cites(
            "Dawid, Skene. Maximum likelihood estimation of observer error-rates using the EM algorithm. "
            "Applied Statistics 28 (1979) 20-28, DOI 10.2307/2346806")
        .fits()
        .uses_weights()
        .option<&Options::parameters>("parameters", kAnnotatorParameters,
                                      "of each annotator: a matrix, or one rate of wrong votes")
        .option<&Options::smoothing>(
            "smoothing", at_least(0.0),
            "votes added to each row, distributed as those of all annotators; 0: the paper's estimate")
        .option<&Options::rate>("rate", between(0, 1),
                                "share of wrong votes of every annotator, until fitted");
  }

  /// Class labels without votes are the votes of one annotator.
  /// \throws DataError  the target has neither.
  void prepare(const Dataset& data, const Runtime& runtime) override;

  std::size_t parameter_count() const override;
  void parameters(std::span<double> out) const override;
  /// \throws ParamError  another number of them, one outside [0, 1], a row that does not sum
  ///                     to 1 within 1e-9.
  void set_parameters(std::span<const double> values) override;

  /// A row of ones for a sample without votes.
  void likelihood(Matrix out) const override;

  /// A rate of wrong votes from U(0, 0.5) for each annotator, the wrong ones being equally likely.
  void start(std::uint64_t seed) override;
  void update(ConstMatrix memberships) override;

 private:
  struct Vote {
    std::uint64_t sample;
    std::size_t annotator, label;
  };
  /// Parameters under which annotator r is wrong at rates[r], whatever the class.
  std::vector<double> of_rates(std::vector<double> rates) const;
  std::vector<double> fitted_matrices(ConstMatrix memberships) const;
  std::vector<double> fitted_rates(ConstMatrix memberships) const;
  void become(std::vector<double> parameters);

  std::uint64_t samples_ = 0;
  std::uint32_t classes_ = 0;
  std::size_t annotators_ = 0;
  std::vector<Vote> votes_;
  std::vector<double> parameters_;
  std::vector<TransitionMatrix> pi_;  ///< of each annotator
};

}  // namespace tamis::noise_models
