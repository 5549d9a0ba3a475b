#include "read_target.hpp"

#include "../formats/scan.hpp"
#include "read_sets.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/soft_names.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
// More integers than this are more likely counts or measurements than classes.
constexpr std::size_t kMostAutomaticClasses = 20;
constexpr double kRounding = 1e-9;
// Probabilities written with two or three decimals miss 1 by less than this.
constexpr double kSumTolerance = 0.01;

// What the known numbers of a target column are.
struct Numbers {
  std::size_t known = 0, distinct = 0;
  bool integers = true;
};
Numbers numbers_in(const ColumnAt& at, std::span<const std::uint64_t> kept) {
  std::vector<double> values;
  Numbers out;
  for (const std::uint64_t row : kept) {
    const double v = at.values()[row];
    if (std::isnan(v)) continue;
    values.push_back(v);
    out.integers &= v == std::trunc(v);
  }
  out.known = values.size();
  std::sort(values.begin(), values.end());
  out.distinct = static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
  return out;
}

TargetColumn read_classes(const ColumnAt& at, std::span<const std::uint64_t> kept,
                          std::span<const std::string> more_classes, const std::string& reason,
                          ReadNotes& remarks) {
  TargetColumn t;
  t.kind = TargetKind::classes;
  t.name = at.column().name;
  const std::vector<std::string> texts = at.texts(kept);
  std::vector<std::string> names = texts;
  names.insert(names.end(), at.column().notes().declared.begin(), at.column().notes().declared.end());
  names.insert(names.end(), more_classes.begin(), more_classes.end());
  const Classes classes = Classes::of(names);
  t.class_names = classes.names();
  for (const std::string& text : texts) t.labels.push_back(classes.code(text));
  remarks.notes.push_back(t.title() + ": " + class_counts(t.class_names, t.labels) +
                          unknown_samples(t, kept.size()) + reason);
  classes.warn(t.title(), remarks.warnings);
  if (classes.size() > 2 && classes.size() == kept.size())
    remarks.warnings.push_back(t.title() +
                               ": every sample is a class of its own; is the column an identifier?");
  return t;
}

TargetColumn read_real(const ColumnAt& at, std::span<const std::uint64_t> kept, const std::string& reason,
                       ReadNotes& remarks) {
  TargetColumn t;
  t.kind = TargetKind::real;
  t.name = at.column().name;
  for (const std::uint64_t row : kept) t.real.push_back(at.values()[row]);
  remarks.notes.push_back(t.title() + ": real values" + unknown_samples(t, kept.size()) + reason);
  return t;
}

