#include "csv_layout.hpp"

#include "csv_stretch.hpp"
#include "plain_text.hpp"
#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tamis::framework {
namespace {

// The beginning of the text, as much of it as is wanted, and more on demand.
class TextPrefix {
 public:
  TextPrefix(const FileBytes& bytes, std::size_t begin, std::size_t end)
      : bytes_(bytes), begin_(begin), end_(end) {}

  std::string_view text() { return bytes_.piece(begin_, begin_ + std::min(size_, end_ - begin_), room_); }
  bool whole() const { return size_ >= end_ - begin_; }
  /// Tries `look(text, whole)` with more and more of the text until it returns true, which it must of the
  /// whole. Most files say in their first lines how they are written.
  template <class Look>
  void until(const Look& look) {
    while (!look(text(), whole())) size_ *= 4;
  }

 private:
  const FileBytes& bytes_;
  std::size_t begin_, end_, size_ = 1 << 16;
  std::vector<char> room_;
};

// Where the last character is that is not one of `blank`.
std::optional<std::size_t> find_last_not_of(const FileBytes& bytes, std::size_t begin,
                                            std::string_view blank) {
  constexpr std::size_t kPiece = 1 << 16;
  std::vector<char> room;
  for (std::size_t end = bytes.size(); end > begin;) {
    const std::size_t from = end - begin > kPiece ? end - kPiece : begin;
    const std::size_t last = bytes.piece(from, end, room).find_last_not_of(blank);
    if (last != std::string_view::npos) return from + last;
    end = from;
  }
  return std::nullopt;
}

// Where the text ends without blank lines at its end, and without the last line's end.
std::size_t before_blank_end(const FileBytes& bytes, std::size_t begin, char delimiter) {
  constexpr std::string_view kBlank = "\r\n \t";
  const auto last = find_last_not_of(bytes, begin, delimiter == '\t' ? kBlank.substr(0, 3) : kBlank);
  if (!last) return begin;
  TextPrefix line(bytes, *last, bytes.size());
  std::size_t size = 0;
  line.until([&](std::string_view text, bool whole) {
    size = std::min(text.find('\n'), text.size());
    if (size == text.size() && !whole) return false;
    if (text.substr(0, size).ends_with('\r')) --size;
    return true;
  });
  return *last + size;
}

// In a file of one column a blank line is a row whose cell is missing; only the last line's
// end is taken away.
std::size_t before_line_end(const FileBytes& bytes, std::size_t begin) {
  std::vector<char> room;
  const std::size_t size = bytes.size(), from = std::max(begin, size - std::min<std::size_t>(size, 2));
  std::string_view end = bytes.piece(from, size, room);
  if (end.ends_with('\n')) end.remove_suffix(1);
  if (end.ends_with('\r')) end.remove_suffix(1);
  return from + end.size();
}

// The first records, of which the text that they were read from is gone.
struct FirstRecords {
  CsvRecord first;
  std::vector<std::string> second;
  std::size_t size = 0;  // of the first, with its line end
};

// Tries to read the first record; of less than the whole text only one that surely ends there.
std::optional<CsvRecord> try_record(const CsvGrammar& grammar, std::string_view text, bool whole,
                                    std::size_t from, std::uint64_t line) {
  const char* end = text.data() + text.size();
  try {
    CsvRecord record = read_record(grammar, text.data() + from, end, line);
    if (record.next < end || whole) return record;
  } catch (const DataError&) {
    if (whole) throw;
  }
  return std::nullopt;
}

FirstRecords read_first(const CsvGrammar& grammar, TextPrefix& head) {
  FirstRecords out;
  head.until([&](std::string_view text, bool whole) {
    if (whole && text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos)
      throw DataError(grammar.path + ": the lines end with CR alone; convert them to LF (tr '\\r' '\\n')");
    std::optional<CsvRecord> first = try_record(grammar, text, whole, 0, 1);
    if (!first) return false;
    out.size = static_cast<std::size_t>(first->next - text.data());
    out.first = std::move(*first);
    if (out.size == text.size()) return true;
    try {
      std::optional<CsvRecord> second = try_record(grammar, text, whole, out.size, 1 + out.first.newlines);
      if (!second) return false;
      out.second = std::move(second->cells);
    } catch (const DataError&) {
      // The rows are read again later, and the fault reported with those before it.
    }
    return true;
  });
  return out;
}

bool reads_as_number(const std::string& cell) {
  return judge_csv_cell(cell, {}, false).kind == CellKind::number ||
         judge_csv_cell(cell, {}, true).kind == CellKind::number;
}

// Texts of several words stand in files of one column, too: most words of the second line must be numbers.
bool separated_by_blanks(TextPrefix& head, const std::string& path) {
  try {
    const FirstRecords records = read_first({path, kBlanks}, head);
    const std::size_t names = records.first.cells.size(), cells = records.second.size();
    const auto numbers = static_cast<std::size_t>(std::ranges::count_if(records.second, reads_as_number));
    // R writes no name above the names of rows
    return cells > 1 && (cells == names || cells == names + 1) && 2 * numbers > cells;
  } catch (const DataError&) {
    return false;  // whoever reads the file says what is wrong with it
  }
}

char guess_delimiter(TextPrefix& head, const std::string& path) {
  const auto ends = [&](std::string_view tail) {
    const std::string name = lower_case(path);
    return name.ends_with(tail) || name.ends_with(std::string(tail) + ".gz");
  };
  if (ends(".tsv") || ends(".tab")) return '\t';
  constexpr std::string_view kCandidates = ",;\t";
  char best = '\0';
  head.until([&](std::string_view text, bool whole) {
    std::size_t seen[kCandidates.size()] = {};
    bool inside = false, ended = whole;
    for (const char c : text) {
      if (c == '"') inside = !inside;
      if (inside) continue;
      ended |= c == '\n';
      if (c == '\n') break;
      if (const std::size_t k = kCandidates.find(c); k != std::string_view::npos) ++seen[k];
    }
    const std::size_t* const most = std::max_element(seen, seen + kCandidates.size());
    best = *most > 0 ? kCandidates[static_cast<std::size_t>(most - seen)] : '\0';
    return ended;
  });
  if (best) return best;
  return separated_by_blanks(head, path) ? kBlanks : kCandidates[0];
}

bool has_decimal_commas(const FirstRecords& records, char delimiter, Decimal decimal) {
  if (decimal != Decimal::automatic || delimiter == ',') return decimal == Decimal::comma;
  bool commas = false, points = false;
  for (const auto* cells : {&records.first.cells, &records.second})
    for (const std::string& cell : *cells) {
      const bool by_comma = judge_csv_cell(cell, {}, true).kind == CellKind::number;
      commas |= by_comma && cell.find(',') != std::string::npos;
      // 1.234 speaks for neither: it may be a thousand and more
      points |= !by_comma && cell.find('.') != std::string::npos &&
                judge_csv_cell(cell, {}, false).kind == CellKind::number;
    }
  return commas && !points;
}

// What the first row looks like, by its own cells and those below them.
struct FirstRow {
  bool texts = false, numbers = false;
  bool above_numbers = false;  // some text is
  bool gaps = false;           // some cell says that it is not known, as no name does
  bool like_years = true;      // its numbers are whole, and each occurs once
  std::string number;          // the first one

