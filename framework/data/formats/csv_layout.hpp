/// \file csv_layout.hpp
/// Where the rows of a delimited text are: its delimiter, its header, and which chunk holds which rows.
#pragma once

#include "csv.hpp"

#include <tamis/framework/data/file_bytes.hpp>

#include <cstdint>
#include <vector>

namespace tamis::framework {

/// A stretch of the text that one task parses: the rows that start after a line end inside it.
struct CsvChunk {
  std::size_t from = 0, to = 0;  ///< its rows, with their line ends, by their place in the file
  std::uint64_t row = 0;         ///< the index of the first one
  std::uint64_t rows = 0;
  std::uint64_t line = 1;  ///< its physical line
};

struct CsvLayout {
  CsvGrammar grammar;
  bool header = false;
  bool comment_first = false;   ///< the file begins with '#'
  char other_delimiter = '\0';  ///< see Table
  std::string header_doubt;     ///< see Table
  std::vector<std::string> names;
  std::vector<std::string> first_texts;  ///< where a header was guessed or not: the texts of the first row, ""
                                         ///< for other cells
  std::uint64_t first_line = 1;          ///< of row 0
  std::uint64_t rows = 0;
  bool one_line_per_row = true;  ///< no quoted line ends
  std::vector<CsvChunk> chunks;
};

/// Two quick looks at the text: the head in series, then all chunks in parallel for quotes and line ends.
/// \throws DataError  empty, header only, not UTF-8 text
CsvLayout layout_of(const FileBytes& bytes, const std::string& path, const ReadOptions& options);

}  // namespace tamis::framework
