/// \file observations.hpp
/// What is observed of the true classes: hard labels, shares of labels, candidates.
#pragma once

#include "design.hpp"

#include <tamis/target.hpp>

namespace tamis::sparse_linear {

/// How a row q of a soft target is read (page, section 1). shares: q are proportions of repeated labelling, sum_s q_s log P(s).
/// evidence: q says which label was meant, log sum_s q_s P(s); (1, 1, 0) is a set of candidates.
enum class SoftReading : int { shares, evidence };

/// Observations of the samples that count, those of a sample one after the other. An observation says with q_s how well
/// it goes with the observed label s: a hard label is one of these, evidence several. Of shares there is one observation for each class.
struct Observations {
  Index classes = 0;
  std::vector<std::size_t> start;  ///< those of sample i are start[i] <= o < start[i + 1]
  std::vector<double> weight;      ///< v_o, of all observations they sum to 1
  MatrixXd labels;                 ///< q_o: observations x classes

  Index count() const { return labels.rows(); }
  /// m_ot = sum_s T_ts q_os, observations x classes: how well o goes with the true class t.
  MatrixXd evidence(const MatrixXd& flips) const { return labels * flips.transpose(); }
};

/// Of a target of classes or soft labels.
Observations observe(const Target& target, const CountedSamples& counted, SoftReading reading);

/// The samples of known target whose weight is above 0 and that `takes` says yes to (empty: all).
CountedSamples counted_samples(const Target& target, Column weights, std::span<const char> takes = {});

}  // namespace tamis::sparse_linear
