/// \file date_features.hpp
/// Numbers that are made of a column of dates.
#pragma once

#include "read_target.hpp"
#include "sources.hpp"

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <span>

namespace tamis::framework {

/// Adds to `parts` the features NAME.days (since 1970-01-01, with the part of the day where there are times), NAME.month,
/// NAME.weekday (1 is Monday) and, where there are times, NAME.hour; but for those that are the same in all rows. A missing date
/// is the median of the others, and then no cell of the table can be filled again from some samples alone (fill_again.hpp).
/// \param j     a column of `sources.data`.
/// \param kept  the rows that are samples.
/// \throws DataError  a cell is no date, all are missing, or day and month cannot be told apart.
void take_dates(const Sources& sources, std::size_t j, DateOrder order, std::span<const std::uint64_t> kept,
                DataTable& parts, ReadNotes& remarks);

}  // namespace tamis::framework
