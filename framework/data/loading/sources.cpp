#include "sources.hpp"

#include "dates.hpp"
#include "exchange_notes.hpp"
#include "row_texts.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

const char* name_of(Role role) {
  switch (role) {
    case Role::feature:
      return "feature";
    case Role::categorical:
      return "categorical";
    case Role::date:
      return "dates";
    case Role::ignored:
      return "ignore";
    case Role::target:
      return "target";
    case Role::soft:
      return "soft";
    case Role::certainty:
      return "certainty";
    case Role::clean:
      return "clean";
    case Role::annotator:
      return "annotators";
    case Role::label:
      return "label_columns";
    case Role::weights:
      return "weights";
    case Role::groups:
      return "groups";
    case Role::id:
      return "annotators.id";
  }
  return "";
}

// A file of its own for the target, in which no column is named.
bool unnamed_target(const DataOptions& o) {
  return o.target_path && !o.target && o.soft.empty() && o.annotators.empty() && !o.votes &&
         o.label_columns.empty();
}

[[noreturn]] void refuse_twice(const TableColumn& column, Role role) {
  throw ParamError("data." + std::string(name_of(role)) + " names the column " + in_quotes(column.name) +
                   " twice");
}

std::vector<TextRequest> texts_of_target(const DataOptions& o) {
  std::vector<TextRequest> texts;
  if (o.target) texts.push_back({*o.target, "target"});
  if (!o.all_annotators())
    for (const std::string& column : o.annotators) texts.push_back({column, "annotators"});
  return texts;
}

/// Of columns that may stand in the one file or in the other.
void add_texts_in_either(const DataOptions& o, ReadOptions& options) {
  if (o.clean) options.texts.push_back({*o.clean, "clean", o.target_path.has_value()});
  if (o.groups) options.texts.push_back({*o.groups, "groups", o.target_path.has_value()});
}

/// Whether the file declares values that are no numbers. Two numbers tell the same as one category of two values.
bool is_nominal(const TableColumn& column, Nominal numbers) {
  const ColumnNotes& notes = column.notes();
  if (!notes.label_separator.empty() || notes.declared.empty()) return false;
  return notes.first_text || (numbers == Nominal::category && notes.declared.size() > 2);
}

/// Whether `data.categorical = ["*"]` means the column, if it is a feature.
bool holds_categories(const TableColumn& column) {
  const NotedCell& text = column.notes().first_text;
  return text && !looks_like_date(text.text);
}

/// Whether `data.dates = ["*"]` means the column, if it is a feature.
bool holds_dates(const TableColumn& column) {
  const NotedCell& text = column.notes().first_text;
  return text && looks_like_date(text.text);
}

/// The texts of a column that has numbers only.
void write_texts(Table& table, std::size_t j) {
  std::vector<std::string> texts;
  for (std::uint64_t row = 0; row < table.rows; ++row) texts.push_back(ColumnAt{&table, j}.text(row));
  table.columns[j].texts = std::move(texts);
}

}  // namespace

Table names_of(const Table& table) {
  Table names;
  names.path = table.path;
  names.header = table.header;
  names.header_guessed = table.header_guessed;
  names.other_delimiter = table.other_delimiter;
  names.rows = table.rows;
  for (const TableColumn& column : table.columns) names.columns.emplace_back().name = column.name;
  return names;
}

ReadOptions read_options(const DataOptions& o) {
  ReadOptions options;
  options.max_bytes = o.max_bytes;
  options.header = o.header;
  options.delimiter = o.delimiter;
  options.decimal = o.decimal;
  options.unknown = o.unknown;
  return options;
}

std::string ColumnAt::text(std::uint64_t row) const {
  if (!column().texts.empty()) return column().texts[row];
  const double v = values()[row];
  return std::isnan(v) ? "" : label_text(v);
}

std::vector<std::string> ColumnAt::texts(std::span<const std::uint64_t> rows) const {
  std::vector<std::string> out;
  out.reserve(rows.size());
  for (const std::uint64_t row : rows) out.push_back(text(row));
  return out;
}

