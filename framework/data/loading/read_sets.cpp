#include "read_sets.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace tamis::framework {
namespace {

constexpr char kLevel = '/';
// Trees of topics have ten, of genes twenty. The names of all ancestors of a label are together as long as
// the label times half its levels.
constexpr std::size_t kDeepest = 100;

/// Sets under construction: names first, codes when all names are known.
struct NamedSets {
  std::vector<std::uint64_t> start{0};
  std::vector<std::string> names;
  void end_sample() { start.push_back(names.size()); }
};

/// Begins anew, with no sample.
void name_sets(TargetColumn& t, const Classes& classes) {
  t.kind = TargetKind::sets;
  t.class_names = classes.names();
  t.set_labels.clear();
  t.set_start.assign(1, 0);
}

/// The next sample's labels, in any order, once or more often.
void add_set(TargetColumn& t, std::vector<std::int32_t> codes) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  t.set_labels.insert(t.set_labels.end(), codes.begin(), codes.end());
  t.set_start.push_back(t.set_labels.size());
}

/// \param declared  classes whether or not a sample has them.
Classes fill_sets(TargetColumn& t, const NamedSets& sets, const std::vector<std::string>& declared) {
  std::vector<std::string> all = sets.names;
  all.insert(all.end(), declared.begin(), declared.end());
  Classes classes = Classes::of(all);
  name_sets(t, classes);
  for (std::size_t i = 0; i + 1 < sets.start.size(); ++i) {
    std::vector<std::int32_t> codes;
    for (std::uint64_t e = sets.start[i]; e < sets.start[i + 1]; ++e)
      codes.push_back(classes.code(sets.names[e]));
    add_set(t, std::move(codes));
  }
  return classes;
}

std::string counts_of(const TargetColumn& t) {
  const std::size_t n = t.set_start.size() - 1;
  std::size_t without = 0;
  for (std::size_t i = 0; i < n; ++i) without += t.set_start[i] == t.set_start[i + 1];
  const double mean = n ? static_cast<double>(t.set_labels.size()) / static_cast<double>(n) : 0;
  return fmt::format("{}, {:.1f} labels per sample, {} without a label",
                     counted(t.class_names.size(), "class", "classes"), std::round(mean * 10) / 10, without);
}

/// What probably separates labels, in cells or in the names of classes.
std::string usual_separator(std::span<const std::string> texts) {
  const auto holds_at = [](const std::string& text) { return text.find('@') != std::string::npos; };
  return std::any_of(texts.begin(), texts.end(), holds_at) ? "@" : "|";
}

/// Trimmed; of "a||b" the second one is empty.
std::vector<std::string_view> labels_in(std::string_view cell, std::string_view separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = cell.find(separator);
    out.push_back(trimmed(cell.substr(0, end)));
    if (end == std::string_view::npos) return out;
    cell.remove_prefix(end + separator.size());
  }
}

/// \throws DataError
std::vector<std::string> ancestors_of(const std::string& name, const std::string& target) {
  std::vector<std::string> out;
  for (std::size_t from = 0;;) {
    const std::size_t slash = name.find(kLevel, from);
    if (slash == from || from == name.size())
      throw DataError(target + ": the label " + in_quotes(name) +
                      " has an empty level; ancestors reads labels as levels with '/' between them, as in "
                      "a/b/c");
    if (slash == std::string::npos) return out;
    if (out.size() + 1 == kDeepest)
      throw DataError(target + ": the label " + in_quotes(name) + " has more than " +
                      std::to_string(kDeepest) +
                      " levels; is each '/' in it one? Without ancestors it is a name as any other");
    out.push_back(name.substr(0, slash));
    from = slash + 1;
  }
}

}  // namespace

TargetColumn read_sets(const ColumnAt& at, const std::optional<std::string>& separator,
                       std::span<const std::uint64_t> kept, ReadNotes& remarks) {
  const TableColumn& column = at.column();
  const std::vector<std::string> cells = at.texts(kept);
  const std::string between = separator                                ? *separator
                              : column.notes().label_separator.empty() ? usual_separator(cells)
                                                                       : column.notes().label_separator;
  TargetColumn t;
  t.name = column.name;
  NamedSets sets;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i].empty())
      for (const std::string_view label : labels_in(cells[i], between)) {
        if (label.empty())
          throw DataError(at.where(kept[i]) + ": " + in_quotes(cells[i]) +
                          " holds an empty label; labels stand with " + in_quotes(between) +
                          " between them, `data.label_separator` says otherwise");
        sets.names.emplace_back(label);
      }
    sets.end_sample();
  }
  const Classes classes = fill_sets(t, sets, column.notes().declared);
  remarks.notes.push_back(t.title() + ": sets of labels, " + counts_of(t));
  classes.warn(t.title(), remarks.warnings);
  if (column.notes().declared.empty() && classes.size() > 2 && t.set_labels.size() == classes.size())
    remarks.warnings.push_back(t.title() + ": no label occurs twice; is " + in_quotes(between) +
                               " what separates them?");
  return t;
}

