/// \file fill_by_neighbours.hpp
/// Missing numbers from the nearest samples that know them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// The known cells of the samples that are learnt from; if they have none, of all.
std::vector<double> known_cells(std::span<const double> column, std::span<const char> learnt_from);

/// Gives each cell that is NaN the mean of its column over the five nearest samples that know it, and all as near as the fifth, by
/// partial distances of z-scores (numerics/partial_distances.hpp); as scikit-learn's KNNImputer on standardised columns. A cell
/// stays NaN where no sample that knows it shares a feature with its sample.
///
/// O(n^2 d) in vector registers, for the samples that have gaps, and O(n) for each of these; memory O(n d).
/// \param values       column by column.
/// \param learnt_from  of the n samples, which ones may be neighbours.
/// \param names        of the d columns.
void fill_by_neighbours(std::span<double> values, std::span<const char> learnt_from,
                        std::span<const std::string> names);

}  // namespace tamis::framework
