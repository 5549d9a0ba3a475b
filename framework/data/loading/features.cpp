#include "features.hpp"

#include "date_features.hpp"
#include "dates.hpp"
#include "fill_gaps.hpp"
#include "inspection.hpp"
#include "naming.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace tamis::framework {
namespace {

// One-hot features beyond this are those of an identifier.
constexpr std::size_t kMostCategories = 1000;
/// What a missing cell of a categorical column is called if missing cells are filled.
constexpr std::string_view kMissingValue = "missing";

std::vector<std::size_t> columns_with(const Sources& sources, Role role) {
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < sources.roles.size(); ++j)
    if (sources.roles[j] == role) out.push_back(j);
  return out;
}

bool is_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  return comma != std::string_view::npos && text.find(',', comma + 1) == std::string_view::npos &&
         text.find_first_not_of("+-0123456789,eE") == std::string_view::npos;
}

/// `data.unknown = ["cell"]`; "" where the cell cannot be shown as it is.
std::string naming_unknown(const std::string& cell) {
  return shown(cell) == cell ? fmt::format("`data.unknown = [{}]`", in_toml(cell)) : "";
}

void check_cells(const Sources& sources) {
  const Table& table = sources.data;
  std::vector<std::string> texts;
  bool dates = false;
  for (const std::size_t j : columns_with(sources, Role::feature))
    if (const NotedCell& cell = table.columns[j].notes().first_text) {
      texts.push_back(table.columns[j].name);
      dates |= looks_like_date(cell.text);
    }
  for (const std::size_t j : columns_with(sources, Role::feature)) {
    const TableColumn& column = table.columns[j];
    if (const NotedCell& cell = column.notes().first_text) {
      if (column.notes().mixes_units)
        throw DataError(
            table.where(cell.line, j) + ": " + in_quotes(cell.text) +
                " has a unit that not all cells of the column have, so the numbers cannot be compared; write all "
                "in one unit, or use " +
                Naming(table)("data.ignore", j) + " or " + Naming(table)("data.categorical", j),
            at_feature(j));
      std::string sentence = table.where(cell.line, j) + ": " + in_quotes(cell.text) +
                             " is not a number; use " + Naming(table)("data.ignore", j) + ", " +
                             Naming(table)("data.categorical", j) + ", or name the column as the target";
      if (looks_like_date(cell.text))
        sentence += "; if it is a date, " + Naming(table)("data.dates", j) + " makes numbers of it";
      if (looks_missing(cell.text)) sentence += "; if it means missing, " + naming_unknown(cell.text);
      if (table.first_row_alone && cell.line == table.line(0))
        sentence += "; if the first row names the columns, `data.header = true`";
      if (is_decimal_comma(cell.text))
        sentence += "; numbers are read with a decimal point, `data.decimal = \"comma\"` reads commas";
      if (table.decimal_comma) sentence += "; numbers are read with a decimal comma";
      sentence += table.doubt_of_delimiter();
      if (texts.size() > 1)
        sentence += " (columns with text: " + listed(texts) + "; `data.categorical = [\"*\"]` takes " +
                    (dates ? "all but dates, `data.dates = [\"*\"]` those)" : "them all)");
      throw DataError(sentence, at_feature(j));
    }
    if (const NotedCell& cell = column.notes().first_unusable) {
      const std::string unknown = naming_unknown(cell.text);
      throw DataError(table.where(cell.line, j) + ": " + in_quotes(cell.text) + " " +
                          column.notes().unusable_why + "; correct the cell" +
                          (unknown.empty() ? ", or use " : ", use ") + Naming(table)("data.ignore", j) +
                          (unknown.empty() ? "" : ", or " + unknown + " if it means missing"),
                      at_feature(j));
    }
  }
}

/// No way to treat missing cells helps a column that has no others.
void refuse_empty_columns(const Table& table, std::span<const std::size_t> columns) {
  std::vector<std::size_t> empty;
  for (const std::size_t j : columns)
    if (table.columns[j].missing == table.rows) empty.push_back(j);
  if (empty.empty()) return;
  std::vector<std::string> names;
  for (const std::size_t j : empty) names.push_back(in_quotes(table.columns[j].name));
  throw DataError(fmt::format("{}: {} {} no value in any row; use {}", table.path, listed(names),
                              empty.size() == 1 ? "has" : "have", Naming(table)("data.ignore", empty)),
                  at_feature(empty[0]));
}

