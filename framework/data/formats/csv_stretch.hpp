/// \file csv_stretch.hpp
/// The first look at a delimited text: the line ends and quotes of its stretches, before anyone knows which
/// of them begin inside quotes.
#pragma once

#include <tamis/framework/data/file_bytes.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace tamis::framework {

/// For either state at its start: outside quotes, or inside.
struct CsvStretch {
  std::size_t from = 0, to = 0;
  bool odd_quotes = false;
  std::uint64_t newlines = 0;  ///< all
  struct RowEnds {
    std::uint64_t count = 0;
    std::size_t first = 0;    ///< behind the first of them
    std::uint64_t lines = 0;  ///< all line ends up to there
  };
  RowEnds row_ends[2];  ///< those outside quotes, when it starts outside [0] or inside [1]
  std::optional<std::uint64_t> lines_to_nul;
};

/// The stretches of [begin, end), `step` bytes each. In parallel; O(bytes).
std::vector<CsvStretch> look_at_all(const FileBytes& bytes, std::size_t begin, std::size_t end,
                                    std::size_t step);

}  // namespace tamis::framework
