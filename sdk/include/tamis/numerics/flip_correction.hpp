/// \file flip_correction.hpp
/// Counts of observed labels in a cell of a contingency table, corrected for labels that are wrong.
#pragma once

#include <tamis/matrix.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace tamis::numerics {

/// How a cell is corrected. em: some rounds of EM, which multiply sampling noise less; ml: the maximum of the
/// likelihood over all distributions; inverse: T^-1, with negative counts set to 0.
enum class Correction : int { em, ml, inverse };
/// Where EM begins: at the shares of the true classes over all samples (by ml), or at 1/l each.
enum class CorrectionStart : int { prior, uniform };

/// A way to correct cells, with its parameters.
struct CorrectionOptions {
  Correction how = Correction::em;
  int rounds = 10;  ///< of em
  CorrectionStart start = CorrectionStart::prior;
};

/// p(true class | cell) from the shares q(y) of the observed labels y in a cell, given T(s, y) = p(observed y | true s), where
/// labels go wrong independently of the cell given the true class:
///
///   em       p_s <- p_s sum_y q_y T(s, y) / (p T)_y, so many rounds (Richardson 1972, Lucy 1974, stopped early on purpose as by
///            D'Agostini 1995)
///   ml       argmax_p sum_y q_y log (p T)_y over the simplex. This is q T^-1 if that has no negative part; else some p_s = 0, and
///            p is found by Newton's method on the others, with the certificate sum_y q_y T(s, y) / (p T)_y <= 1 for all s
///   inverse  q T^-1, negative parts set to 0, scaled to sum 1
///
/// Each cell keeps its weight. If T is the identity nothing changes, to the bit.
///
/// W. H. Richardson. JOSA 62 (1972) 55-59, DOI 10.1364/JOSA.62.000055; L. B. Lucy. The Astronomical Journal 79 (1974) 745-754,
/// DOI 10.1086/111605; G. D'Agostini. NIM A 362 (1995) 487-498, DOI 10.1016/0168-9002(95)00274-X.
class FlipCorrection {
 public:
  /// No correction.
  FlipCorrection() = default;
  /// \param flips     T, l x l; rows sum to 1.
  /// \param observed  the weight of each observed label, l of them, over all samples that count.
  /// \throws ParamError  T cannot be inverted (reciprocal condition below 1e-12), or a label is observed that no class can have.
  FlipCorrection(ConstMatrix flips, std::span<const double> observed, const CorrectionOptions& how);

  /// Whether nothing changes.
  bool is_identity() const { return flips_.empty(); }
  /// Replaces the weights of the observed labels in a cell by those of the true classes. O(l^2) per round; ml where T^-1 gives
  /// negative parts O(l^3) per step. From any thread.
  /// \param cell  l weights, not negative, not all 0.
  /// \param room  to work in, kept from cell to cell.
  void correct(std::span<double> cell, std::vector<double>& room) const;
  /// Corrects cells that stand one after the other, to the same bits as one by one. em works on several at once.
  /// \param cells  l weights of each.
  void correct_all(std::span<double> cells, std::vector<double>& room) const;
  /// T^-1, by rows: how much it multiplies sampling noise.
  double inverse(std::size_t y, std::size_t s) const { return inverse_[y * classes_ + s]; }

 private:
  double flip(std::size_t s, std::size_t y) const { return flips_[s * classes_ + y]; }
  /// sum_y q_y T(s, y) / (p T)_y for all s.
  void gradient(std::span<const double> q, std::span<const double> p, std::span<double> g) const;
  void expectation_maximisation(std::span<const double> q, std::span<double> p, int rounds,
                                std::span<double> g) const;
  void correct_lanes(std::span<double> cells, std::vector<double>& room) const;
  bool inverted(std::span<const double> q, std::span<double> p) const;
  void most_likely(std::span<const double> q, std::span<double> p, std::span<double> g) const;

  CorrectionOptions how_;
  std::size_t classes_ = 0;
  std::vector<double> flips_, inverse_;  // by rows
  std::vector<double> start_;            // of em
};

}  // namespace tamis::numerics
