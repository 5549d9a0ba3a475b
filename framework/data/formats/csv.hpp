/// \file csv.hpp
/// Delimited text: the grammar of cells, and the parallel reader.
#pragma once

#include "cell.hpp"

#include <tamis/framework/data/file_bytes.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// One cell as it lies in the file.
struct RawCell {
  std::string_view text;       ///< unquoted; without the blanks around it, but with those in quotes
  const char* end = nullptr;   ///< at the delimiter, the line end, or the end of the text
  std::uint64_t newlines = 0;  ///< line ends inside the quotes
};

/// Splits cells. Holds the file's name for its sentences.
struct CsvGrammar {
  std::string path;
  char delimiter = ',';  ///< kBlanks: any number of blanks and tabs
  bool decimal_comma = false;

  bool blank(char c) const { return c == ' ' || (c == '\t' && delimiter != '\t'); }
  bool ends_cell(char c) const { return c == delimiter || c == '\n' || (delimiter == kBlanks && blank(c)); }
  /// Of a delimiter of blanks, steps over those behind a cell.
  const char* past_blanks(const char* p, const char* end) const {
    while (delimiter == kBlanks && p < end && blank(*p)) ++p;
    return p;
  }
  /// From the end of a cell to the beginning of the next one in its row; null where it was the last.
  const char* next_cell(const char* p, const char* end) const;
  /// The cell that starts at p; doubled quotes are undone in `scratch`, which `text` may point into.
  /// \param line, column  of the cell, from 1, for messages.
  /// \throws DataError  for a stray or unclosed quote.
  RawCell cell(const char* p, const char* end, std::uint64_t line, std::size_t column,
               std::string& scratch) const;
};

/// A record as texts, and where the next starts. For the few first lines.
struct CsvRecord {
  std::vector<std::string> cells;
  const char* next = nullptr;
  std::uint64_t newlines = 0;  ///< line ends passed
};
CsvRecord read_record(const CsvGrammar& grammar, const char* p, const char* end, std::uint64_t line);

/// Steps over a line end at p ("\n" or "\r\n"); returns p itself when there is none.
inline const char* past_line_end(const char* p, const char* end) {
  if (p < end && *p == '\n') return p + 1;
  if (end - p >= 2 && p[0] == '\r' && p[1] == '\n') return p + 2;
  return p;
}

inline const char* CsvGrammar::next_cell(const char* p, const char* end) const {
  if (delimiter != kBlanks) return p < end && *p == delimiter ? p + 1 : nullptr;
  return p == end || past_line_end(p, end) != p ? nullptr : p;  // cells end behind the blanks that follow them
}

/// Reads a whole text, chunk by chunk, in parallel; of a file no more is in memory than a chunk per thread.
/// `path` is for messages (so escaped()) and the .tsv ending.
Table read_csv(const FileBytes& bytes, const std::string& path, const ReadOptions& options);

}  // namespace tamis::framework
