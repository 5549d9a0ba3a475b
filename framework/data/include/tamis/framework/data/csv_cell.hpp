/// \file csv_cell.hpp
/// How texts are written into CSV files.
#pragma once

#include <string>
#include <string_view>

namespace tamis::framework {

/// Who opens a file. A spreadsheet runs a cell as a formula that begins with =, +, -, @, a tab or a return,
/// quoted or not; before such a text, unless it is a number, an apostrophe is put, which does not read back.
enum class CsvFor { program, spreadsheet };

/// A cell of a CSV file (RFC 4180): quoted where it would read back otherwise, as with a delimiter, a quote,
/// a line end, or blanks at its ends.
std::string csv_cell(std::string_view text, CsvFor reader = CsvFor::program);

}  // namespace tamis::framework
