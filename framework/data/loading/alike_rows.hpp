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

/// Takes 200 rows, evenly spread, and finds the most similar one of each, by the Euclidean distance of standardised features, among
/// 5000 others and those near the 200. Equal rows do not count, being copies, nor do features by which the rows are sorted. A
/// missing cell counts as the mean.
///
/// Nothing unless `share` is above `by_chance` by 0.4. Of 34 public tables five are, by 0.5 to 0.8: their rows follow each other in time,
/// in angle or by speaker. All others are above by 0.2 at most. Nothing either of fewer than 100 rows, or of rows that a real target
/// sorts.
/// O(n) for each of 100 features, evenly spread, and 10^8 operations at most.
/// \param division  of the features of `table` among processes, which all call this; null: there is one.
std::optional<AlikeRows> alike_rows(const DataTable& table, const Division* division);

}  // namespace tamis::framework