  bool is_header() const { return !gaps && ((texts && !numbers) || (above_numbers && like_years)); }
};

FirstRow look_at_first(const std::vector<std::string>& first, const std::vector<std::string>& second,
                       const ReadOptions& options, bool comma) {
  FirstRow row;
  const UnknownCells unknown(options.unknown);
  std::vector<double> numbers;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const CellValue cell = judge_csv_cell(first[j], unknown, comma);
    row.gaps |= first[j] == "?" || (cell.kind == CellKind::missing && !first[j].empty());
    row.texts |= cell.kind == CellKind::text;
    if (cell.kind == CellKind::text && j < second.size())
      row.above_numbers |= judge_csv_cell(second[j], unknown, comma).kind == CellKind::number;
    if (cell.kind != CellKind::number && cell.kind != CellKind::unusable) continue;
    if (!std::exchange(row.numbers, true)) row.number = first[j];
    row.like_years &= cell.kind == CellKind::number && cell.value == std::trunc(cell.value);
    numbers.push_back(cell.value);
  }
  std::ranges::sort(numbers);
  row.like_years &= std::ranges::adjacent_find(numbers) == numbers.end();
  return row;
}

// Whether a first row was rightly taken for a sample, or for names: its texts are compared with those below.
std::vector<std::string> texts_among(std::vector<std::string> cells, const ReadOptions& options, bool comma) {
  const UnknownCells unknown(options.unknown);
  for (std::string& cell : cells)
    if (judge_csv_cell(cell, unknown, comma).kind != CellKind::text) cell.clear();
  return cells;
}