[[noreturn]] void refuse_gaps(const Table& table, const std::vector<std::size_t>& gappy,
                              std::uint64_t cells) {
  const std::size_t j = gappy[0];
  throw DataError(
      table.where(table.columns[j].notes().first_missing.line, j) + ": the cell is missing; " +
          counted(cells, "cell is", "cells are") + " missing in " + counted(gappy.size(), "feature") +
          "; use `data.missing = \"median\"`, `data.missing = \"keep\"` (for criteria that take missing "
          "cells), `data.missing = \"drop_rows\"`, or " +
          Naming(table)("data.ignore", j),
      at_feature(j));
}

void warn_of_equal_names(const std::vector<std::string>& names, ReadNotes& remarks) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names)
    if (!seen.insert(name).second) {
      remarks.warnings.push_back("two features are named " + in_quotes(name) +
                                 "; results distinguish them by their index only");
      return;
    }
}

/// One-hot features of a categorical column, one per value. The features of two values would mirror each other, so there is one,
/// of the second value.
void add_categories(const Sources& sources, std::size_t j, std::span<const std::uint64_t> kept,
                    Inspection& inspection, DataTable& parts, ReadNotes& remarks) {
  const TableColumn& column = sources.data.columns[j];
  std::vector<std::string> texts = ColumnAt{&sources.data, j}.texts(kept);
  const std::string what = "categorical " + in_quotes(column.name);
  const auto gaps = static_cast<std::uint64_t>(std::ranges::count(texts, ""));
  if (gaps > 0) {
    std::ranges::replace(texts, std::string(), std::string(kMissingValue));
    remarks.notes.push_back(fmt::format("missing: {} of {} {} a value of its own, '{}'",
                                        counted(gaps, "cell"), what, gaps == 1 ? "is" : "are",
                                        kMissingValue));
  }
  const Classes values = Classes::of(texts);
  if (values.size() > kMostCategories) {
    throw DataError(what + " has " + counted(values.size(), "distinct value") + "; expected at most " +
                    std::to_string(kMostCategories) + ". If it is an identifier, " +
                    Naming(sources.data)("data.ignore", j));
  }
  const std::size_t old = parts.values.size(), n = kept.size(), first = values.size() == 2 ? 1 : 0;
  parts.values.resize(old + (values.size() - first) * n);
  std::fill(parts.values.data() + old, parts.values.data() + parts.values.size(), 0.0);
  std::vector<double> codes;
  for (std::size_t i = 0; i < n; ++i) {
    const auto code = static_cast<std::size_t>(values.code(texts[i]));
    codes.push_back(static_cast<double>(code));
    if (code >= first) parts.values.data()[old + (code - first) * n + i] = 1;
  }
  std::vector<std::string> names;
  for (std::size_t code = first; code < values.size(); ++code)
    names.push_back(column.name + "=" + values.names()[code]);
  remarks.notes.push_back(what + ": one-hot encoded as " + counted(names.size(), "feature") + " (" +
                          listed(names) + (first == 1 ? ", else it is " + shown(values.names()[0]) : "") +
                          ")");
  if (gaps == 0) values.warn(what, remarks.warnings);
  inspection.of_categories(j, codes);
  const std::int32_t group = parts.feature_groups.empty() ? 0 : std::ranges::max(parts.feature_groups) + 1;
  parts.feature_groups.resize(parts.feature_names.size(), -1);
  parts.feature_groups.insert(parts.feature_groups.end(), names.size(), group);
  parts.category_columns.push_back(column.name);
  parts.feature_names.insert(parts.feature_names.end(), names.begin(), names.end());
}

}  // namespace

