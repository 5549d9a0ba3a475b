/// \file outcomes.hpp
/// What the voters predict, and how far that is from what is known of the sample.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/target.hpp>

namespace tamis::knn_error {

using numerics::Sample;

enum class Loss : int { mean, balanced, root };

/// The known targets, in the order of `samples`: P(c | i), or y_i.
class Outcomes {
 public:
  Outcomes() = default;
  /// \throws ParamError  a loss that goes with another kind of target.
  Outcomes(const Target& target, std::span<const Sample> samples, Loss loss);

  /// Classes: the probability that the class with most votes is wrong; the voters' P(c | j) are their votes,
  /// and of classes with equally many one is drawn. Balanced: times n / (classes * mass of the sample's
  /// class). Real values: (y_i - mean of the voters')^2. \param voters  at least one. \param votes  scratch,
  /// classes() long. O(voters + classes).
  double loss(std::size_t i, std::span<const Sample> voters, std::span<double> votes) const;

  std::size_t classes() const { return weight_.size(); }
  /// The most probable class of each sample; one stratum for real values.
  std::vector<std::uint32_t> strata() const;

 private:
  struct Share {
    std::uint32_t class_index;
    double probability;
  };
  std::span<const Share> shares(std::size_t i) const {
    return {shares_.data() + start_[i], start_[i + 1] - start_[i]};
  }
  void weigh_classes_equally();

  std::vector<double> real_;
  std::vector<std::size_t> start_{0};
  std::vector<Share> shares_;   ///< of sample i from start_[i] on, positive ones only
  std::vector<double> weight_;  ///< of an error in each class
};

}  // namespace tamis::knn_error
