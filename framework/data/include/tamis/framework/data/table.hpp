/// \file table.hpp
/// A file of numbers and texts as it was read, before anyone decided what is a feature and what a target.
#pragma once

#include <tamis/framework/data/buffer.hpp>
#include <tamis/framework/support/container_abi.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A cell worth a sentence. `line` is the physical line of the file, from 1; 0 means there is no such cell.
struct NotedCell {
  std::uint64_t line = 0;
  std::string text;
  explicit operator bool() const { return line != 0; }
};

/// The name of column j where the file gives none: "c1" for 0.
std::string default_column_name(std::size_t j);

/// What few columns have: cells worth a sentence, and what the file says of the column.
struct ColumnNotes {
  NotedCell first_missing;
  NotedCell first_text;      ///< the first cell that is neither a number nor missing; such cells are NaN
  NotedCell first_unusable;  ///< the first cell that is a number no feature may hold: nan, inf, 1e999
  std::string unusable_why;  ///< what is wrong with it: "is not a finite number"
  NotedCell first_marked;    ///< the first number with separators of thousands or a unit, as "12 %"
  double marked_value = 0;   ///< what it was read as
  std::map<std::string, std::uint64_t> units;  ///< in how many cells each stands
  bool mixes_units = false;                    ///< and not the same in all cells, so that they are texts
  std::vector<std::string> declared;  ///< values that the file announces, whether or not they occur
  std::string label_separator;        ///< the file says that cells are sets of labels, with this between them
  bool verbatim = false;              ///< texts are the cells as they stand, see TextRequest
};

/// One column of a table, without its values, which stand in the table.
struct TableColumn {
  std::string name;
  std::uint64_t missing = 0;       ///< empty cells and unknown tokens; NaN among the values
  std::vector<std::string> texts;  ///< the cells, where they were asked for; "" where missing

  const ColumnNotes& notes() const;
  ColumnNotes& edit_notes();

 private:
  std::unique_ptr<ColumnNotes> notes_;  // null: none, as in most of a million columns
};

/// rows x columns, column-major, in one block.
struct Table {
  std::string path;              ///< escaped(), for messages
  bool header = false;           ///< whether the first row gave the names; otherwise they are c1, c2, ...
  bool header_guessed = false;   ///< nobody said whether there is one
  bool first_row_alone = false;  ///< no header was guessed, but the first row has a text that is nowhere else
                                 ///< in its column, as a name would be
  std::string header_doubt;      ///< why a first row that was taken for names may be a sample; "": no doubt
  bool decimal_comma = false;    ///< numbers are written with one
  char other_delimiter = '\0';   ///< there is one column, but the first rows hold as many of these each
  std::string sha256;            ///< of the file that was read, in hexadecimal, where it was asked for
  std::uint64_t rows = 0;
  std::vector<TableColumn> columns;
  Buffer values;  ///< missing cells and texts are NaN
  /// Of a table that several processes hold together, the place of each column among the values, kElsewhere for
  /// those that are not here; empty: all are, in their order.
  std::vector<std::uint32_t> places;
  std::uint64_t first_line = 1;      ///< the line of row 0
  std::vector<std::uint64_t> lines;  ///< the line of each row; empty when they follow each other

  static constexpr std::uint32_t kElsewhere = ~std::uint32_t{0};
  std::size_t place(std::size_t j) const { return places.empty() ? j : places[j]; }
  bool holds(std::size_t j) const { return places.empty() || places[j] != kElsewhere; }
  /// The values of a column that it holds.
  std::span<const double> column(std::size_t j) const { return {values.data() + place(j) * rows, rows}; }
  /// The physical line of a row, from 1.
  std::uint64_t line(std::uint64_t row) const { return lines.empty() ? first_line + row : lines[row]; }
  /// "sonar.csv:12:5 (V5)", for column j of the line.
  std::string where(std::uint64_t line, std::size_t j) const;
  /// What to say of `other_delimiter` where the only column is not what was expected; "" where there is none.
  std::string doubt_of_delimiter() const;

  /// The column that a reference means: a name first, else a number from 1, negative from the end.
  /// \param role  who asks, for the message: "target".
  /// \throws ParamError  when there is none (with the nearest name and the number of columns) or when several
  ///                     columns have that name.
  std::size_t find(std::string_view reference, std::string_view role) const;
  /// The same for each of several references, in their order. O(columns + references).
  std::vector<std::size_t> find_all(std::span<const std::string> references, std::string_view role) const;
  /// Whether find() would find something.
  bool has(std::string_view reference) const;
};

}  // namespace tamis::framework
