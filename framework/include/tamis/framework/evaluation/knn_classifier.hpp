/// \file knn_classifier.hpp
/// Classes by the votes of near samples, for targets with one or several labels.
#pragma once

#include <tamis/dataset.hpp>
#include <tamis/numerics/neighbours.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// For each query all classes, the most probable first. The k nearest rows vote, where a training sample with
/// several labels is a row for each, in the order of its classes; distances are Euclidean in the dataset's
/// units, of equal ones the smaller row goes first. Classes are ordered by votes, then by how often the
/// training rows have them, then by index.
///
/// \param data      training samples and queries together, with a target of classes or sets of labels.
/// \param training  ascending; samples of unknown target have no row.
/// \param queries   ascending.
/// \param k         >= 1; all rows vote where there are no more.
/// \throws DataError  no training sample has a known target, or the target has no classes.
/// Cost: see numerics/neighbours.hpp, and O(l log l) a query.
std::vector<std::vector<std::uint32_t>> knn_rank_classes(const Dataset& data,
                                                         std::span<const numerics::Sample> training,
                                                         std::span<const numerics::Sample> queries,
                                                         std::size_t k, const Runtime& runtime);

}  // namespace tamis::framework
