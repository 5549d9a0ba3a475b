/// \file power_link_em.hpp
/// The steps of the EM between probabilities that were learned from labels, and the true classes.
#pragma once

#include "sample_panels.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tamis::numerics {

/// How q becomes the probabilities of the true classes: p_is proportional to q_is^power_s exp(shift_s).
struct ClassLink {
  ClassLink() = default;
  ClassLink(std::size_t classes, double same_power) : power(classes, same_power), shift(classes) {}
  double mean_log_power() const;
  double log_prior() const;  ///< of powers and shifts, see fit_flip_posterior()

  std::vector<double> power, shift;  ///< one per class
};

/// log q_is of the rows first..last-1 of q, positive.
SamplePanels logarithms(ConstMatrix q, std::uint64_t first, std::uint64_t last);
/// p_is from log q_is.
void predict_classes(const ClassLink& link, const SamplePanels& log_q, SamplePanels& p);

/// The samples, with p_is and gamma_is = p(true class of i is s | x_i, z_i) as the steps leave them.
class PowerLinkEm {
 public:
  /// \param q       n x K, positive.
  /// \param labels   n; -1 unknown. A view, which outlives this object.
  /// \param weights  of the samples; empty: 1 each.
  PowerLinkEm(ConstMatrix q, std::span<const std::int32_t> labels, std::span<const double> weights);

  std::size_t samples() const { return p_.samples(); }
  std::size_t classes() const { return p_.classes(); }
  std::span<const std::int32_t> labels() const { return labels_; }
  /// The weight of a sample; 0 where its label is unknown.
  double weight(std::size_t i) const { return weight_[i]; }
  /// What all of them weigh.
  double known() const { return known_; }
  const SamplePanels& memberships() const { return gamma_; }

  /// gamma at which this share of the labels is wrong, whatever the features.
  void doubt_labels(double rate);
  /// gamma that gives `belief` to the class with the largest q of each sample, and shares the rest.
  void follow_likeliest(double belief);
  /// p from q.
  void predict(const ClassLink& link) { predict_classes(link, log_q_, p_); }
  /// The E step; gives the log-likelihood of the known labels, times their weights.
  /// \param seen  seen(i, s) = p(label of i | true class s): 1 where the label is unknown.
  template <class Seen>
  double expect(const Seen& seen) {
    double log_likelihood = 0;
    for (std::size_t i = 0; i < samples(); ++i) {
      double of_label = 0;
      for (std::size_t s = 0; s < classes(); ++s) of_label += gamma_(i, s) = p_(i, s) * seen(i, s);
      // 0: the model says that this label cannot be
      for (std::size_t s = 0; s < classes(); ++s)
        gamma_(i, s) = of_label > 0 ? gamma_(i, s) / of_label : p_(i, s);
      if (labels_[i] >= 0) log_likelihood += weight_[i] * logarithm(std::max(of_label, 1e-300));
    }
    return log_likelihood;
  }
  /// One Newton step of the power alone towards the maximum of sum_is w_i gamma_is log p_is, at most by half.
  double improved_power(double power) const;
  /// One step of Fisher scoring of the powers and the shifts together, towards the maximum of
  /// sum_is w_i gamma_is log p_is and their log prior.
  ClassLink improved(const ClassLink& link) const;

 private:
  std::span<const std::int32_t> labels_;
  std::vector<double> weight_;
  double known_ = 0;
  SamplePanels log_q_, p_, gamma_;
};

}  // namespace tamis::numerics
