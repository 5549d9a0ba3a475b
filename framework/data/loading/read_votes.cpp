// Annotators' votes: one column per annotator, or one row per vote. Both become the same lists.
#include "read_target.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace tamis::framework {
namespace {

struct Vote {
  std::uint64_t sample;  // index among the kept rows
  std::uint32_t annotator;
  std::string label;
  std::uint64_t line;  // in the file of votes
};

struct Ballot {
  std::vector<Vote> votes;
  std::vector<std::string> annotators;
  std::string origin;
};

Ballot from_columns(const std::vector<ColumnAt>& columns, std::span<const std::uint64_t> kept) {
  Ballot out;
  for (const ColumnAt& at : columns) out.annotators.push_back(at.column().name);
  out.origin = counted(columns.size(), "column");
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (std::size_t a = 0; a < columns.size(); ++a)
      if (const std::string& label = columns[a].column().texts[kept[i]]; !label.empty())
        out.votes.push_back({i, static_cast<std::uint32_t>(a), label, 0});
  return out;
}

// Which row of the data a cell of the column `sample` means.
class SampleFinder {
 public:
  SampleFinder(const Sources& sources, std::int64_t first_row)
      : sources_(sources), first_(static_cast<double>(first_row)) {
    if (!sources.id) return;
    const std::vector<std::string>& ids = sources.id.column().texts;
    for (std::uint64_t row = 0; row < ids.size(); ++row) {
      if (ids[row].empty()) continue;
      const auto [other, fresh] = rows_.emplace(ids[row], row);
      if (!fresh) {
        throw DataError(sources.id.where(row) + ": the id " + in_quotes(ids[row]) + " is also that of row " +
                        std::to_string(sources.data.line(other->second)) + "; ids must differ");
      }
    }
  }

  std::uint64_t row(const ColumnAt& at, std::uint64_t k) const {
    const std::string& text = at.column().texts[k];
    if (text.empty()) throw DataError(at.where(k) + ": the sample is missing");
    if (sources_.id) {
      if (const auto found = rows_.find(text); found != rows_.end()) return found->second;
      throw DataError(at.where(k) + ": no sample has the id " + in_quotes(text) + " in the column " +
                      in_quotes(sources_.id.column().name) + " of " + sources_.data.path);
    }
    const double row = at.values()[k] - first_;
    const double rows = static_cast<double>(sources_.data.rows);
    if (!(row >= 0 && row < rows && row == std::floor(row))) {
      throw DataError(at.where(k) + ": " + in_quotes(text) + " is not a sample; expected a row number from " +
                      shortest(first_) + " to " + shortest(first_ + rows - 1) +
                      " (annotators.first_row says where they begin), or ids and annotators.id with their "
                      "column in the data");
    }
    return static_cast<std::uint64_t>(row);
  }

