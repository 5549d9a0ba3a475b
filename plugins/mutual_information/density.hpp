/// \file density.hpp
/// The density of a class at a sample, from the sphere that holds enough of it.
#pragma once

#include "ball.hpp"
#include "spheres.hpp"

namespace tamis::mutual_information {

/// log p(x_i|s) in d dimensions (eq. 15). Arguments of psi are at least kLeastMass, so that a class with
/// hardly any membership has a finite, very small density.
class ClassDensity {
 public:
  ClassDensity(Geometry geometry, std::size_t d)
      : geometry_(geometry), d_(static_cast<double>(d)), log_volume_(log_ball_volume(geometry, d)) {}

  /// \param psi_total  psi_of(Gamma(s)), the sum of the class's memberships over all samples.
  double log(const Sphere& sphere, double psi_total) const {
    return psi_of(sphere.mass) - psi_total - log_volume_ - d_ * log_diameter(geometry_, sphere.distance);
  }
  static double psi_of(double mass) { return numerics::digamma(std::max(mass, kLeastMass)); }

 private:
  static constexpr double kLeastMass = 1e-3;
  Geometry geometry_;
  double d_, log_volume_;
};

}  // namespace tamis::mutual_information
