/// \file nearest.hpp
/// The nearest samples of a sample, and what each of them counts.
#pragma once

#include "pair_distances.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::relief {

/// What the neighbours of a sample count: all alike, or exp(-(r / sigma)^2), where r is 0 for the nearest.
enum class NeighbourWeights : int { uniform, rank_exponential };
/// all: samples that are as far as the last neighbour share its place; first: of equal distances the first in the table is nearer.
enum class Ties : int { all, first };

struct NearestOptions {
  std::size_t neighbours = 10;
  NeighbourWeights weights = NeighbourWeights::uniform;
  double sigma = 20;
  Ties ties = Ties::all;
};

struct Neighbour {
  std::uint32_t sample;
  double weight;
};

/// Finds the nearest samples in each class.
class Nearest {
 public:
  /// \param classes  of each sample, 0..; empty: all are of class 0.
  Nearest(std::span<const std::uint32_t> classes, std::size_t n_classes, const NearestOptions& options);

  /// The nearest in class c, or all of it where there are fewer; weights sum to 1. By distance, then by place in the table. Of equal
  /// distances each counts their mean weight (Ties::all).
  /// \param self    who looks for neighbours.
  /// \param others  among them all that can be found.
  /// O(others + k log k) for all classes together.
  const std::vector<std::vector<Neighbour>>& find(std::size_t self, const DistancesTo& others);

 private:
  struct Candidate {
    double distance;
    std::uint32_t sample;
    auto operator<=>(const Candidate&) const = default;
  };
  void weigh(std::vector<Candidate>& near, std::vector<Neighbour>& out) const;

  std::span<const std::uint32_t> classes_;
  NearestOptions options_;
  std::vector<std::vector<Candidate>> near_;  // of each class: heaps, the farthest first
  std::vector<std::vector<Neighbour>> found_;
};

}  // namespace tamis::relief
