#include "csv_layout.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/text.hpp>

#include <algorithm>
#include <cstring>

#include "../parallel.hpp"
#include "plain_text.hpp"
#include "scan.hpp"

namespace tamis::framework {
namespace {

// What is left when blank lines at the end, and the last line's end, are taken away.
std::string_view without_blank_end(std::string_view text, char delimiter) {
  const std::size_t last = text.find_last_not_of(delimiter == '\t' ? "\r\n " : "\r\n \t");
  if (last == std::string_view::npos) return {};
  text = text.substr(0, std::min(text.find('\n', last), text.size()));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// In a file of one column a blank line is a row whose cell is missing; only the last line's end is taken
// away.
std::string_view without_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

char guess_delimiter(std::string_view text, const std::string& path) {
  const auto ends = [&](std::string_view tail) {
    const std::string name = lower_case(path);
    return name.ends_with(tail) || name.ends_with(std::string(tail) + ".gz");
  };
  if (ends(".tsv") || ends(".tab")) return '\t';
  constexpr std::string_view kCandidates = ",;\t";
  std::size_t seen[kCandidates.size()] = {};
  bool inside = false;
  for (const char c : text) {
    if (c == '"') inside = !inside;
    if (inside) continue;
    if (c == '\n') break;
    if (const std::size_t k = kCandidates.find(c); k != std::string_view::npos) ++seen[k];
  }
  return kCandidates[static_cast<std::size_t>(std::max_element(seen, seen + kCandidates.size()) - seen)];
}

bool first_row_is_header(const std::vector<std::string>& first, const std::vector<std::string>& second,
                         const ReadOptions& options) {
  bool texts = false, numbers = false, differs = false;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const CellKind kind = judge_cell(first[j], options.unknown).kind;
    texts |= kind == CellKind::text;
    numbers |= kind == CellKind::number || kind == CellKind::unusable;
    if (kind == CellKind::text && j < second.size())
      differs |= judge_cell(second[j], options.unknown).kind == CellKind::number;
  }
  return (texts && !numbers) || differs;
}

// A first row that was taken for a sample may still hold names: its texts are compared with those below.
std::vector<std::string> texts_of(std::vector<std::string> cells, const ReadOptions& options) {
  for (std::string& cell : cells)
    if (judge_cell(cell, options.unknown).kind != CellKind::text) cell.clear();
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

// What a chunk holds, for either state at its start.
struct Stretch {
  const char* from = nullptr;
  const char* to = nullptr;
  bool odd_quotes = false;
  std::uint64_t newlines = 0;      // all
  std::uint64_t row_ends[2] = {};  // those outside quotes, when it starts outside [0] or inside [1]
  const char* nul = nullptr;
};

// Line ends, quotes and NUL bytes in one pass, sixteen bytes at a time.
struct Marks {
  std::uint64_t newlines = 0;
  bool quotes = false, nul = false;
};

Marks marks_between(const char* p, const char* end) {
  typedef unsigned char Lanes __attribute__((vector_size(16)));
  constexpr std::ptrdiff_t kWidth = sizeof(Lanes), kMostCount = 255;
  Marks out;
  while (end - p >= kWidth) {
    Lanes newlines{}, quotes{}, nul{};
    for (std::ptrdiff_t k = std::min(kMostCount, (end - p) / kWidth); k > 0; --k, p += kWidth) {
      Lanes text;
      std::memcpy(&text, p, sizeof(text));
      newlines -= Lanes(text == '\n');  // a lane that is equal is 255, or -1
      quotes |= Lanes(text == '"');
      nul |= Lanes(text == 0);
    }
    for (std::ptrdiff_t k = 0; k < kWidth; ++k) {
      out.newlines += newlines[k];
      out.quotes |= quotes[k] != 0;
      out.nul |= nul[k] != 0;
    }
  }
  for (; p < end; ++p) {
    out.newlines += *p == '\n';
    out.quotes |= *p == '"';
    out.nul |= *p == 0;
  }
  return out;
}

void look_at(Stretch& s) {
  const Marks marks = marks_between(s.from, s.to);
  s.newlines = marks.newlines;
  if (marks.nul)
    s.nul = static_cast<const char*>(std::memchr(s.from, 0, static_cast<std::size_t>(s.to - s.from)));
  if (!marks.quotes) {
    s.row_ends[0] = s.newlines;
    return;
  }
  bool inside = false;
  for (const char* p = s.from; p < s.to; ++p) {
    inside ^= *p == '"';
    s.row_ends[inside] += *p == '\n';
  }
  s.odd_quotes = inside;
}

void place_chunks(CsvLayout& layout, const char* begin, std::size_t chunk_bytes, std::string_view text) {
  const std::size_t size = static_cast<std::size_t>(layout.end - begin);
  const std::size_t step = std::max<std::size_t>(chunk_bytes, 1);
  std::vector<Stretch> stretches(size / step + 1);
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    stretches[k].from = begin + k * step;
    stretches[k].to = begin + std::min(size, (k + 1) * step);
  }
  parallel_for(stretches.size(), [&](std::size_t k) { look_at(stretches[k]); });
  for (const Stretch& s : stretches)
    if (s.nul) refuse_nul(text, layout.grammar.path, static_cast<std::size_t>(s.nul - text.data()));

  layout.chunks.assign(stretches.size(), {});
  bool inside = false;
  std::uint64_t line = layout.first_line, row = 0;
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    const Stretch& s = stretches[k];
    CsvChunk& chunk = layout.chunks[k];
    chunk.row = row;
    chunk.rows = s.row_ends[inside] + (k == 0);  // the very first row follows no line end
    chunk.line = line;
    chunk.first = s.from;
    if (k > 0 && chunk.rows > 0) {
      bool quoted = inside;
      for (;; ++chunk.first) {
        quoted ^= *chunk.first == '"';
        chunk.line += *chunk.first == '\n';
        if (*chunk.first == '\n' && !quoted) break;
      }
      ++chunk.first;
    }
    layout.one_line_per_row &= s.row_ends[inside] == s.newlines;
    row += chunk.rows;
    line += s.newlines;
    inside ^= s.odd_quotes;
  }
  layout.rows = row;
}

}  // namespace

