/// \file entropy.hpp
/// Entropies from distances to neighbours, in nats.
#pragma once

#include "ball.hpp"

namespace tamis::mutual_information {

/// H = -psi(k) + psi(n) + log c_d + d mean(log eps) (eq. 5; Kozachenko and Leonenko 1987): of n samples in d
/// dimensions, eps the diameter of the ball that reaches the k-th other sample.
inline double neighbour_entropy(std::size_t k, std::size_t n, Geometry geometry, std::size_t d,
                                double mean_log_diameter) {
  return -numerics::digamma(static_cast<double>(k)) + numerics::digamma(static_cast<double>(n)) +
         log_ball_volume(geometry, d) + static_cast<double>(d) * mean_log_diameter;
}

}  // namespace tamis::mutual_information
