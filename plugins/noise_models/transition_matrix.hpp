/// \file transition_matrix.hpp
/// p(observed label | true class), the same for every sample.
#pragma once

#include <tamis/eigen.hpp>
#include <tamis/sdk.hpp>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace tamis::noise_models {

/// A row per true class, as parameters list them.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// T(s, y) = p(y | S = s) for l classes; its rows sum to 1.
class TransitionMatrix {
 public:
  TransitionMatrix() = default;
  /// One rate of wrong labels per true class, the wrong ones being equally likely (Frenay et al. 2014,
  /// eq. 20): T(s, s) = 1 - p_e(s), T(s, y) = p_e(s) / (l - 1). With one class there is nothing to be wrong.
  /// \throws ParamError  a rate outside [0, 1].
  static TransitionMatrix of_flip_rates(std::span<const double> rates);
  /// l x l numbers by rows, used as given.
  /// \throws ParamError  not l x l of them, one outside [0, 1], a row that does not sum to 1 within 1e-9.
  static TransitionMatrix of_rows(std::span<const double> by_rows, std::uint32_t classes);

  std::uint32_t classes() const { return static_cast<std::uint32_t>(p_.rows()); }
  double operator()(std::size_t s, std::size_t y) const { return p_(s, y); }
  /// By rows.
  std::vector<double> values() const { return {p_.data(), p_.data() + p_.size()}; }

  /// An observed label for the true class s. The first number drawn decides whether it is wrong: with a
  /// larger rate and the same stream, what was wrong stays so. O(l).
  std::int32_t draw(std::size_t s, Rng& rng) const;

 private:
  RowMatrix p_;
};

}  // namespace tamis::noise_models
