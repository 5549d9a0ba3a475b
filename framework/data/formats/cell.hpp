/// \file cell.hpp
/// What the text of a cell is, in files of any format, and what readers note of it.
#pragma once

#include <tamis/framework/data/read_table.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

enum class CellKind { number, missing, text, unusable };
struct CellValue {
  CellKind kind = CellKind::missing;
  double value = 0;           ///< of a number
  const char* why = nullptr;  ///< of an unusable one
  bool marked = false;        ///< of a number: its text has separators or a unit, see marked_number.hpp
  std::string_view unit = {};  ///< of a marked one
};

/// What cells hold that mean "missing", beside empty ones. A number means it however it is written: -999 also as -999.0.
class UnknownCells {
 public:
  UnknownCells() = default;
  explicit UnknownCells(const std::vector<std::string>& texts);

  bool has(std::string_view text) const { return std::ranges::find(texts_, text) != texts_.end(); }
  bool has_numbers() const { return !numbers_.empty(); }
  bool has(double number) const { return std::ranges::find(numbers_, number) != numbers_.end(); }

 private:
  std::vector<std::string> texts_;
  std::vector<double> numbers_;  // those of the texts that are numbers
};

/// Judges a cell.
/// \param decimal_comma  numbers are written with one, and a point makes none.
CellValue judge_cell(std::string_view text, const UnknownCells& unknown, bool decimal_comma = false);
/// The same in CSV, where numbers may be marked.
CellValue judge_csv_cell(std::string_view text, const UnknownCells& unknown, bool decimal_comma);
/// "1,5" as "1.5"; nothing where the text has not one comma, or has a point.
std::optional<std::string> with_decimal_point(std::string_view text);

/// Notes a cell that is no plain number, for readers that go from top to bottom. Returns its value for the table:
/// NaN where it has none.
double note_cell(TableColumn& column, std::uint64_t line, std::string_view text, const CellValue& cell);

/// Adds what was noted of other rows of the column. The smallest line counts, so any order gives the same.
void merge_notes(TableColumn& column, TableColumn& other);

/// Makes a column in which some cells have a unit and others have none, or another one, one of texts.
void settle_units(Table& table);

/// Gives the columns that are held room for their values, and those whose texts are wanted for these.
/// \throws ParamError  a column that is not there.
void make_room(Table& table, const ReadOptions& options);

/// The sentence for bytes that are not UTF-8, as names and classes must be.
std::string not_utf8(std::string_view text);

}  // namespace tamis::framework
