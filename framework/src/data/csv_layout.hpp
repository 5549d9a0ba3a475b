/// \file csv_layout.hpp
/// Where the rows of a delimited text are: its delimiter, its header, and which chunk holds which rows.
#pragma once

#include "csv.hpp"

#include <cstdint>
#include <vector>

namespace tamis::framework {

/// A stretch of the text that one task parses: the rows that start after a line end inside it.
struct CsvChunk {
  const char* first = nullptr;  ///< where its first row starts
  std::uint64_t row = 0;        ///< the index of that row
  std::uint64_t rows = 0;
  std::uint64_t line = 1;  ///< the physical line of that row
};

struct CsvLayout {
  CsvGrammar grammar;
  bool header = false;
  std::vector<std::string> names;
  std::vector<std::string> first_texts;  ///< where no header was guessed: the texts of the first row, "" for
                                         ///< other cells
  std::uint64_t first_line = 1;          ///< of row 0
  std::uint64_t rows = 0;
  bool one_line_per_row = true;  ///< no quoted line ends
  std::vector<CsvChunk> chunks;
  const char* end = nullptr;  ///< of the last row, without its line end
};

/// Two quick looks at the text: the head in series, then all chunks in parallel for quotes and line ends.
/// \throws DataError  empty, header only, not UTF-8 text
CsvLayout layout_of(std::string_view text, const std::string& path, const ReadOptions& options);

}  // namespace tamis::framework
