/// \file knn_regressor.hpp
/// Real values by the mean of near samples.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/neighbours.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// For each query the mean target of the k nearest training samples of known target; distances are Euclidean
/// in the dataset's units, of equal ones the smaller sample goes first.
///
/// \param data      training samples and queries together, with a real target.
/// \param training  ascending. \param queries  ascending. \param k  >= 1; all count where there are no more.
/// \throws DataError  no training sample has a known target, or the target is not real.
/// Cost: see numerics/neighbours.hpp.
std::vector<double> knn_values(const Dataset& data, std::span<const numerics::Sample> training,
                               std::span<const numerics::Sample> queries, std::size_t k,
                               const Runtime& runtime);

}  // namespace tamis::framework