std::vector<std::uint64_t> choose_rows(const Sources& sources, const DataOptions& options,
                                       ReadNotes& remarks) {
  const Table& table = sources.data;
  const std::vector<std::size_t> plain = columns_with(sources, Role::feature);
  const std::vector<std::size_t> categorical = columns_with(sources, Role::categorical);
  const std::vector<std::size_t> dates = columns_with(sources, Role::date);
  if (plain.empty() && categorical.empty() && dates.empty())
    throw DataError(table.path + ": no feature is left: " +
                    (table.columns.size() == 1 ? "its only column"
                                               : "each of its " + counted(table.columns.size(), "column")) +
                    " is ignored or has another role");
  check_cells(sources);
  refuse_empty_columns(table, plain);

  std::vector<std::size_t> gappy;
  std::uint64_t cells = 0;
  for (const auto& list : {plain, categorical, dates})
    for (const std::size_t j : list) {
      cells += table.columns[j].missing;
      if (table.columns[j].missing) gappy.push_back(j);
    }
  std::sort(gappy.begin(), gappy.end());
  if (!gappy.empty() && options.missing == Missing::error) refuse_gaps(table, gappy, cells);
  std::vector<char> keep(table.rows, 1);
  if (options.missing == Missing::drop_rows) {
    for (const std::size_t j : gappy) {
      const bool texts = sources.roles[j] != Role::feature;
      for (std::uint64_t i = 0; i < table.rows; ++i)
        if (texts ? table.columns[j].texts[i].empty() : std::isnan(table.column(j)[i])) keep[i] = 0;
    }
  }
  std::vector<std::uint64_t> kept;
  for (std::uint64_t i = 0; i < table.rows; ++i)
    if (keep[i]) kept.push_back(i);
  const std::uint64_t dropped = table.rows - kept.size();
  if (dropped > 0) {
    std::vector<std::string> names;
    for (const std::size_t j : gappy) names.push_back(table.columns[j].name);
    remarks.notes.push_back("missing: " + counted(dropped, "row") + " of " + std::to_string(table.rows) +
                            " dropped for missing cells in " + listed(names));
  }
  if (kept.size() < 2) {
    throw DataError(
        table.path + ": " + counted(kept.size(), "sample") +
        (dropped ? " left after dropping rows with missing cells (" + std::to_string(dropped) + ")" : "") +
        "; expected at least 2" +
        (dropped ? "; use `data.missing = \"median\"`, or `data.ignore` the emptiest columns" : ""));
  }
  return kept;
}

void take_features(Sources& sources, const DataOptions& options, std::span<const std::uint64_t> kept,
                   const Division* division, DataTable& parts, ReadNotes& remarks) {
  Table& table = sources.data;
  std::vector<char> keep_column(table.values.size() / table.rows, 0), keep_row(table.rows, 0);
  std::vector<std::size_t> plain = columns_with(sources, Role::feature);
  for (const std::size_t j : plain) {
    if (table.holds(j)) keep_column[table.place(j)] = 1;
    parts.feature_names.push_back(table.columns[j].name);
  }
  if (division) {
    parts.held = division->of(plain.size());
    std::erase_if(plain, [&](std::size_t j) { return !table.holds(j); });
  }
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    if (const Role role = sources.roles[j];
        table.columns[j].missing > 0 &&
        (role == Role::feature || role == Role::categorical || role == Role::date))
      parts.gaps.push_back({table.columns[j].name, table.columns[j].missing});
  for (const std::uint64_t row : kept) keep_row[row] = 1;
  compact(table.values, table.rows, keep_column, keep_row);
  parts.values = std::move(table.values);

  if (fills_gaps(options.missing)) {
    std::vector<std::string> filled = fill_gaps(options.missing, table, plain, parts);
    if (division) filled = division->together(filled);
    if (!filled.empty())
      remarks.notes.push_back(fmt::format("missing: {} in {} ({})", treatment_in_words(options.missing),
                                          counted(filled.size(), "feature"), listed(filled, 12)));
  }
  Inspection inspection(table, parts.target);
  inspection.of_numbers(plain, parts, division);
  for (const std::size_t j : columns_with(sources, Role::date))
    take_dates(sources, j, options.date_order, kept, parts, remarks);
  for (const std::size_t j : columns_with(sources, Role::categorical))
    add_categories(sources, j, kept, inspection, parts, remarks);
  inspection.warn(remarks);
  warn_of_equal_names(parts.feature_names, remarks);
}

}  // namespace tamis::framework
