#include <tamis/framework/data/reduced_table.hpp>

#include "../formats/cell.hpp"
#include "../formats/marked_number.hpp"
#include "sources.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace tamis::framework {
namespace {

constexpr const char* kRole = "output.table";

/// A feature is a column, or NAME=VALUE of a categorical one, or NAME.PART of a date.
std::size_t column_of(const Table& table, const std::string& feature) {
  const auto is_column = [&](std::string_view name) {
    return std::ranges::any_of(table.columns, [&](const TableColumn& c) { return c.name == name; });
  };
  if (is_column(feature)) return table.find(feature, kRole);
  for (std::size_t end = feature.find_first_of("=."); end != std::string::npos;
       end = feature.find_first_of("=.", end + 1))
    if (is_column(feature.substr(0, end))) return table.find(feature.substr(0, end), kRole);
  return table.find(feature, kRole);  // refuses it
}

bool tells_of_outcome(Role role) {
  return role != Role::feature && role != Role::categorical && role != Role::date && role != Role::ignored;
}

/// The columns that are kept, in the order in which they are written.
class Columns {
 public:
  Columns(const Table& table, const Table* second, const DataOptions& options,
          std::span<const std::string> features) {
    for (const std::string& feature : features) add(column_of(table, feature));
    Sources named(options, without_rows(table), second ? std::optional(without_rows(*second)) : std::nullopt);
    for (std::size_t j = 0; j < named.roles.size(); ++j)
      if (tells_of_outcome(named.roles[j])) add(j);
    if (second) of_second_ = named.outcome_of_second();
  }
  const std::vector<std::size_t>& of_first() const { return of_first_; }
  const std::vector<std::size_t>& of_second() const { return of_second_; }

 private:
  static Table without_rows(const Table& table) {
    Table names = names_of(table);
    names.rows = 0;
    return names;
  }
  void add(std::size_t j) {
    if (std::ranges::find(of_first_, j) == of_first_.end()) of_first_.push_back(j);
  }

  std::vector<std::size_t> of_first_, of_second_;
};

}  // namespace

void check_reducible(const DataOptions& options) {
  const auto refuse = [](const std::string& why) {
    throw ParamError(std::string("`output.table` is cut from the table that is read, but ") + why);
  };
  if (options.generate)
    refuse("here the data are made; `tamis generate` writes them, and a run on that file reduces it");
  if (options.is_libsvm()) refuse("a LIBSVM file has no columns; convert it to CSV or ARFF");
  std::error_code none;
  if (const std::filesystem::path path(options.path);
      std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    refuse(escaped(options.path) + " can be read only once; write the table to a file first");
}

std::string reduced_table(const DataOptions& options, std::span<const std::string> features) {
  ReadOptions how = read_options(options);
  how.unknown.clear();  // what means missing is written as it is
  how.all_texts = true;
  std::optional<Table> second;
  if (options.target_path) second = read_table(*options.target_path, how);
  std::optional<Columns> columns;
  how.format = options.format;
  how.held = [&](const Table& named) {
    columns.emplace(named, second ? &*second : nullptr, options, features);
    std::vector<char> held(named.columns.size(), 0);
    for (const std::size_t j : columns->of_first()) held[j] = 1;
    return held;
  };
  const Table table = read_table(options.path, how);

  std::vector<ColumnAt> written;
  for (const std::size_t j : columns->of_first()) written.push_back({&table, j});
  for (const std::size_t j : columns->of_second()) written.push_back({&*second, j});
  std::string out;
  const auto add_row = [&](const auto& cell) {
    for (std::size_t k = 0; k < written.size(); ++k) {
      if (k > 0) out += ',';
      out += csv_cell(cell(written[k]));
    }
    out += '\n';
  };
  // a comma separates cells here, so numbers get a point
  const auto as_written = [](const ColumnAt& at, std::uint64_t row) {
    const double value = at.values()[row];
    if (std::isnan(value)) return at.text(row);
    const bool comma = at.table->decimal_comma;
    if (read_marked_number(at.text(row), comma)) return shortest(value);
    return comma ? with_decimal_point(at.text(row)).value_or(at.text(row)) : at.text(row);
  };
  add_row([](const ColumnAt& at) -> const std::string& { return at.column().name; });
  for (std::uint64_t row = 0; row < table.rows; ++row)
    add_row([&](const ColumnAt& at) { return as_written(at, row); });
  return out;
}

}  // namespace tamis::framework