CsvLayout layout_of(std::string_view text, const std::string& path, const ReadOptions& options) {
  // Enough to tell binary data from text before its first "line" is taken for a header.
  constexpr std::size_t kHead = 4096;
  std::string_view body = plain_text(text, path, kHead);

  CsvLayout layout;
  layout.grammar = {path, options.delimiter ? options.delimiter : guess_delimiter(body, path)};
  const std::string_view rows = without_blank_end(body, layout.grammar.delimiter);
  const bool one_column =
      read_record(layout.grammar, rows.data(), rows.data() + rows.size(), 1).cells.size() == 1;
  body = one_column && !rows.empty() ? without_line_end(body) : rows;
  if (body.empty()) throw DataError(path + ": the file is empty; expected a table, one sample per row");
  if (body.find('\n') == std::string_view::npos && body.find('\r') != std::string_view::npos)
    throw DataError(path + ": the lines end with CR alone; convert them to LF (tr '\\r' '\\n')");
  layout.end = body.data() + body.size();

  const CsvRecord first = read_record(layout.grammar, body.data(), layout.end, 1);
  const bool more = first.next < layout.end || first.newlines > 0;
  std::vector<std::string> second;
  if (options.header == HeaderMode::automatic && first.next < layout.end) {
    try {
      second = read_record(layout.grammar, first.next, layout.end, 1 + first.newlines).cells;
    } catch (const DataError&) {
      // The rows are read again later, and the fault reported with those before it.
    }
  }
  layout.header = options.header == HeaderMode::yes || (options.header == HeaderMode::automatic &&
                                                        first_row_is_header(first.cells, second, options));
  if (options.header == HeaderMode::automatic && !layout.header)
    layout.first_texts = texts_of(first.cells, options);
  name_columns(layout, first.cells);
  if (layout.header && !more)
    throw DataError(path + ": there is a header (" + listed(layout.names) +
                    ") and no row below it; if the first row holds data, say header = false");
  layout.first_line = layout.header ? 1 + first.newlines : 1;
  place_chunks(layout, layout.header ? first.next : body.data(), options.chunk_bytes, text);
  return layout;
}

}  // namespace tamis::framework
