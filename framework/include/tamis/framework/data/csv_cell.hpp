/// \file csv_cell.hpp
/// How texts are written into CSV files.
#pragma once

#include <string>
#include <string_view>

namespace tamis::framework {

/// A cell of a CSV file (RFC 4180): quoted where it would read back otherwise, as with a delimiter, a quote,
/// a line end, or blanks at its ends.
std::string csv_cell(std::string_view text);

}  // namespace tamis::framework
