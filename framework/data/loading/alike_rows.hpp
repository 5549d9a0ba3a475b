/// \file alike_rows.hpp
/// Rows that stand near each other in a table and are alike: visits of one patient, say, or moments of one series.
#pragma once

#include <tamis/framework/data/division.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <optional>

namespace tamis::framework {

/// How far apart two rows are at most that stand near each other.
inline constexpr std::uint64_t kNearRows = 5;

/// Of how many rows the most similar one stands near them.
struct AlikeRows {
  double share = 0;
  double by_chance = 0;  ///< the share if the most similar row were any row of the same class
};

/// Whether this is much more than chance. Takes 200 rows, evenly spread, and finds the most similar one of each, by the Euclidean distance of standardised features, among
/// 5000 others and those near the 200. Equal rows do not count, being copies, nor do features by which the rows are sorted. Missing
/// cells are as the mean is.
///
/// Nothing if `share` is not above `by_chance` by 0.4 (of 34 tables, those of series, of single speakers or of one sample after
/// another are above by 0.5 to 0.8, all others by 0.2 at most), if there are fewer than 100 rows, if a real target sorts them, or if no
/// feature is left.
/// O(n) for each of 100 features, evenly spread, and 10^8 operations at most.
/// \param division  of the features of `table` among processes, which all call this; null: there is one.
std::optional<AlikeRows> alike_rows(const DataTable& table, const Division* division);

}  // namespace tamis::framework