void warn_of_label_sets(const TargetColumn& t, ReadNotes& remarks) {
  const std::string between = usual_separator(t.class_names);
  std::size_t joined = 0;
  bool shared = false;
  std::unordered_set<std::string_view> seen;  // labels of the classes before
  for (const std::string& name : t.class_names) {
    std::vector<std::string_view> labels = labels_in(name, between);
    joined += labels.size() > 1;
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    for (const std::string_view label : labels) shared |= !seen.insert(label).second && !label.empty();
  }
  if (joined > 0 && shared)
    remarks.warnings.push_back(t.title() + ": " + counted(t.class_names.size(), "class", "classes") + ", " +
                               std::to_string(joined) + " with " + in_quotes(between) +
                               " inside; if samples have several labels, `data.target_kind = \"sets\"`");
}

TargetColumn read_indicators(const std::vector<ColumnAt>& columns, std::span<const std::uint64_t> kept,
                             ReadNotes& remarks) {
  std::vector<std::string> names;
  for (const ColumnAt& at : columns) {
    check_numbers(at, "0 or 1");
    names.push_back(at.column().name);
  }
  NamedSets sets;
  for (const std::uint64_t row : kept) {
    const auto empty = [&](const ColumnAt& at) { return std::isnan(at.values()[row]); };
    const bool unknown = std::all_of(columns.begin(), columns.end(), empty);
    for (const ColumnAt& at : columns) {
      const double v = at.values()[row];
      if (!unknown && empty(at))
        throw DataError(at.where(row) +
                        ": the cell is empty, but other labels of the row are given; fill in all of them, or "
                        "none if the sample is unknown");
      if (!unknown && v != 0 && v != 1)
        throw DataError(at.where(row) + ": " + shortest(v) +
                        " is neither 1, for a sample that has the label, nor 0");
      if (v == 1) sets.names.push_back(at.column().name);
    }
    sets.end_sample();
  }
  TargetColumn t;
  const Classes classes = fill_sets(t, sets, names);
  if (classes.size() < names.size())
    throw DataError("label_columns: two columns have one name (" + listed(names) + "); rename one");
  remarks.notes.push_back("target: sets of labels, from " + counted(columns.size(), "column") + ", " +
                          counts_of(t));
  return t;
}

void add_ancestors(TargetColumn& t, std::uint64_t samples, ReadNotes& remarks) {
  if (t.kind == TargetKind::none) return;
  if (t.kind != TargetKind::sets && t.kind != TargetKind::classes)
    throw DataError(t.title() +
                    " has no labels that ancestors could be added to; drop ancestors, or read "
                    "classes with `data.target_kind = \"class\"`");
  const bool single = t.kind == TargetKind::classes;
  const TargetColumn given = std::move(t);
  std::vector<std::string> all = given.class_names;
  std::vector<std::vector<std::string>> ancestors;
  for (const std::string& name : given.class_names) {
    ancestors.push_back(ancestors_of(name, given.title()));
    all.insert(all.end(), ancestors.back().begin(), ancestors.back().end());
  }
  const Classes classes = Classes::of(all);
  std::vector<std::vector<std::int32_t>> line;  // of each class that was given: it and its ancestors
  for (std::size_t c = 0; c < given.class_names.size(); ++c) {
    line.push_back({classes.code(given.class_names[c])});
    for (const std::string& name : ancestors[c]) line[c].push_back(classes.code(name));
  }

  t = {};
  t.name = given.name;
  name_sets(t, classes);
  for (std::uint64_t i = 0; i < samples; ++i) {
    std::vector<std::int32_t> codes;
    const auto add = [&](std::int32_t label) {
      const auto& more = line[static_cast<std::size_t>(label)];
      codes.insert(codes.end(), more.begin(), more.end());
    };
    if (single && given.labels[i] >= 0) add(given.labels[i]);
    if (!single)
      for (std::uint64_t e = given.set_start[i]; e < given.set_start[i + 1]; ++e) add(given.set_labels[e]);
    add_set(t, std::move(codes));
  }
  remarks.notes.push_back(
      "ancestors: " + std::string(single ? "each class became a set with its ancestors; " : "") +
      counted(t.class_names.size() - given.class_names.size(), "class", "classes") + " added, now " +
      counts_of(t));
}

}  // namespace tamis::framework
