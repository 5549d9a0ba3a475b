/// \file note_cells.hpp
/// What a reader of files notes of the cells of a table, for one that a program holds.
#pragma once

#include <tamis/framework/data/table.hpp>

namespace tamis::framework {

/// Notes in each column which cells are missing (NaN, without a text), which are texts (NaN, with one) and
/// which no feature may hold (infinite), for the sentences about them. O(cells), in parallel by columns.
/// \throws DataError  the parts of the table do not fit each other.
void note_cells(Table& table);

}  // namespace tamis::framework
