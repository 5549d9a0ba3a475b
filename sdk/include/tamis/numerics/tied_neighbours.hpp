/// \file tied_neighbours.hpp
/// The k nearest neighbours and all that are as near as the k-th, so that no order of samples decides.
#pragma once

#include <tamis/numerics/crowds.hpp>
#include <tamis/numerics/neighbours.hpp>
#include <tamis/numerics/ties.hpp>

namespace tamis::numerics {

/// For each node of `queries` those of `candidates` that are nearest to it, up to the first that make k
/// samples, and all as near as the last of these (ties.hpp). `index` holds nodes, in ascending order of the
/// computed distance; a sample is not its own neighbour, and a crowd, whose members are each other's, lists
/// itself first.
///
/// A search for k + 1, then for more where a list still ends in a tie: the cost of nearest_neighbours() for
/// data with few ties, times log(m / k) where m nodes are tied.
/// \throws DataError  where ties make so many pairs that memory would run out.
NeighbourLists tied_neighbours(const Dataset& data, const Nodes& queries, const Nodes& candidates,
                               std::size_t k, Distance distance, const Runtime& runtime);

/// One such list while its nodes are added, nearest first.
class TiedList {
 public:
  TiedList(std::size_t k, Geometry geometry) : wanted_(k), geometry_(geometry) {}
  bool wants(double distance) const { return distance <= limit_; }
  void take(double distance, std::uint64_t samples) {
    held_ += samples;
    if (held_ >= wanted_) limit_ = std::min(limit_, farthest_tied(distance, geometry_));
  }

 private:
  std::uint64_t wanted_, held_ = 0;
  Geometry geometry_;
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace tamis::numerics
