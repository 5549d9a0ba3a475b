#include <tamis/framework/data/load_data.hpp>

#include "../formats/libsvm.hpp"
#include "../preparing/merge_classes.hpp"
#include "../preparing/spellings.hpp"
#include "alike_rows.hpp"
#include "check_parts.hpp"
#include "features.hpp"
#include "note_cells.hpp"
#include "read_sets.hpp"
#include "read_target.hpp"
#include "row_texts.hpp"
#include "sources.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/data/tf_idf.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

std::vector<double> read_weights(const ColumnAt& at, std::span<const std::uint64_t> kept) {
  check_numbers(at, "a weight");
  std::vector<double> out;
  double largest = 0;
  for (const std::uint64_t row : kept) {
    const double w = at.values()[row];
    if (std::isnan(w))
      throw DataError(at.where(row) + ": the weight is missing; a sample that does not count has 0");
    if (w < 0) throw DataError(at.where(row) + ": the weight is negative; expected 0 or more");
    largest = std::max(largest, w);
    out.push_back(w);
  }
  if (largest == 0)
    throw DataError("weights " + in_quotes(at.column().name) + " are all 0; at least one sample must count");
  return out;
}

/// What is to be known of weights: (sum w)^2 / sum w^2, the number of equal samples that they are worth (Kish 1965).
void note_weights(const ColumnAt& at, const std::vector<double>& weights, ReadNotes& remarks) {
  const double largest = std::ranges::max(weights);
  double sum = 0, squares = 0;
  for (const double w : weights) sum += w / largest, squares += (w / largest) * (w / largest);
  const double worth = sum * sum / squares;
  remarks.notes.push_back(fmt::format("weights: column {} (effective sample size {:.1f} of {})",
                                      in_quotes(at.column().name), worth, weights.size()));
  constexpr std::size_t kFew = 10;
  if (worth < kFew && weights.size() >= kFew)
    remarks.warnings.push_back(fmt::format(
        "weights {} are so unequal that their effective sample size is {:.1f} of {}: a few samples decide, and "
        "all estimates are rough",
        in_quotes(at.column().name), worth, weights.size()));
}

void read_groups(const ColumnAt& at, std::span<const std::uint64_t> kept, DataTable& parts,
                 ReadNotes& remarks) {
  const std::vector<std::string> texts = at.texts(kept);
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].empty())
      throw DataError(at.where(kept[i]) + ": the group is missing; every sample needs one");
  const Classes groups = Classes::of(texts);
  for (const std::string& text : texts) parts.groups.push_back(groups.code(text));
  parts.group_names = groups.names();
  remarks.notes.push_back("groups " + in_quotes(at.column().name) + ": " + counted(groups.size(), "group"));
}

/// Names the columns of numbers that have marks, with an example of each.
void note_marked_numbers(const Sources& sources, TargetKind target, ReadNotes& remarks) {
  std::vector<std::string> examples;
  const auto add = [&](const TableColumn& column) {
    const ColumnNotes& notes = column.notes();
    if (notes.first_marked && !notes.first_text)
      examples.push_back(shown(column.name) + " (" + in_quotes(notes.first_marked.text) + " is " +
                         shortest(notes.marked_value) + ")");
  };
  for (std::size_t j = 0; j < sources.roles.size(); ++j)
    if (sources.roles[j] == Role::feature) add(sources.data.columns[j]);
  if (target == TargetKind::real && sources.target) add(sources.target.column());  // classes keep their texts
  if (!examples.empty())
    remarks.notes.push_back("numbers are read without their units and separators of thousands: " +
                            listed(examples));
}

// Whether the first row named the columns was perhaps a guess, and a wrong one turns names into a sample.
void note_headers(const Sources& sources, ReadNotes& remarks) {
  const auto tell = [&](const Table& table, const std::string& prefix) {
    if (table.decimal_comma)
      remarks.notes.push_back(
          prefix + "numbers are read with a decimal comma; `data.decimal = \"point\"` reads points");
    if (!table.header_doubt.empty())
      remarks.warnings.push_back(table.path + ": the first row was taken for column names, but " +
                                 table.header_doubt + "; say `data.header = false` if it is a sample");
    if (table.header) return;
    const std::size_t columns = table.columns.size();
    remarks.notes.push_back(prefix + "no header row: " +
                            (columns == 1   ? "the column is called c1"
                             : columns == 2 ? "columns are called c1, c2"
                                            : "columns are called c1, c2, ..."));
    if (table.first_row_alone)
      remarks.warnings.push_back(table.path +
                                 ": the first row was taken for a sample, not for column names; say "
                                 "`data.header = true` if it names the "
                                 "columns");
  };
  tell(sources.data, "");
  if (sources.second) tell(*sources.second, sources.second->path + ": ");
  if (sources.votes) tell(*sources.votes, sources.votes->path + ": ");
}