TargetColumn read_soft(const Sources& sources, std::span<const std::uint64_t> kept, ReadNotes& remarks) {
  TargetColumn t;
  t.kind = TargetKind::soft;
  for (const ColumnAt& at : sources.soft) {
    check_numbers(at, "a probability");
    t.class_names.push_back(at.column().name);
  }
  const std::vector<std::string> columns = t.class_names;
  t.class_names = classes_of_columns(columns);
  const std::size_t l = columns.size(), n = kept.size();
  check_soft_size(n, l, "soft");
  t.soft.resize(n * l);
  const Matrix soft = t.probabilities();
  std::uint64_t rescaled = 0;
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t row = kept[i];
    double sum = 0;
    std::size_t gap = l, gaps = 0;
    for (std::size_t s = 0; s < l; ++s) {
      double p = sources.soft[s].values()[row];
      if (std::isnan(p)) {
        ++gaps;
        if (gap == l) gap = s;
      } else if (p < -kRounding || p > 1 + kRounding) {
        throw DataError(sources.soft[s].where(row) + ": " + shortest(p) +
                        " is not a probability; expected 0 to 1");
      }
      p = std::isnan(p) ? p : std::clamp(p, 0.0, 1.0);
      soft(i, s) = p;
      sum += p;
    }
    if (gaps == l) continue;
    if (gaps > 0)
      throw DataError(sources.soft[gap].where(row) +
                      ": the cell is empty, but other probabilities of the row are "
                      "given; fill in all of them, or none if the sample is unknown");
    const double off = std::fabs(sum - 1);
    // One part in a million of slack: 0.33 + 0.33 + 0.33 misses by 0.01 and a rounding error.
    if (off > kSumTolerance * (1 + 1e-6)) {
      const Table& table = *sources.soft[0].table;
      throw DataError(table.path + ":" + std::to_string(table.line(row)) + ": the probabilities (" +
                      listed(columns) + ") sum to " + shortest(sum) + "; expected 1 within 0.01");
    }
    if (off <= kRounding) continue;
    ++rescaled;
    worst = std::max(worst, off);
    for (std::size_t s = 0; s < l; ++s) soft(i, s) /= sum;
  }
  remarks.notes.push_back("target: soft labels over " + counted(l, "class", "classes") + " (" +
                          listed(t.class_names) + "), from " + counted(l, "column") + " " + listed(columns) +
                          unknown_samples(t, n));
  if (rescaled > 0) {
    remarks.warnings.push_back(
        "soft labels: " + counted(rescaled, "row") + " of " + std::to_string(n) +
        " did not sum to 1 (off by up to " + shortest(worst) +
        (rescaled == 1 ? ") and was divided by its sum" : ") and were divided by their sums"));
  }
  return t;
}

void add_certainty(TargetColumn& t, const ColumnAt& at, std::span<const std::uint64_t> kept,
                   ReadNotes& remarks) {
  check_numbers(at, "a certainty");
  const std::size_t n = kept.size(), l = t.class_names.size();
  check_soft_size(n, l, t.title());
  t.certainty.assign(n, kUnknown);
  t.soft.assign(n * l, kUnknown);
  const Matrix soft = t.probabilities();
  for (std::size_t i = 0; i < n; ++i) {
    if (t.labels[i] < 0) continue;
    const double c = at.values()[kept[i]];
    if (std::isnan(c))
      throw DataError(at.where(kept[i]) +
                      ": the certainty is missing, but the label is given; fill it in, or "
                      "leave the label empty too");
    if (c < 0 || c > 1)
      throw DataError(at.where(kept[i]) + ": " + shortest(c) + " is not a certainty; expected 0 to 1");
    if (l == 1 && c != 1)
      throw DataError(at.where(kept[i]) + ": the certainty is below 1, but there is only one class");
    t.certainty[i] = c;
    for (std::size_t s = 0; s < l; ++s)
      soft(i, s) = static_cast<std::int32_t>(s) == t.labels[i] ? c : (1 - c) / static_cast<double>(l - 1);
  }
  t.kind = TargetKind::soft;
  remarks.notes.push_back(
      "certainty " + in_quotes(at.column().name) +
      ": each label has its certainty as its probability, the rest is spread evenly over the "
      "other classes (our reading)");
}

/// That there is no target, with a warning if a feature has a name that targets have.
void note_no_target(const Sources& sources, ReadNotes& remarks) {
  constexpr std::string_view kNames[] = {"target", "class", "label", "labels", "outcome"};
  remarks.notes.push_back("target: none was named");
  for (std::size_t j = 0; j < sources.roles.size(); ++j) {
    const std::string& name = sources.data.columns[j].name;
    const bool is_feature = sources.roles[j] == Role::feature || sources.roles[j] == Role::categorical;
    if (is_feature && std::ranges::find(kNames, lower_case(name)) != std::end(kNames))
      remarks.warnings.push_back(
          "column '" + name +
          "' is taken as a feature, since no target was named; if it is the target: `data.target = \"" +
          name + "\"`");
  }
}

}  // namespace

