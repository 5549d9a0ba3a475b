#include "note_cells.hpp"

#include "../preparing/each_feature.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

void note_column(const Table& table, std::size_t j, TableColumn& column) {
  const std::span<const double> values = table.column(j);
  for (std::uint64_t i = 0; i < table.rows; ++i) {
    const double v = values[i];
    if (std::isfinite(v)) continue;
    ColumnNotes& notes = column.edit_notes();
    const std::string text = std::isinf(v)          ? (v > 0 ? "inf" : "-inf")
                             : column.texts.empty() ? ""
                                                    : column.texts[i];
    NotedCell& first = std::isinf(v)  ? notes.first_unusable
                       : text.empty() ? notes.first_missing
                                      : notes.first_text;
    if (!first) first = {table.line(i), text};
    if (std::isinf(v)) notes.unusable_why = "is not a finite number";
    column.missing += text.empty();
  }
}

}  // namespace

void note_cells(Table& table) {
  if (table.values.size() != table.rows * table.columns.size())
    throw DataError(table.path + " holds " + counted(table.values.size(), "value") + "; expected " +
                    std::to_string(table.rows) + " x " + std::to_string(table.columns.size()));
  for (const TableColumn& column : table.columns)
    if (!column.texts.empty() && column.texts.size() != table.rows)
      throw DataError(table.path + ": the column " + in_quotes(column.name) + " has " +
                      counted(column.texts.size(), "text") + "; expected " + std::to_string(table.rows));
  for_each_feature(table.columns.size(), [&](std::size_t j) { note_column(table, j, table.columns[j]); });
}

}  // namespace tamis::framework
