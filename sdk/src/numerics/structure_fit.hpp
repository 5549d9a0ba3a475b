/// \file structure_fit.hpp
/// One of the ways in which labels may go wrong, fitted to labels and out-of-sample probabilities.
#pragma once

#include "flips.hpp"
#include "power_link_em.hpp"

#include <tamis/numerics/flip_posterior.hpp>

namespace tamis::numerics {

/// A fit, as it enters the average.
struct Reading {
  ClassLink link;
  Flips flips;
  double log_weight = 0;      ///< up to a term that all readings share
  double rate = 0;            ///< sum_s pi_s (1 - T(s, s)), of wrong labels
  double log_likelihood = 0;  ///< of the known labels, by weight
  /// Class by class: whether all its labels look wrong, and there are five or more, so that they are no slips. A
  /// class that nobody meant is none: rather, the features do not tell it.
  std::vector<char> is_doubted;

  bool doubts_a_class() const { return std::ranges::count(is_doubted, 1) > 0; }
};

/// See fit_flip_posterior() for the formulas.
class StructureFit {
 public:
  /// \param labels    a view, which outlives this object; the runtime likewise.
  /// \param weights   of the labels; empty: 1 each.
  /// \param of_labels what all known labels weigh, of which these may be a part.
  StructureFit(FlipStructure structure, ConstMatrix q, std::span<const std::int32_t> labels,
               std::span<const double> weights, double of_labels, const Runtime& runtime);

  /// The fits at all rates of wrong labels, or the one where every label is right. Their weights are those of
  /// the likelihood, and of all priors but that of the structure.
  std::vector<Reading> readings();

 private:
  struct Fit {
    ClassLink link;
    Flips flips;
    double log_likelihood = 0;
    double objective = 0;  ///< plus the log prior of the shifts
  };

  Reading labels_are_right();
  std::vector<Reading> over_rates();
  std::size_t classes() const { return em_.classes(); }
  double largest_rate() const { return 0.95 * (1 - 1 / static_cast<double>(classes())); }
  Fit unfitted(double power, const Flips& flips) const;
  /// The likeliest fit of several starts, of those where some labels are wrong; where no fit ends so, one rate
  /// without a fit, or of another structure nothing: false.
  bool fit_from_starts(Fit& best);
  /// EM: of the link, and of the flips where they are to be fitted too.
  void maximise(Fit& fit, bool fits_flips, int most_iterations);
  /// The M step of the flips.
  Flips flips_of_memberships() const;
  /// sum_s pi_s (1 - T(s, s)), by the memberships of the last E step.
  double common_rate(const Flips& flips) const;
  /// Reading::is_doubted, likewise.
  std::vector<char> doubted_classes() const;
  /// The log-likelihood that counts: less what free parameters gain by chance, and coarsened.
  double evidence(const Fit& fit) const;
  /// The log prior of a matrix.
  double log_prior(const Flips& flips) const;
  /// The exponent of the likelihood.
  double coarseness() const;

  FlipStructure structure_;
  PowerLinkEm em_;
  double of_labels_;
  const Runtime& runtime_;
  std::vector<double> observed_;  ///< what the labels of each class weigh
};

}  // namespace tamis::numerics
