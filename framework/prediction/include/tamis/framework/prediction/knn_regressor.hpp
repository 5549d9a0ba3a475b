/// \file knn_regressor.hpp
/// Real values by the mean of near samples.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/neighbours.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// The mean target of the k nearest training samples of known target, weighted if the data have weights (which
/// are then above 0 for those that train); distances are Euclidean in the dataset's units, of equal ones the smaller sample
/// goes first.
class KnnRegressor {
 public:
  /// Searches the neighbours, once for every k up to `most`. Cost: see numerics/neighbours.hpp.
  /// \param data      training samples and queries together, with a real target; outlives this object.
  /// \param training  ascending.
  /// \param queries   ascending.
  /// \param most      >= 1.
  /// \throws DataError  no training sample has a known target, or the target is not real.
  KnnRegressor(const Dataset& data, std::span<const numerics::Sample> training,
               std::span<const numerics::Sample> queries, std::size_t most, const Runtime& runtime);

  /// One value per query. O(k) a query.
  /// \param k  1..most; all count where there are no more.
  std::vector<double> predict(std::size_t k) const;

 private:
  Target target_;
  std::span<const double> weights_;
  numerics::NeighbourLists near_;
};

}  // namespace tamis::framework