Sources::Sources(const DataOptions& options, bool digest, const Division* division) {
  read(options, digest, division);
  assign(options);
}

Sources::Sources(const DataOptions& options, Table data, std::optional<Table> second)
    : data(std::move(data)), second(std::move(second)) {
  if (this->second) check_second(options);
  assign(options);
  // what points at texts, or looks at them when the values are taken away
  for (const ColumnAt& at : annotators)
    write_texts(at.table == &this->data ? this->data : *this->second, at.j);
  for (std::size_t j = 0; j < roles.size(); ++j)
    if (roles[j] == Role::categorical || roles[j] == Role::date) write_texts(this->data, j);
}

void Sources::read(const DataOptions& o, bool digest, const Division* division) {
  ReadOptions base = read_options(o);
  base.digest = digest;

  ReadOptions main = base;
  if (!o.target_path) main.texts = texts_of_target(o);
  main.all_texts = o.all_categorical() || o.all_dates();
  if (!o.all_categorical())
    for (const std::string& column : o.categorical) main.texts.push_back({column, "categorical"});
  if (!o.all_dates())
    for (const std::string& column : o.dates) main.texts.push_back({column, "dates"});
  add_texts_in_either(o, main);
  if (o.votes && !o.votes->first_row)
    main.texts.push_back({o.votes->id.empty() ? "id" : o.votes->id, "annotators.id", o.votes->id.empty()});
  if (o.keep_row_texts) add_row_texts(o, main);
  main.format = o.format;
  if (division)
    main.held = [&](const Table& named) {
      if (o.target_path) read_second(o, base);
      return held_of(named, o, *division);
    };
  data = read_table(o.path, main);
  if (division) exchange_notes(data, *division);

  if (o.target_path) {
    if (!second) read_second(o, base);
    check_second(o);
  }
  if (o.votes) {
    ReadOptions rows = base;
    rows.texts = {{o.votes->sample, "annotators.sample"},
                  {o.votes->annotator, "annotators.annotator"},
                  {o.votes->label, "annotators.label"}};
    votes = read_table(o.votes->path, rows);
  }
}

void Sources::read_second(const DataOptions& o, const ReadOptions& base) {
  ReadOptions other = base;
  other.texts = texts_of_target(o);
  add_texts_in_either(o, other);
  // A file of one column needs no name for it.
  if (unnamed_target(o)) other.texts.push_back({"1", "target_path"});
  other.all_texts = o.all_annotators();
  second = read_table(*o.target_path, other);
}

/// The columns that are no features, and its share of those that are: by the roles that their names give.
std::vector<char> Sources::held_of(const Table& named, const DataOptions& o, const Division& division) const {
  Sources names;
  names.data = names_of(named);
  if (second) names.second = names_of(*second);
  names.assign(o);
  std::vector<char> held;
  const Share mine = division.of(names.features());
  std::size_t feature = 0;
  for (const Role role : names.roles)
    held.push_back(role == Role::feature ? mine.holds(feature++) : role != Role::ignored);
  return held;
}

std::size_t Sources::features() const {
  return static_cast<std::size_t>(std::ranges::count(roles, Role::feature));
}

std::vector<std::size_t> Sources::outcome_of_second() const {
  std::vector<std::size_t> columns;
  const auto add = [&](const ColumnAt& at) {
    if (second && at.table == &*second) columns.push_back(at.j);
  };
  for (const ColumnAt* at : {&target, &certainty, &clean, &weights, &groups}) add(*at);
  for (const auto* list : {&soft, &annotators, &labels})
    for (const ColumnAt& at : *list) add(at);
  std::ranges::sort(columns);
  return columns;
}

