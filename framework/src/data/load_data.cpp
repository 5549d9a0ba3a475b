#include <tamis/errors.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/text.hpp>

#include <cmath>

#include "classes.hpp"
#include "features.hpp"
#include "read_target.hpp"
#include "sources.hpp"

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

void read_groups(const ColumnAt& at, std::span<const std::uint64_t> kept, DataParts& parts,
                 Remarks& remarks) {
  std::vector<std::string> texts;
  for (const std::uint64_t row : kept) {
    texts.push_back(at.column().texts[row]);
    if (texts.back().empty())
      throw DataError(at.where(row) + ": the group is missing; every sample needs one");
  }
  const Classes groups = Classes::of(texts);
  for (const std::string& text : texts) parts.groups.push_back(groups.code(text));
  parts.group_names = groups.names();
  remarks.notes.push_back("groups " + in_quotes(at.column().name) + ": " + counted(groups.size(), "group"));
}

// Whether the first row named the columns was perhaps a guess, and a wrong one turns names into a sample.
void tell_of_headers(const Sources& sources, Remarks& remarks) {
  const auto tell = [&](const Table& table, const std::string& prefix) {
    if (table.header) return;
    const std::size_t columns = table.columns.size();
    remarks.notes.push_back(prefix + "no header row: " +
                            (columns == 1   ? "the column is called c1"
                             : columns == 2 ? "columns are called c1, c2"
                                            : "columns are called c1, c2, ..."));
    if (table.first_row_alone)
      remarks.warnings.push_back(
          table.path +
          ": the first row was taken for a sample, not for column names; say --header true if it names the "
          "columns");
  };
  tell(sources.data, "");
  if (sources.second) tell(*sources.second, sources.second->path + ": ");
  if (sources.votes) tell(*sources.votes, sources.votes->path + ": ");
}

void append(std::vector<std::string>& to, std::vector<std::string>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

LoadedData load_data(const DataOptions& options) {
  Sources sources(options);
  Remarks features, target;
  tell_of_headers(sources, features);
  const std::vector<std::uint64_t> kept = choose_rows(sources, options, features);

  DataParts parts;
  parts.source = sources.data.path;
  parts.samples = kept.size();
  parts.target = read_target(sources, options, kept, target);
  if (sources.weights) {
    parts.weights = read_weights(sources.weights, kept);
    target.notes.push_back("weights: column " + in_quotes(sources.weights.column().name));
  }
  if (sources.groups) read_groups(sources.groups, kept, parts, target);
  for (const std::uint64_t row : kept) parts.sample_lines.push_back(sources.data.line(row));
  if (kept.size() < sources.data.rows) parts.sample_rows = kept;
  parts.table_rows = sources.data.rows;
  // Last, as it takes the table's values away.
  take_features(sources, options, kept, parts, features);

  LoadedData out;
  out.edit([&](DataParts& p) { p = std::move(parts); });
  append(out.notes, target.notes);
  append(out.notes, features.notes);
  append(out.warnings, target.warnings);
  append(out.warnings, features.warnings);
  return out;
}

}  // namespace tamis::framework
