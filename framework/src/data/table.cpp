#include <tamis/errors.hpp>
#include <tamis/framework/data/table.hpp>
#include <tamis/framework/text.hpp>

#include <optional>

#include "scan.hpp"

namespace tamis::framework {
namespace {

std::optional<std::size_t> by_number(std::string_view reference, std::size_t columns) {
  const auto number = whole_number(reference);
  const auto count = static_cast<std::int64_t>(columns);
  if (!number || *number == 0 || *number > count || *number < -count) return std::nullopt;
  return static_cast<std::size_t>(*number > 0 ? *number - 1 : count + *number);
}

}  // namespace

std::string default_column_name(std::size_t j) {
  // Appended, not added: GCC 12 warns of an overlap that is none in "c" + to_string (its bug 105651).
  std::string name = "c";
  return name.append(std::to_string(j + 1));
}

std::string Table::where(std::uint64_t line, std::size_t j) const {
  return path + ":" + std::to_string(line) + ":" + std::to_string(j + 1) + " (" + shown(columns[j].name) +
         ")";
}

bool Table::has(std::string_view reference) const {
  for (const TableColumn& column : columns)
    if (column.name == reference) return true;
  return by_number(reference, columns.size()).has_value();
}

std::size_t Table::find(std::string_view reference, std::string_view role) const {
  std::optional<std::size_t> found;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (columns[j].name != reference) continue;
    if (found) {
      throw ParamError(std::string(role) + ": " + path + " has two columns " + in_quotes(reference) +
                       ", number " + std::to_string(*found + 1) + " and " + std::to_string(j + 1) +
                       "; use the number, or rename one");
    }
    found = j;
  }
  if (found) return *found;
  if (const auto j = by_number(reference, columns.size())) return *j;
  std::vector<std::string> names;
  for (const TableColumn& column : columns) names.push_back(column.name);
  const std::string hint = whole_number(reference) ? "" : did_you_mean(reference, names);
  throw ParamError(std::string(role) + ": " + path + " has no column " + in_quotes(reference) + hint +
                   (hint.empty() ? "; it has " : " It has ") + counted(names.size(), "column") + ": " +
                   listed(names) +
                   (whole_number(reference) ? " (columns count from 1, or from the end with -1)" : "") +
                   (header_guessed && !header ? "; the first row was taken for a sample, not for column "
                                                "names; say `data.header = true` if it names the columns"
                                              : ""));
}

}  // namespace tamis::framework