void name_columns(CsvLayout& layout, std::vector<std::string> first) {
  for (std::size_t j = 0; j < first.size(); ++j) {
    if (!layout.header || trimmed(first[j]).empty()) {
      first[j] = default_column_name(j);
    } else if (!is_utf8(first[j])) {
      throw DataError(layout.grammar.path + ":1:" + std::to_string(j + 1) + ": the name " +
                      not_utf8(first[j]));
    }
  }
  layout.names = std::move(first);
}

void place_chunks(CsvLayout& layout, const FileBytes& bytes, std::size_t begin, std::size_t end,
                  std::size_t chunk_bytes) {
  const std::vector<CsvStretch> stretches =
      look_at_all(bytes, begin, end, std::max<std::size_t>(chunk_bytes, 1));
  layout.chunks.assign(stretches.size(), {});
  bool inside = false;
  std::uint64_t line = layout.first_line, row = 0;
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    const CsvStretch& s = stretches[k];
    if (s.lines_to_nul) refuse_nul(layout.grammar.path, line + *s.lines_to_nul);
    const CsvStretch::RowEnds& ends = s.row_ends[inside];
    CsvChunk& chunk = layout.chunks[k];
    chunk.row = row;
    chunk.rows = ends.count + (k == 0);  // the very first row follows no line end
    chunk.from = k == 0 ? begin : ends.first;
    chunk.line = k == 0 ? line : line + ends.lines;
    layout.one_line_per_row &= ends.count == s.newlines;
    row += chunk.rows;
    line += s.newlines;
    inside ^= s.odd_quotes;
  }
  layout.rows = row;
  for (std::size_t k = layout.chunks.size(), to = end; k-- > 0;) {
    if (layout.chunks[k].rows == 0) continue;
    layout.chunks[k].to = to;
    to = layout.chunks[k].from;
  }
}

// One column, in the first rows of which stand as many bars: perhaps several.
char doubted_delimiter(const FirstRecords& records) {
  static constexpr char kBar = '|';
  if (records.first.cells.size() != 1 || records.second.size() != 1) return '\0';
  const auto bars = [](const std::string& cell) { return std::count(cell.begin(), cell.end(), kBar); };
  const auto first = bars(records.first.cells[0]);
  return first > 0 && bars(records.second[0]) == first ? kBar : '\0';
}

}  // namespace

CsvLayout layout_of(const FileBytes& bytes, const std::string& path, const ReadOptions& options) {
  // Enough to tell binary data from text before its first "line" is taken for a header.
  constexpr std::size_t kHead = 4096;
  std::vector<char> room;
  const std::string_view start = bytes.piece(0, kHead, room);
  const std::size_t begin = start.size() - plain_text(start, path).size();
  TextPrefix all(bytes, begin, bytes.size());

  CsvLayout layout;
  layout.grammar.path = path;
  layout.grammar.delimiter = options.delimiter ? options.delimiter : guess_delimiter(all, path);
  std::size_t end = before_blank_end(bytes, begin, layout.grammar.delimiter);
  if (end == begin) throw DataError(path + ": the file is empty; expected a table, one sample per row");
  TextPrefix rows(bytes, begin, end);
  const bool guess = options.header == HeaderMode::automatic;
  FirstRecords records = read_first(layout.grammar, rows);
  if (records.first.cells.size() == 1) {
    end = before_line_end(bytes, begin);
    TextPrefix lines(bytes, begin, end);
    records = read_first(layout.grammar, lines);
  }

  layout.comment_first = start.substr(begin).starts_with('#');
  if (!options.delimiter) layout.other_delimiter = doubted_delimiter(records);

  const bool more = begin + records.size < end || records.first.newlines > 0;
  layout.grammar.decimal_comma = has_decimal_commas(records, layout.grammar.delimiter, options.decimal);
  const bool comma = layout.grammar.decimal_comma;
  const FirstRow first = look_at_first(records.first.cells, records.second, options, comma);
  layout.header = options.header == HeaderMode::yes || (guess && first.is_header());
  if (guess) layout.first_texts = texts_among(records.first.cells, options, comma);
  if (guess && layout.header && first.numbers)
    layout.header_doubt = in_quotes(first.number) + " in it is a number";
  name_columns(layout, std::move(records.first.cells));
  if (layout.header && !more)
    throw DataError(path + ": there is a header (" + listed(layout.names) +
                    ") and no row below it; if the first row holds data, say header = false");
  layout.first_line = layout.header ? 1 + records.first.newlines : 1;
  place_chunks(layout, bytes, layout.header ? begin + records.size : begin, end, options.chunk_bytes);
  return layout;
}

}  // namespace tamis::framework
