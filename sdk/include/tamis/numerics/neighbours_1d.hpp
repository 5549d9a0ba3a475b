/// \file neighbours_1d.hpp
/// Exact k nearest neighbours on the line: outputs of a regression.
#pragma once

#include <tamis/numerics/tied_neighbours.hpp>

namespace tamis::numerics {

/// What lists are ordered by; computed as written, in doubles.
enum class DifferenceNorm : int {
  absolute,  ///< |a - b|
  squared    ///< (a - b)^2, which may merge two gaps that differ in their last digits
};

/// For each value the k nearest other values by (computed gap, index). `samples` (ascending) are the indices
/// that the lists speak of.
///
/// Both sides of a value in sorted order are visited outwards, one run of equal computed gaps at a time. The
/// last run is filled up with its smallest indices, which are the first of each group of equal values:
/// outputs that are all 0 or 1 cost no more than others. O(n log n + n k log k) time, O(n k) memory.
NeighbourLists nearest_on_line(std::span<const double> values, std::span<const Sample> samples, std::size_t k,
                               DifferenceNorm norm, const Runtime& runtime);

/// As tied_neighbours(), for nodes of which crowds_of_one_value() has made the crowds.
/// \param value  of each sample of the dataset. O(n log n + entries) time, and no more memory.
NeighbourLists tied_on_line(std::span<const double> value, const Nodes& nodes, std::size_t k,
                            DifferenceNorm norm, const Runtime& runtime);

}  // namespace tamis::numerics