void Sources::check_second(const DataOptions& o) const {
  if (unnamed_target(o) && second->columns.size() > 1 && o.target_kind != TargetReading::sets) {
    std::vector<std::string> names;
    for (const TableColumn& column : second->columns) names.push_back(column.name);
    throw ParamError("target_path: " + second->path + " has " + counted(names.size(), "column") + " (" +
                     listed(names) + "); name the target among them with `data.target` or `data.soft`");
  }
  if (second->rows != data.rows) {
    const std::uint64_t gap = second->rows > data.rows ? second->rows - data.rows : data.rows - second->rows;
    throw DataError(second->path + " has " + counted(second->rows, "row") + ", " + data.path + " has " +
                    std::to_string(data.rows) + "; expected one row of targets per sample" +
                    (gap == 1 && second->header != data.header
                         ? std::string("; the first row of ") + (second->header ? second->path : data.path) +
                               " was taken as a header, `data.header` says otherwise"
                         : ""));
  }
}

std::vector<ColumnAt> Sources::take_all(const Table& table, std::span<const std::string> references,
                                        Role role) {
  std::vector<ColumnAt> out;
  std::vector<char> taken(table.columns.size(), 0);
  for (const std::size_t j : table.find_all(references, name_of(role))) {
    const TableColumn& column = table.columns[j];
    if (taken[j] && role != Role::ignored) refuse_twice(column, role);
    taken[j] = 1;
    if (&table == &data) {
      if (roles[j] != Role::feature && roles[j] != role)
        throw ParamError("column " + in_quotes(column.name) + " is named by both data." + name_of(roles[j]) +
                         " and data." + name_of(role) + "; a column has one role");
      roles[j] = role;
    }
    out.push_back({&table, j});
  }
  return out;
}

ColumnAt Sources::take(const Table& table, const std::string& reference, Role role) {
  return take_all(table, {&reference, 1}, role)[0];
}

std::vector<ColumnAt> Sources::others_of(const Table& table) const {
  std::vector<ColumnAt> out;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const auto is = [&](const ColumnAt& at) { return at.table == &table && at.j == j; };
    if (!is(clean) && !is(weights) && !is(groups)) out.push_back({&table, j});
  }
  return out;
}

void Sources::assign(const DataOptions& o) {
  roles.assign(data.columns.size(), Role::feature);
  const Table& outcome = second ? *second : data;
  if (o.target)
    target = take(outcome, *o.target, Role::target);
  else if (unnamed_target(o) && second->columns.size() == 1)
    target = take(outcome, "1", Role::target);
  soft = take_all(outcome, o.soft, Role::soft);
  if (o.certainty) certainty = take(outcome, *o.certainty, Role::certainty);
  if (!o.all_annotators()) annotators = take_all(outcome, o.annotators, Role::annotator);
  labels = take_all(outcome, o.label_columns, Role::label);
  const auto beside = [&](const std::string& reference, Role role) {
    return take(!data.has(reference) && second && second->has(reference) ? *second : data, reference, role);
  };
  if (o.clean) clean = beside(*o.clean, Role::clean);
  if (o.weights) weights = beside(*o.weights, Role::weights);
  if (o.groups) groups = beside(*o.groups, Role::groups);
  if (unnamed_target(o) && second->columns.size() > 1) labels = others_of(*second);
  if (o.all_annotators()) annotators = others_of(*second);
  take_all(data, o.ignore, Role::ignored);
  if (!o.all_categorical()) take_all(data, o.categorical, Role::categorical);
  if (!o.all_dates()) take_all(data, o.dates, Role::date);
  for (std::size_t j = 0; j < roles.size(); ++j)
    if (roles[j] == Role::feature && (is_nominal(data.columns[j], o.nominal) ||
                                      (o.all_categorical() && holds_categories(data.columns[j]))))
      roles[j] = Role::categorical;
    else if (roles[j] == Role::feature && o.all_dates() && holds_dates(data.columns[j]))
      roles[j] = Role::date;
  if (o.votes && !o.votes->first_row) {
    const std::string& name = o.votes->id;
    if (!name.empty()) {
      id = take(data, name, Role::id);
    } else if (data.has("id")) {
      // An id that is also ignored still names the samples.
      const std::size_t j = data.find("id", name_of(Role::id));
      id = {&data, j};
      if (roles[j] == Role::feature) roles[j] = Role::id;
    }
  }
}

}  // namespace tamis::framework
