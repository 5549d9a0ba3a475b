#include "cell.hpp"

#include "marked_number.hpp"

#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace tamis::framework {

std::optional<std::string> with_decimal_point(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.find_first_of(",.", comma + 1) != std::string_view::npos ||
      text.substr(0, comma).find('.') != std::string_view::npos)
    return std::nullopt;
  std::string out(text);
  out[comma] = '.';
  return out;
}

UnknownCells::UnknownCells(const std::vector<std::string>& texts) : texts_(texts) {
  for (const std::string& text : texts) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end) numbers_.push_back(value);
  }
}

CellValue judge_cell(std::string_view text, const UnknownCells& unknown, bool decimal_comma) {
  text = trimmed(text);
  if (text.empty() || unknown.has(text)) return {};
  if (decimal_comma) {
    if (const auto pointed = with_decimal_point(text)) return judge_cell(*pointed, unknown);
    if (text.find('.') != std::string_view::npos) return {CellKind::text};
  }
  const char* from = text.data();
  const char* end = from + text.size();
  // from_chars knows no plus; "+-5" stays a text.
  if (*from == '+' && text.size() > 1 && from[1] != '-') ++from;
  double value = 0;
  const auto [stop, error] = std::from_chars(from, end, value);
  if (stop != end || error == std::errc::invalid_argument) return {CellKind::text};
  if (error == std::errc::result_out_of_range)
    return {CellKind::unusable, 0, "is beyond the range of a double (2.2e-308 to 1.8e308)"};
  if (unknown.has(value)) return {};
  if (!std::isfinite(value)) return {CellKind::unusable, 0, "is not a finite number"};
  return {CellKind::number, value};
}

CellValue judge_csv_cell(std::string_view text, const UnknownCells& unknown, bool decimal_comma) {
  const CellValue plain = judge_cell(text, unknown, decimal_comma);
  if (plain.kind != CellKind::text) return plain;
  const std::optional<MarkedNumber> number = read_marked_number(text, decimal_comma);
  return number ? CellValue{CellKind::number, number->value, nullptr, true, number->unit} : plain;
}

double note_cell(TableColumn& column, std::uint64_t line, std::string_view text, const CellValue& cell) {
  if (cell.kind == CellKind::number && !cell.marked) return cell.value;
  ColumnNotes& notes = column.edit_notes();
  if (cell.marked) {
    if (!notes.first_marked) notes.first_marked = {line, std::string(text)}, notes.marked_value = cell.value;
    if (!cell.unit.empty()) ++notes.units[std::string(cell.unit)];
    return cell.value;
  }
  if (cell.kind == CellKind::missing) {
    if (column.missing++ == 0) notes.first_missing = {line, {}};
  } else if (cell.kind == CellKind::text) {
    if (!notes.first_text) notes.first_text = {line, std::string(text)};
  } else if (!notes.first_unusable) {
    notes.first_unusable = {line, std::string(text)};
    notes.unusable_why = cell.why;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void merge_notes(TableColumn& column, TableColumn& other) {
  const auto earlier = [](const NotedCell& a, const NotedCell& b) { return a && (!b || a.line < b.line); };
  ColumnNotes &to = column.edit_notes(), &from = other.edit_notes();
  column.missing += other.missing;
  if (earlier(from.first_missing, to.first_missing)) to.first_missing = from.first_missing;
  if (earlier(from.first_text, to.first_text)) to.first_text = std::move(from.first_text);
  if (earlier(from.first_unusable, to.first_unusable)) {
    to.first_unusable = std::move(from.first_unusable);
    to.unusable_why = std::move(from.unusable_why);
  }
  if (earlier(from.first_marked, to.first_marked)) {
    to.first_marked = std::move(from.first_marked);
    to.marked_value = from.marked_value;
  }
  for (const auto& [unit, cells] : from.units) to.units[unit] += cells;
}

void settle_units(Table& table) {
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    TableColumn& column = table.columns[j];
    const ColumnNotes& notes = std::as_const(column).notes();
    const bool whole = notes.units.empty() || (notes.units.size() == 1 &&
                                               notes.units.begin()->second + column.missing == table.rows);
    if (whole || notes.first_text) continue;
    ColumnNotes& mixed = column.edit_notes();
    mixed.first_text = mixed.first_marked;
    mixed.mixes_units = true;
    if (table.holds(j))
      std::fill_n(table.values.data() + table.place(j) * table.rows, table.rows,
                  std::numeric_limits<double>::quiet_NaN());
  }
}

void make_room(Table& table, const ReadOptions& options) {
  for (auto from = options.texts.begin(), to = from; from != options.texts.end(); from = to) {
    std::vector<std::string> columns;  // of one role, to be found at once
    for (; to != options.texts.end() && to->role == from->role; ++to)
      if (!to->optional || table.has(to->column)) columns.push_back(to->column);
    for (const std::size_t j : table.find_all(columns, from->role)) {
      TableColumn& column = table.columns[j];
      if (from->verbatim && column.texts.empty()) column.edit_notes().verbatim = true;
      column.texts.resize(table.rows);
    }
  }
  std::size_t held = table.columns.size();
  if (options.held) {
    held = 0;
    for (const char here : options.held(table))
      table.places.push_back(here ? static_cast<std::uint32_t>(held++) : Table::kElsewhere);
  }
  table.values.resize(held * table.rows);
  for (std::size_t j = 0; options.all_texts && j < table.columns.size(); ++j)
    if (table.holds(j)) table.columns[j].texts.resize(table.rows);
}

std::string not_utf8(std::string_view text) {
  return in_quotes(text) + " is not UTF-8, perhaps Latin-1; convert the file (iconv -f LATIN1 -t UTF-8)";
}

}  // namespace tamis::framework
