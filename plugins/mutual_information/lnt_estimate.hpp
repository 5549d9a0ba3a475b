/// \file lnt_estimate.hpp
/// Mutual information with the true classes, for memberships that are given.
#pragma once

#include "em.hpp"
#include "move_means.hpp"

namespace tamis::mutual_information {

/// I(X; S) of eq. (19), in nats, for each subset that a move leads to (one value for Move::whole):
/// H(X) to the k-th other sample (eq. 5), and the classes' entropies from memberships gamma(s|i), n x l.
/// Weights w_i, in units of their mean, multiply the memberships, and 1, the membership of all samples in H(X); the centre of
/// a sphere counts itself as one sample, whatever it weighs, or a heavy one would have a sphere of radius 0 [our form].
/// 0 for a subset without a feature that varies; undefined for a feature that would add nothing.
/// \param reach, kept  see move_means().
std::vector<Score> true_class_information(const SampleSpace& space, Subset subset, Move move,
                                          std::span<const Feature> candidates, ConstMatrix memberships,
                                          std::span<const double> weights, std::size_t k, Self self,
                                          SearchRadii& reach, const Runtime& runtime,
                                          NeighbourCache* kept = nullptr);

}  // namespace tamis::mutual_information
