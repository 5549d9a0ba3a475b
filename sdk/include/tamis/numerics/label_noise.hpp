/// \file label_noise.hpp
/// How often labels are wrong, from the memberships p(S = s | x_i, y_i) of the true classes.
#pragma once

#include <tamis/matrix.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tamis::numerics {

/// The mass of one class over the samples of known label, sum_i gamma(s|i), and the part of it that lies on
/// samples with another label, sum_{i: y_i != s} gamma(s|i).
struct LabelledMass {
  double all = 0, mislabelled = 0;
};

/// Adds up one class, in the order of the samples. O(n).
/// \param membership  gamma(s|i) >= 0, one per sample.
/// \param labels      as many; -1 is unknown.
inline LabelledMass labelled_mass(Column membership, std::span<const std::int32_t> labels, std::int32_t s) {
  LabelledMass mass;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    mass.all += membership[i];
    if (labels[i] != s) mass.mislabelled += membership[i];
  }
  return mass;
}

/// The share of `mass` that is mislabelled, in [0, 1]; 0 where there is no mass.
inline double flip_rate(const LabelledMass& mass) {
  return mass.all > 0 ? std::clamp(mass.mislabelled / mass.all, 0.0, 1.0) : 0.0;
}

/// The rate at which samples of each true class carry another label:
///   p_e(s) = sum_{i: y_i != s} gamma(s|i) / sum_i gamma(s|i),
/// both sums over the samples of known label; 0 for a class without mass. Frenay, Doquire, Verleysen.
/// Computational Statistics & Data Analysis 71 (2014) 832-848, eq. (28). O(n l).
/// \param memberships  n x l, >= 0.
/// \param labels       n labels 0..l-1; -1 is unknown.
inline std::vector<double> flip_rates(ConstMatrix memberships, std::span<const std::int32_t> labels) {
  std::vector<double> rates(memberships.cols);
  for (std::size_t s = 0; s < rates.size(); ++s)
    rates[s] = flip_rate(labelled_mass(memberships.column(s), labels, static_cast<std::int32_t>(s)));
  return rates;
}

}  // namespace tamis::numerics
