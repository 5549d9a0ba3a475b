/// \file columns.hpp
/// Text in columns, for people.
#pragma once

#include <tamis/framework/support/text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The columns of a terminal that the text takes: two for a wide character, none for one that joins another.
std::size_t width(std::string_view text);

/// The longest beginning that takes at most so many columns.
std::string_view beginning_within(std::string_view text, std::size_t columns);

/// The text in at most so many columns (3 at least): of a longer one both ends around "...", since names often
/// begin alike.
std::string shortened(const std::string& text, std::size_t columns);

/// A name fit for a table. What is wider than a screen is cut: JSON and CSV have it whole.
inline std::string printable(std::string_view name) { return shown(name, 200); }

std::string padded(const std::string& text, std::size_t columns, bool right = false);

/// Rows of as many cells as the first, which are aligned; `right` says which columns at their right. Where a
/// line would take more than `most` columns (0: any number), the longest texts of the others are shortened.
std::string in_columns(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& right,
                       std::size_t most = 0);

/// How many columns, from the left, in_columns() fits into lines of `most` (0: all) when it shortens texts as
/// far as it does; at least `fewest`.
std::size_t columns_that_fit(const std::vector<std::vector<std::string>>& rows,
                             const std::vector<bool>& right, std::size_t most, std::size_t fewest);

/// What is left for a column of names beside `others` columns in a line of `most`; 0, any number, stays so. A
/// line gets longer than wished rather than a name less than readable.
std::size_t room_for_names(std::size_t most, std::size_t others);

}  // namespace tamis::framework
