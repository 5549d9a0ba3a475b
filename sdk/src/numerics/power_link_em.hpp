/// \file power_link_em.hpp
/// The steps of the EM between probabilities that were learned from labels, and the true classes.
#pragma once

#include <tamis/matrix.hpp>
#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tamis::numerics {

/// A matrix whose rows, of a sample each, lie together.
class SampleRows {
 public:
  SampleRows() = default;
  SampleRows(std::size_t rows, std::size_t columns) : columns_(columns), values_(rows * columns) {}
  std::size_t rows() const { return values_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<double> operator[](std::size_t i) { return {values_.data() + i * columns_, columns_}; }
  std::span<const double> operator[](std::size_t i) const {
    return {values_.data() + i * columns_, columns_};
  }
  std::vector<double> by_columns() const;

 private:
  std::size_t columns_ = 1;
  std::vector<double> values_;
};

/// How q becomes the probabilities of the true classes: p_is proportional to q_is^power_s exp(shift_s).
struct ClassLink {
  ClassLink() = default;
  ClassLink(std::size_t classes, double same_power) : power(classes, same_power), shift(classes) {}
  double mean_log_power() const;
  double log_prior() const;  ///< of powers and shifts, see fit_flip_posterior()

  std::vector<double> power, shift;  ///< one per class
};

/// p_s of one sample, from the logarithms of its q_s.
void predict_classes(const ClassLink& link, std::span<const double> log_q, std::span<double> p);

/// The samples, with p_is and gamma_is = p(true class of i is s | x_i, z_i) as the steps leave them.
class PowerLinkEm {
 public:
  /// \param q       n x K, positive.
  /// \param labels  n; -1 unknown. A view, which outlives this object.
  PowerLinkEm(ConstMatrix q, std::span<const std::int32_t> labels);

  std::size_t samples() const { return p_.rows(); }
  std::size_t classes() const { return p_.columns(); }
  std::span<const std::int32_t> labels() const { return labels_; }
  double known() const { return known_; }
  const SampleRows& memberships() const { return gamma_; }

  /// gamma at which this share of the labels is wrong, whatever the features.
  void doubt_labels(double rate);
  /// gamma that gives `belief` to the class with the largest q of each sample, and shares the rest.
  void follow_likeliest(double belief);
  /// p from q.
  void predict(const ClassLink& link);
  /// The E step; gives the log-likelihood of the known labels.
  /// \param seen  seen(i, s) = p(label of i | true class s): 1 where the label is unknown.
  template <class Seen>
  double expect(const Seen& seen) {
    double log_likelihood = 0;
    for (std::size_t i = 0; i < samples(); ++i) {
      const std::span<double> gamma = gamma_[i];
      double of_label = 0;
      for (std::size_t s = 0; s < classes(); ++s) of_label += gamma[s] = p_[i][s] * seen(i, s);
      if (of_label > 0)
        for (double& g : gamma) g /= of_label;
      else
        std::ranges::copy(p_[i], gamma.begin());  // the model says that this label cannot be
      if (labels_[i] >= 0) log_likelihood += logarithm(std::max(of_label, 1e-300));
    }
    return log_likelihood;
  }
  /// One Newton step of the power alone towards the maximum of sum_is gamma_is log p_is, at most by half.
  double improved_power(double power) const;
  /// One step of Fisher scoring of the powers and the shifts together, towards the maximum of sum_is gamma_is log p_is
  /// and their log prior.
  ClassLink improved(const ClassLink& link) const;

 private:
  std::span<const std::int32_t> labels_;
  double known_ = 0;
  SampleRows log_q_, p_, gamma_;
};

}  // namespace tamis::numerics
