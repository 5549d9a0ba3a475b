/// \file conditional_law.hpp
/// Knockoffs of normal rows, drawn given these rows (model X).
#pragma once

#include <tamis/framework/knockoffs/dense_matrix.hpp>
#include <tamis/rng.hpp>
#include <tamis/runtime.hpp>

#include <span>

namespace tamis::framework {

/// The law of a row of knockoffs X~ given the row X ~ N(m, Sigma): normal, of mean X - (X - m) Sigma^-1 S and
/// covariance V = 2 S - S Sigma^-1 S, the same for all rows. Candes, Fan, Janson, Lv. Panning for gold:
/// model-X knockoffs for high dimensional controlled variable selection. JRSS B 80 (2018) 551-577,
/// DOI 10.1111/rssb.12265, section 3.
class ConditionalLaw {
 public:
  /// O(p^3).
  /// \param sigma  p x p, symmetric and positive definite, in any units.
  /// \param s      p numbers with 0 <= S <= 2 Sigma, in the units of sigma; see s_vector().
  /// \throws NumericError  sigma is not positive definite, or S is not below 2 Sigma.
  ConditionalLaw(ConstMatrix sigma, std::span<const double> s);

  /// The mean of the knockoffs of each row, n x p; the same for all draws. O(n p^2).
  /// \param x       n x p.
  /// \param centre  m, p numbers.
  DenseMatrix mean(ConstMatrix x, std::span<const double> centre, const Runtime& runtime) const;
  /// Sigma^-1 S, p x p.
  const DenseMatrix& slope() const { return slope_; }
  /// V, p x p; singular where S touches 2 Sigma, as it does by `equi` and `sdp`.
  const DenseMatrix& covariance() const { return covariance_; }

  /// Knockoffs: `mean` and normal numbers of covariance V. Each row has a stream of its own, so it does not
  /// depend on the number of threads, nor on the other rows. O(n p^2).
  /// \param mean  mean().
  /// \param key   what the streams of the rows are keyed by: one per draw.
  DenseMatrix draw(const DenseMatrix& mean, std::uint64_t key, const Runtime& runtime) const;

 private:
  DenseMatrix slope_;       // Sigma^-1 S
  DenseMatrix covariance_;  // V
  DenseMatrix root_;        // R with R'R = V
  bool root_is_triangular_ = false;
};

/// G = [[Sigma, Sigma - S], [Sigma - S, Sigma]], the covariance of [X X~], 2p x 2p. O(p^2).
DenseMatrix joint_covariance(ConstMatrix sigma, std::span<const double> s);

}  // namespace tamis::framework