void check_numbers(const ColumnAt& at, const std::string& what) {
  const TableColumn& column = at.column();
  const bool text =
      column.notes().first_text &&
      (!column.notes().first_unusable || column.notes().first_text.line < column.notes().first_unusable.line);
  const NotedCell& cell = text ? column.notes().first_text : column.notes().first_unusable;
  if (!cell) return;
  throw DataError(at.table->where(cell.line, at.j) + ": " + in_quotes(cell.text) + " " +
                  (text ? "is not a number" : column.notes().unusable_why) + "; expected " + what +
                  ", or an empty cell; `data.unknown` lists what else means unknown");
}

std::string unknown_samples(const TargetColumn& t, std::uint64_t samples) {
  std::uint64_t unknown = 0;
  for (std::uint64_t i = 0; i < samples; ++i) unknown += !t.known(i);
  if (unknown == 0) return "";
  if (unknown == samples) return "; all samples are unknown";
  return "; " + counted(unknown, "sample is unknown", "samples are unknown");
}

TargetColumn read_column(const ColumnAt& at, const DataOptions& options, std::span<const std::uint64_t> kept,
                         ReadNotes& remarks, std::span<const std::string> more_classes) {
  const auto classes = [&](const std::string& reason) {
    return read_classes(at, kept, more_classes, reason, remarks);
  };
  const TargetReading reading = options.certainty ? TargetReading::classes : options.target_kind;
  if (reading == TargetReading::classes) return classes("");
  const TableColumn& column = at.column();
  if (reading == TargetReading::sets ||
      (reading == TargetReading::automatic && !column.notes().label_separator.empty()))
    return read_sets(at, options.label_separator, kept, remarks);
  if (reading == TargetReading::real) {
    if (column.notes().first_text) {
      throw DataError(
          at.table->where(column.notes().first_text.line, at.j) + ": " +
          in_quotes(column.notes().first_text.text) +
          " is not a number, but the target is to be read as real values; "
          "`data.target_kind = \"class\"` reads classes, `data.unknown` lists what means unknown");
    }
    check_numbers(at, "a number");
    return read_real(at, kept, " (" + std::to_string(numbers_in(at, kept).distinct) + " distinct)", remarks);
  }
  if (column.notes().first_text || !column.notes().declared.empty()) {
    TargetColumn t = classes("");
    warn_of_label_sets(t, remarks);
    return t;
  }
  check_numbers(at, "a class or a number");
  const Numbers numbers = numbers_in(at, kept);
  if (numbers.known == 0) return classes("");
  if (numbers.integers && numbers.distinct <= kMostAutomaticClasses)
    return classes(" (auto: " + counted(numbers.distinct, "distinct integer") +
                   "; `data.target_kind = \"real\"` to read them as numbers)");
  return read_real(at, kept,
                   " (auto: " + counted(numbers.distinct, "distinct number") +
                       "; `data.target_kind = \"class\"` to read them as classes)",
                   remarks);
}

TargetColumn read_target(const Sources& sources, const DataOptions& options,
                         std::span<const std::uint64_t> kept, ReadNotes& remarks) {
  TargetColumn t;
  const std::vector<std::string> clean =
      sources.clean ? sources.clean.texts(kept) : std::vector<std::string>{};
  if (sources.target) {
    t = read_column(sources.target, options, kept, remarks, clean);
    if (sources.certainty) add_certainty(t, sources.certainty, kept, remarks);
  } else if (!sources.labels.empty()) {
    t = read_indicators(sources.labels, kept, remarks);
  } else if (!sources.soft.empty()) {
    t = read_soft(sources, kept, remarks);
  } else if (!sources.annotators.empty() || sources.votes) {
    t = read_votes(sources, options, kept, clean, remarks);
  } else {
    note_no_target(sources, remarks);
  }
  if (options.ancestors) add_ancestors(t, kept.size(), remarks);
  if (options.harden && t.kind == TargetKind::soft) {
    const std::uint64_t ties = take_most_probable(t, kept.size());
    remarks.notes.push_back(hardened(t, ties));
  }
  return t;
}

}  // namespace tamis::framework
