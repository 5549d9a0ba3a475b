#include <tamis/framework/data/table.hpp>

#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <optional>
#include <unordered_map>

namespace tamis::framework {
namespace {

std::optional<std::size_t> by_number(std::string_view reference, std::size_t columns) {
  const auto number = whole_number(reference);
  const auto count = static_cast<std::int64_t>(columns);
  if (!number || *number == 0 || *number > count || *number < -count) return std::nullopt;
  return static_cast<std::size_t>(*number > 0 ? *number - 1 : count + *number);
}

[[noreturn]] void refuse_unknown(const Table& table, std::string_view reference, std::string_view role) {
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns) names.push_back(column.name);
  const std::string hint = whole_number(reference) ? "" : did_you_mean(reference, names);
  throw ParamError(
      std::string(role) + ": " + table.path + " has no column " + in_quotes(reference) + hint +
      (hint.empty() ? "; it has " : " It has ") + counted(names.size(), "column") + ": " + listed(names) +
      (whole_number(reference) ? " (columns count from 1, or from the end with -1)" : "") +
      (table.header_guessed && !table.header ? "; the first row was taken for a sample, not for column "
                                               "names; say `data.header = true` if it names the columns"
                                             : "") +
      table.doubt_of_delimiter());
}

}  // namespace

std::string default_column_name(std::size_t j) {
  // Appended, not added: GCC 12 warns of an overlap that is none in "c" + to_string (its bug 105651).
  std::string name = "c";
  return name.append(std::to_string(j + 1));
}

const ColumnNotes& TableColumn::notes() const {
  static const ColumnNotes none;
  return notes_ ? *notes_ : none;
}

ColumnNotes& TableColumn::edit_notes() {
  if (!notes_) notes_ = std::make_unique<ColumnNotes>();
  return *notes_;
}

std::string Table::where(std::uint64_t line, std::size_t j) const {
  return path + ":" + std::to_string(line) + ":" + std::to_string(j + 1) + " (" + shown(columns[j].name) +
         ")";
}

std::string Table::doubt_of_delimiter() const {
  if (!other_delimiter) return "";
  return "; if " + in_quotes(std::string_view(&other_delimiter, 1)) +
         " separates its cells, say `data.delimiter = \"" + other_delimiter + "\"`";
}

bool Table::has(std::string_view reference) const {
  for (const TableColumn& column : columns)
    if (column.name == reference) return true;
  return by_number(reference, columns.size()).has_value();
}

std::size_t Table::find(std::string_view reference, std::string_view role) const {
  const std::string one(reference);
  return find_all({&one, 1}, role)[0];
}

std::vector<std::size_t> Table::find_all(std::span<const std::string> references,
                                         std::string_view role) const {
  struct Places {
    std::optional<std::size_t> first, second;
  };
  std::unordered_map<std::string_view, Places> named;
  for (const std::string& reference : references) named.try_emplace(reference);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto at = named.find(columns[j].name);
    if (at == named.end() || at->second.second) continue;
    (at->second.first ? at->second.second : at->second.first) = j;
  }
  std::vector<std::size_t> out;
  out.reserve(references.size());
  for (const std::string& reference : references) {
    const auto [first, second] = named.at(reference);
    if (second)
      throw ParamError(std::string(role) + ": " + path + " has two columns " + in_quotes(reference) +
                       ", number " + std::to_string(*first + 1) + " and " + std::to_string(*second + 1) +
                       "; use the number, or rename one");
    const auto j = first ? first : by_number(reference, columns.size());
    if (!j) refuse_unknown(*this, reference, role);
    out.push_back(*j);
  }
  return out;
}

}  // namespace tamis::framework
