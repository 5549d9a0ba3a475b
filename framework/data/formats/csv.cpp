#include "csv.hpp"

#include "csv_layout.hpp"
#include "decimal.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/first_failure.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/text.hpp>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

namespace tamis::framework {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// What one chunk noted of a column.
struct ChunkNotes {
  TableColumn cells;
  bool first_again = false;  // the text of the first row, in another one
};

[[noreturn]] void refuse_ragged(const CsvLayout& layout, const char* start, const char* end,
                                std::uint64_t line) {
  const std::size_t seen = read_record(layout.grammar, start, end, line).cells.size();
  const std::size_t wanted = layout.names.size();
  const bool is_blank = trimmed({start, std::find(start, end, '\n')}).empty();
  std::string sentence = layout.grammar.path + ":" + std::to_string(line) + ": ";
  sentence += is_blank ? "a blank line" : counted(seen, "cell");
  sentence +=
      "; expected " + std::to_string(wanted) + ", as in the " + (layout.header ? "header" : "first row");
  if (is_blank) {
    sentence += "; remove the line";
  } else if (layout.header && line == layout.first_line && seen == wanted + 1) {
    sentence += "; the header may lack a name for the row names in the first column";
  } else {
    sentence += "; a cell that contains the delimiter " +
                in_quotes(std::string_view(&layout.grammar.delimiter, 1)) + " must stand in quotes";
  }
  if (layout.comment_first)
    sentence += "; comments are not read: remove the lines that begin with '#' (grep -v '^#')";
  throw DataError(sentence);
}

// Of a file that is too short for its cells, each of which but the last is followed by a delimiter or a line
// end, the row that lacks some: named before room is made for a table that will not be. O(bytes).
void refuse_short(const FileBytes& bytes, const CsvLayout& layout) {
  const std::uint64_t cells = bytes.size() + 1;
  if (layout.rows <= cells / layout.names.size()) return;
  std::vector<char> room;
  for (const CsvChunk& chunk : layout.chunks) {
    const std::string_view text = bytes.piece(chunk.from, chunk.to, room);
    const char *p = text.data(), *end = p + text.size();
    std::uint64_t line = chunk.line;
    for (std::uint64_t k = 0; k < chunk.rows; ++k) {
      const CsvRecord record = read_record(layout.grammar, p, end, line);
      if (record.cells.size() != layout.names.size()) refuse_ragged(layout, p, end, line);
      p = record.next;
      line += record.newlines;
    }
  }
}

class CsvReader {
 public:
  CsvReader(const FileBytes& bytes, const CsvLayout& layout, const ReadOptions& options, Table& table)
      : bytes_(bytes),
        layout_(layout),
        unknown_(options.unknown),
        table_(table),
        delimiter_(layout.grammar.delimiter) {
    // The quick path must not turn a cell into a number whose text somebody wants.
    careful_.assign(layout.names.size(), layout.grammar.decimal_comma);
    for (std::size_t j = 0; j < table.columns.size(); ++j)
      if (!table.columns[j].texts.empty()) careful_[j] = 1;
    for (const TableColumn& column : std::as_const(table).columns)
      verbatim_.push_back(column.notes().verbatim);
    first_again_.assign(layout.first_texts.size(), 0);
  }

  void run() {
    parallel_for(layout_.chunks.size(), [&](std::size_t k) {
      if (layout_.chunks[k].rows == 0) return;
      try {
        const CsvChunk& chunk = layout_.chunks[k];
        Chunk(*this, chunk, bytes_.piece(chunk.from, chunk.to, rooms_.local())).run();
      } catch (const DataError&) {
        faults_.keep(k);  // later ones may follow from the first
      }
    });
    faults_.rethrow();
    for (std::size_t j = 0; j < first_again_.size(); ++j) {
      if (layout_.first_texts[j].empty()) continue;
      if (!layout_.header)
        table_.first_row_alone |= !first_again_[j];
      else if (first_again_[j] && table_.header_doubt.empty())
        table_.header_doubt = in_quotes(layout_.first_texts[j]) + " occurs again below it";
    }
  }

 private:
  class Chunk {
   public:
    Chunk(CsvReader& reader, const CsvChunk& chunk, std::string_view text)
        : reader_(reader),
          chunk_(chunk),
          end_(text.data() + text.size()),
          p_(text.data()),
          line_(chunk.line) {}

    void run() {
      const std::size_t columns = reader_.layout_.names.size();
      const std::uint64_t rows = reader_.table_.rows;
      for (std::uint64_t row = chunk_.row; row < chunk_.row + chunk_.rows; ++row) {
        const char* start = p_;
        const std::uint64_t line = line_;
        if (!reader_.table_.lines.empty()) reader_.table_.lines[row] = line;
        double* out = reader_.table_.values.data() + row;
        double elsewhere = 0;
        for (std::size_t j = 0; j < columns; ++j) {
          double& cell = reader_.table_.holds(j) ? *out : elsewhere;
          if (!quick_cell(j, cell)) cell = slow_cell(j, row);
          if (&cell == out) out += rows;
          const char* const next = reader_.layout_.grammar.next_cell(p_, end_);
          if ((next != nullptr) != (j + 1 < columns)) refuse_ragged(reader_.layout_, start, end_, line);
          if (next) p_ = next;
        }
        if (p_ < end_) {  // at the line end
          p_ = past_line_end(p_, end_);
          ++line_;
        }
      }
      hand_in();
    }

