#include "exchange_notes.hpp"

#include <tamis/errors.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

using nlohmann::json;

json to_json(const NotedCell& cell) { return {cell.line, cell.text}; }
NotedCell read_cell(const json& cell) { return {cell[0].get<std::uint64_t>(), cell[1].get<std::string>()}; }

json notes_of(const TableColumn& column, std::size_t j) {
  const ColumnNotes& notes = column.notes();
  return {j,
          column.missing,
          to_json(notes.first_missing),
          to_json(notes.first_text),
          to_json(notes.first_unusable),
          notes.unusable_why};
}

void read_notes(const json& said, Table& table) {
  TableColumn& column = table.columns[said[0].get<std::size_t>()];
  column.missing = said[1].get<std::uint64_t>();
  ColumnNotes& notes = column.edit_notes();
  notes.first_missing = read_cell(said[2]);
  notes.first_text = read_cell(said[3]);
  notes.first_unusable = read_cell(said[4]);
  notes.unusable_why = said[5].get<std::string>();
}

bool is_noted(const TableColumn& column) {
  return column.missing || column.notes().first_text || column.notes().first_unusable;
}

}  // namespace

void exchange_notes(Table& table, const Division& division) {
  const std::vector<std::string> tables =
      division.all_gather(json{table.rows, table.columns.size(), table.sha256}.dump());
  if (std::ranges::count(tables, tables[0]) != std::ssize(tables))
    throw DataError(table.path +
                    " is not the same in all processes of the run: it has other rows, columns or "
                    "bytes; give all hosts the same file");
  json mine = json::array();
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    if (table.holds(j) && is_noted(table.columns[j])) mine.push_back(notes_of(table.columns[j], j));
  for (const std::string& bytes :
       division.all_gather(mine.dump(-1, ' ', false, json::error_handler_t::replace)))
    for (const json& said : json::parse(bytes))
      if (!is_noted(table.columns[said[0].get<std::size_t>()])) read_notes(said, table);
}

}  // namespace tamis::framework