std::vector<std::uint64_t> every_row(std::uint64_t rows) {
  std::vector<std::uint64_t> all(rows);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

void append(std::vector<std::string>& to, std::vector<std::string>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

LoadedData assembled(DataTable parts, ReadNotes& target, ReadNotes& features) {
  LoadedData out;
  out.edit([&](DataTable& p) { p = std::move(parts); });
  append(out.notes, target.notes);
  append(out.notes, features.notes);
  append(out.warnings, target.warnings);
  append(out.warnings, features.warnings);
  return out;
}

TargetColumn target_of_lines(const Table& labels, const DataOptions& options,
                             std::span<const std::uint64_t> all, ReadNotes& remarks) {
  TargetColumn t;
  if (labels.columns[0].missing == labels.rows) {
    remarks.notes.push_back("target: no line has a label");
    return t;
  }
  t = read_column({&labels, 0}, options, all, remarks);
  if (options.ancestors) add_ancestors(t, labels.rows, remarks);
  return t;
}

LoadedData load_libsvm(const DataOptions& options, std::vector<InputFile>* read, const Division* division) {
  const std::string path = escaped(options.path);
  const FileBytes bytes = FileBytes::open(options.path, options.max_bytes);
  LibsvmFile file;
  std::string sha256 = read_and_digest(bytes, read != nullptr, [&] {
    const FileBytes text = is_gzip(bytes) ? gunzip(bytes, path, options.max_bytes) : bytes.in_memory();
    file = read_libsvm(text.view(), path, options.unknown, division);
  });
  if (read) read->push_back({options.path, std::move(sha256)});
  ReadNotes target, features;
  DataTable parts;
  parts.source = path;
  parts.samples = parts.table_rows = file.labels.rows;
  if (parts.samples < 2) throw DataError(path + ": 1 sample; expected at least 2");
  if (file.features.features() == 0)
    throw DataError(path + ": no line has an index:value, so there is no feature");
  parts.target = target_of_lines(file.labels, options, every_row(parts.samples), target);
  parts.sample_lines = std::move(file.labels.lines);
  for (std::size_t j = 0; j < file.features.features(); ++j)
    parts.feature_names.push_back(std::string("f").append(std::to_string(j + 1)));  // see default_column_name
  features.notes.push_back("sparse features: " + counted(file.cells, "value") + " of " +
                           counted(parts.feature_names.size(), "feature") + ", called f1, f2, ...");
  if (file.qid) features.notes.push_back("qid is not used");
  parts.sparse = std::move(file.features);
  if (division) parts.held = division->of(parts.feature_names.size());
  return assembled(std::move(parts), target, features);
}

void add_files(const Sources& sources, const DataOptions& options, std::vector<InputFile>& read) {
  read.push_back({options.path, sources.data.sha256});
  if (sources.second) read.push_back({*options.target_path, sources.second->sha256});
  if (sources.votes) read.push_back({options.votes->path, sources.votes->sha256});
}

/// From the columns of tables to the parts that they play; the features come last, as they take the values of
/// the table away.
template <class TakeFeatures>
LoadedData load_columns(Sources& sources, const DataOptions& options, std::span<const std::uint64_t> kept,
                        ReadNotes& features, const TakeFeatures& take) {
  ReadNotes target;

  DataTable parts;
  parts.source = sources.data.path;
  parts.samples = kept.size();
  parts.target = read_target(sources, options, kept, target);
  note_marked_numbers(sources, parts.target.kind, features);
  if (sources.clean) parts.clean = read_clean(sources.clean, parts.target, kept, target);
  if (sources.weights) {
    parts.weights = read_weights(sources.weights, kept);
    note_weights(sources.weights, parts.weights, target);
  }
  if (sources.groups) read_groups(sources.groups, kept, parts, target);
  for (const std::uint64_t row : kept) parts.sample_lines.push_back(sources.data.line(row));
  if (kept.size() < sources.data.rows) parts.sample_rows.assign(kept.begin(), kept.end());
  parts.table_rows = sources.data.rows;
  if (options.keep_row_texts) parts.row_texts = take_row_texts(sources, options);
  take(parts);
  return assembled(std::move(parts), target, features);
}

void warn_of_alike_rows(const DataTable& parts, const Division* division, ReadNotes& remarks) {
  if (const auto found = alike_rows(parts, division))
    remarks.warnings.push_back(fmt::format(
        "neighbouring rows are alike: {:.0f} % of the rows have their most similar row at most {} rows away (by chance {:.0f} %); "
        "if rows belong together (visits of one patient, moments of one series), say which by `data.groups`; "
        "otherwise wrong labels look right, and results too certain",
        100 * found->share, kNearRows, 100 * found->by_chance));
}

LoadedData load_table(Sources& sources, const DataOptions& options, const Division* division,
                      ReadNotes& features) {
  const std::vector<std::uint64_t> kept = choose_rows(sources, options, features);
  return load_columns(sources, options, kept, features, [&](DataTable& parts) {
    take_features(sources, options, kept, division, parts, features);
    if (!options.groups) warn_of_alike_rows(parts, division, features);
  });
}

LoadedData load_files(const DataOptions& options, std::vector<InputFile>* read, const Division* division) {
  Sources sources(options, read != nullptr, division);
  if (read) add_files(sources, options, *read);
  ReadNotes features;
  note_headers(sources, features);
  return load_table(sources, options, division, features);
}

LoadedData load_sparse(Sources& sources, const DataOptions& options, HeldTables& tables) {
  ReadNotes features;
  return load_columns(sources, options, every_row(sources.data.rows), features, [&](DataTable& parts) {
    parts.sparse = std::move(tables.sparse);
    parts.feature_names = std::move(tables.sparse_names);
  });
}

/// What is made of the features after they were read.
LoadedData finished(LoadedData data, const DataOptions& options) {
  if (options.merge_spellings) merge_spellings(data);
  merge_classes(data, options.merge);
  warn_of_spellings(data);
  if (options.top_terms) keep_top_terms(data, *options.top_terms);
  if (options.tf_idf) to_tf_idf(data);
  describe_features(data, options);
  if (options.categories == Categories::together) group_categories(data);
  return data;
}

LoadedData load_generated(const DataOptions& options, std::uint64_t seed) {
  LoadedData out = generate(*options.generate, seed);
  ReadNotes remarks;
  if (options.ancestors) out.edit([&](DataTable& p) { add_ancestors(p.target, p.samples, remarks); });
  append(out.notes, remarks.notes);
  return out;
}

}  // namespace

void describe_features(LoadedData& data, const DataOptions& options) {
  group_features(data, options.feature_groups, options.one_from_each ? GroupUse::one_of : GroupUse::as_one);
  set_feature_costs(data, options.feature_cost);
}

LoadedData load_data(const DataOptions& options, std::uint64_t seed, std::vector<InputFile>* read,
                     const Division* division) {
  check_path(options);
  check(options);
  LoadedData out = options.generate      ? load_generated(options, seed)
                   : options.is_libsvm() ? load_libsvm(options, read, division)
                                         : load_files(options, read, division);
  return finished(std::move(out), options);
}

LoadedData load_data(const DataOptions& given, HeldTables tables) {
  DataOptions options = given;
  options.path = tables.data.path;
  if (tables.second) options.target_path = tables.second->path;
  check(options);
  note_cells(tables.data);
  if (tables.second) note_cells(*tables.second);
  const bool sparse = !tables.sparse.empty();
  Sources sources(options, std::move(tables.data), std::move(tables.second));
  ReadNotes features;
  LoadedData out =
      sparse ? load_sparse(sources, options, tables) : load_table(sources, options, nullptr, features);
  if (sparse) check_parts(out.parts());
  return finished(std::move(out), options);
}

}  // namespace tamis::framework