   private:
    // Whether a cell that stops at `stop` ends there, p being behind the blanks that follow.
    bool ends_cell(const char* stop, const char* p) const {
      if (p == end_ || past_line_end(p, end_) != p) return true;
      return reader_.delimiter_ == kBlanks ? p > stop : *p == reader_.delimiter_;
    }

    // A plain decimal number that is known and ends where the cell ends; all else is left to slow_cell.
    bool quick_cell(std::size_t j, double& out) {
      if (reader_.careful_[j]) return false;
      const char* p = p_;
      while (p < end_ && reader_.layout_.grammar.blank(*p)) ++p;
      double value = 0;
      const char* stop = read_decimal(p, end_, value);
      if (!stop) {
        const auto [other, error] = std::from_chars(p, end_, value);
        if (error != std::errc{} || !std::isfinite(value)) return false;
        stop = other;
      }
      p = stop;
      while (p < end_ && reader_.layout_.grammar.blank(*p)) ++p;
      if (!ends_cell(stop, p) || reader_.unknown_.has(value)) return false;
      p_ = p;
      out = value;
      return true;
    }

    double slow_cell(std::size_t j, std::uint64_t row) {
      const RawCell cell = reader_.layout_.grammar.cell(p_, end_, line_, j + 1, scratch_);
      const CellValue judged =
          judge_csv_cell(cell.text, reader_.unknown_, reader_.layout_.grammar.decimal_comma);
      if (judged.kind != CellKind::number || judged.marked) note(j, row, cell.text, judged);
      if (auto& texts = reader_.table_.columns[j].texts; !texts.empty()) {
        const bool verbatim = reader_.verbatim_[j];
        if (!verbatim && judged.kind != CellKind::missing && !is_utf8(cell.text))
          throw DataError(reader_.table_.where(line_, j) + ": " + not_utf8(cell.text));
        if (verbatim || judged.kind != CellKind::missing)
          texts[row] = judged.kind == CellKind::text ? cell.text : trimmed(cell.text);
      }
      p_ = cell.end;
      line_ += cell.newlines;
      return judged.kind == CellKind::number ? judged.value : kNoNumber;
    }

    void note(std::size_t j, std::uint64_t row, std::string_view text, const CellValue& judged) {
      if (notes_.empty()) notes_.resize(reader_.layout_.names.size());
      if (!notes_[j]) notes_[j] = std::make_unique<ChunkNotes>();
      note_cell(notes_[j]->cells, line_, text, judged);
      const std::vector<std::string>& first = reader_.layout_.first_texts;
      if (judged.kind == CellKind::text)
        notes_[j]->first_again |= (row > 0 || reader_.layout_.header) && !first.empty() && text == first[j];
    }

    void hand_in() {
      if (notes_.empty()) return;
      const std::lock_guard lock(reader_.mutex_);
      for (std::size_t j = 0; j < notes_.size(); ++j) {
        if (!notes_[j]) continue;
        merge_notes(reader_.table_.columns[j], notes_[j]->cells);
        if (notes_[j]->first_again) reader_.first_again_[j] = 1;
      }
    }

    CsvReader& reader_;
    const CsvChunk& chunk_;
    const char* end_;
    const char* p_;
    std::uint64_t line_;
    std::vector<std::unique_ptr<ChunkNotes>> notes_;  // made when there is something to note
    std::string scratch_;
  };

  const FileBytes& bytes_;
  const CsvLayout& layout_;
  UnknownCells unknown_;
  Table& table_;
  char delimiter_;
  std::vector<char> careful_;
  std::vector<char> verbatim_;  // not asked of the notes, which other threads add to
  std::vector<char> first_again_;
  oneapi::tbb::enumerable_thread_specific<std::vector<char>> rooms_;
  std::mutex mutex_;
  FirstFailure faults_;
};

}  // namespace

Table read_csv(const FileBytes& bytes, const std::string& path, const ReadOptions& options) {
  const CsvLayout layout = layout_of(bytes, path, options);
  refuse_short(bytes, layout);
  Table table;
  table.path = path;
  table.header = layout.header;
  table.header_guessed = options.header == HeaderMode::automatic;
  table.header_doubt = layout.header_doubt;
  table.decimal_comma = layout.grammar.decimal_comma;
  table.other_delimiter = layout.other_delimiter;
  table.rows = layout.rows;
  table.first_line = layout.first_line;
  table.columns.resize(layout.names.size());
  for (std::size_t j = 0; j < layout.names.size(); ++j) table.columns[j].name = layout.names[j];
  make_room(table, options);
  if (!layout.one_line_per_row) table.lines.resize(table.rows);
  CsvReader(bytes, layout, options, table).run();
  settle_units(table);
  return table;
}

}  // namespace tamis::framework
