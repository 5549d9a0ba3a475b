/// \file prediction_targets.hpp
/// What the voters predict, and how far that is from what is known of the sample.
#pragma once

#include <tamis/numerics/distances_after_move.hpp>
#include <tamis/target.hpp>

namespace tamis::knn_error {

using numerics::Sample;

enum class LossKind : int { mean, balanced, root };

/// The known targets, in the order of `samples`: P(c | i), or y_i.
class PredictionTargets {
 public:
  PredictionTargets() = default;
  /// \param weights  of all samples, or empty; above 0 for `samples`. They are divided by the mean of those of `samples`.
  /// \throws ParamError  a loss that goes with another kind of target.
  PredictionTargets(const Target& target, std::span<const Sample> samples, LossKind loss,
                    std::span<const double> weights = {});

  /// What each sample gives to a vote: its P(c | j) to class c, or y_j to the first sum: less the median
  /// output, which changes no residual, so that sums of outputs far from 0 keep their digits. With weights, times w_j; the
  /// second sum of real values is then that of the weights.
  const numerics::Contributions& contributions() const { return contributions_; }

  /// Classes: the probability that the class with most votes is wrong; of classes with equally many one is
  /// drawn. Balanced: times n / (classes * mass of the sample's class). Real values: (y_i - mean of the
  /// voters')^2. With weights, times w_i. O(classes).
  /// \param votes   sums over the voters.
  /// \param voters  how many, at least one.
  double loss(std::size_t i, std::span<const double> votes, std::size_t voters) const;
  /// The same after their votes were added, in their order.
  /// \param votes  scratch, contributions().rows long.
  double loss(std::size_t i, std::span<const Sample> voters, std::span<double> votes) const;

  /// The most probable class of each sample; one stratum for real values.
  std::vector<std::uint32_t> strata() const;

 private:
  void weigh_classes_equally();

  bool real_ = false;
  std::vector<double> sample_weight_;      ///< in units of their mean; empty: 1 each
  std::vector<double> output_;             ///< of each sample, less the median
  numerics::Contributions contributions_;  ///< positive ones only
  std::vector<double> class_weight_;       ///< of an error in each class
};

}  // namespace tamis::knn_error
