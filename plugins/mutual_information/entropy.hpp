/// \file entropy.hpp
/// psi of the mass of spheres, which nearest-neighbour entropies add up.
#pragma once

#include "density.hpp"

namespace tamis::mutual_information {

/// psi(mass), and once and for all that of k: without weights most spheres hold just k samples.
class PsiOfMass {
 public:
  explicit PsiOfMass(std::size_t k) : k_(static_cast<double>(k)), psi_k_(ClassDensity::psi_of(k_)) {}
  double operator()(double mass) const { return mass == k_ ? psi_k_ : ClassDensity::psi_of(mass); }

 private:
  double k_, psi_k_;
};

/// How much a sphere without its centre has to hold: k, or all that the other samples weigh, where that is less.
inline double enough_of(std::size_t k, double others) {
  return std::min(static_cast<double>(k) - kMassTolerance, others * (1 - kMassTolerance));
}

}  // namespace tamis::mutual_information