 private:
  const Sources& sources_;
  double first_;
  std::unordered_map<std::string, std::uint64_t> rows_;
};

Ballot from_rows(const Sources& sources, const VoteTable& options, std::span<const std::uint64_t> kept,
                 ReadNotes& remarks) {
  const Table& table = *sources.votes;
  const ColumnAt sample{&table, table.find(options.sample, "annotators.sample")};
  const ColumnAt annotator{&table, table.find(options.annotator, "annotators.annotator")};
  const ColumnAt label{&table, table.find(options.label, "annotators.label")};
  if (sample.j == annotator.j || sample.j == label.j || annotator.j == label.j)
    throw ParamError("data.annotators: of " + table.path + " sample is the column " +
                     in_quotes(sample.column().name) + ", annotator " + in_quotes(annotator.column().name) +
                     " and label " + in_quotes(label.column().name) + "; each needs one of its own");
  const SampleFinder finder(sources, options.first_row.value_or(1));
  const Classes names = Classes::of(annotator.column().texts);
  constexpr std::uint64_t kDropped = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> place(sources.data.rows, kDropped);
  for (std::size_t i = 0; i < kept.size(); ++i) place[kept[i]] = i;

  Ballot out;
  out.annotators = names.names();
  out.origin = table.path;
  std::uint64_t empty = 0, dropped = 0;
  for (std::uint64_t k = 0; k < table.rows; ++k) {
    const std::uint64_t row = finder.row(sample, k);
    const std::string& who = annotator.column().texts[k];
    if (who.empty()) throw DataError(annotator.where(k) + ": the annotator is missing");
    const std::string& text = label.column().texts[k];
    if (text.empty() || place[row] == kDropped) {
      ++(text.empty() ? empty : dropped);
      continue;
    }
    out.votes.push_back({place[row], static_cast<std::uint32_t>(names.code(who)), text, table.line(k)});
  }
  std::stable_sort(out.votes.begin(), out.votes.end(), [](const Vote& a, const Vote& b) {
    return std::tuple(a.sample, a.annotator) < std::tuple(b.sample, b.annotator);
  });
  for (std::size_t v = 1; v < out.votes.size(); ++v) {
    const Vote &a = out.votes[v - 1], &b = out.votes[v];
    if (a.sample != b.sample || a.annotator != b.annotator) continue;
    throw DataError(table.path + ":" + std::to_string(b.line) + ": annotator " +
                    in_quotes(out.annotators[b.annotator]) + " already voted on this sample in row " +
                    std::to_string(a.line) + "; keep one of the votes");
  }
  if (sources.id)
    remarks.notes.push_back("annotators: samples are found by the column " +
                            in_quotes(sources.id.column().name) + ", which is not a feature");
  if (empty)
    remarks.notes.push_back("annotators: " + counted(empty, "row has", "rows have") + " no label: no vote");
  if (dropped)
    remarks.notes.push_back(
        "annotators: " + counted(dropped, "vote on a dropped row was", "votes on dropped rows were") +
        " left out");
  return out;
}

}  // namespace

TargetColumn read_votes(const Sources& sources, const DataOptions& options,
                        std::span<const std::uint64_t> kept, std::span<const std::string> more_classes,
                        ReadNotes& remarks) {
  ReadNotes later;  // the first note says what the target is
  const Ballot ballot = options.votes ? from_rows(sources, *options.votes, kept, later)
                                      : from_columns(sources.annotators, kept);
  std::vector<std::string> labels(more_classes.begin(), more_classes.end());
  for (const Vote& vote : ballot.votes) labels.push_back(vote.label);
  const Classes classes = Classes::of(labels);

  TargetColumn t;
  t.kind = TargetKind::soft;
  t.class_names = classes.names();
  t.annotator_names = ballot.annotators;
  const std::size_t n = kept.size(), l = classes.size();
  check_soft_size(n, l, "annotators");
  t.vote_start.assign(n + 1, 0);
  for (const Vote& vote : ballot.votes) {
    ++t.vote_start[vote.sample + 1];
    t.vote_annotators.push_back(vote.annotator);
    t.vote_labels.push_back(classes.code(vote.label));
  }
  for (std::size_t i = 0; i < n; ++i) t.vote_start[i + 1] += t.vote_start[i];
  t.soft.assign(n * l, std::numeric_limits<double>::quiet_NaN());
  const Matrix soft = t.probabilities();
  std::uint64_t split = 0, silent = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t from = t.vote_start[i], to = t.vote_start[i + 1];
    silent += from == to;
    if (from == to) continue;
    std::vector<std::uint64_t> count(l);
    for (std::uint64_t e = from; e < to; ++e) ++count[t.vote_labels[e]];
    for (std::size_t s = 0; s < l; ++s)
      soft(i, s) = static_cast<double>(count[s]) / static_cast<double>(to - from);
    split += *std::max_element(count.begin(), count.end()) != to - from;
  }
  if (l == 0) {  // soft labels over nothing have no shape; unknown classes do
    t.kind = TargetKind::classes;
    t.labels.assign(n, -1);
  }
  remarks.notes.push_back("target: votes of " + counted(ballot.annotators.size(), "annotator") + " (" +
                          ballot.origin + ") as shares over " + counted(l, "class", "classes") +
                          (l ? " (" + listed(t.class_names) + ")" : "") + ": " +
                          counted(ballot.votes.size(), "vote") + " on " + counted(n - silent, "sample") +
                          ", " + std::to_string(split) + " of them disputed" + unknown_samples(t, n));
  for (std::string& note : later.notes) remarks.notes.push_back(std::move(note));
  classes.warn("annotators", remarks.warnings);
  return t;
}

}  // namespace tamis::framework
