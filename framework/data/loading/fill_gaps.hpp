/// \file fill_gaps.hpp
/// Missing cells of numeric features, filled.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/data/table.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// Fills the cells that are NaN.
/// - median, keep: with the median of the column's known cells. O(n d).
/// - neighbours: with the mean of the column over the 5 nearest samples that know it, all samples as near as the fifth included. The
///   distance of two samples is the root mean square difference of their z-scores over the features that both know, as in
///   scikit-learn's KNNImputer on standardised columns. If no sample has such a distance, with the median.
///   O(n d) for each sample with a gap, n d numbers of memory.
/// \param columns  the columns of `table` in the order of `parts.values`, for names.
/// \returns a text for each column that was filled.
/// \throws DataError  a column has no known cell; for neighbours also as centre_and_scale().
std::vector<std::string> fill_gaps(Missing how, const Table& table, std::span<const std::size_t> columns,
                                   DataTable& parts);

/// What is done with gaps: "filled with the column's median".
std::string_view treatment_in_words(Missing how);

}  // namespace tamis::framework
