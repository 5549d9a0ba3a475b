/// \file csv_cell.hpp
/// Cells of CSV files.
#pragma once

#include <string>
#include <string_view>

namespace tamis::framework {

/// The program for which a file is written. A spreadsheet executes a cell as a formula if it begins with =, +, -, @, a tab or
/// a return, quoted or not. An apostrophe is written before such a text, unless it is a number; it is not removed by reading.
enum class CsvFor { program, spreadsheet };

/// A cell of a CSV file (RFC 4180), quoted if it contains a delimiter, a quote, a line end, or blanks at its ends.
std::string csv_cell(std::string_view text, CsvFor reader = CsvFor::program);

}  // namespace tamis::framework
