/// \file row_texts.hpp
/// The columns by which people know the rows of a table again: its ids, and what `ignore` names.
#pragma once

#include "sources.hpp"

#include <tamis/framework/data/loaded_data.hpp>

#include <vector>

namespace tamis::framework {

/// Of the columns that `ignore` names so many are kept, the first: their texts take more memory than numbers
/// do, and a long list of columns is left out for what they are, not to know the rows by.
inline constexpr std::size_t kMostRowTexts = 20;

/// Asks for the cells of these columns as they stand in the file.
void add_row_texts(const DataOptions& options, ReadOptions& read);

/// Takes them out of the table: the ids first, then the ignored columns in the order of `ignore`.
std::vector<RowTexts> take_row_texts(Sources& sources, const DataOptions& options);

}  // namespace tamis::framework
