#include "csv_stretch.hpp"

#include <tamis/framework/support/parallel.hpp>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstring>

namespace tamis::framework {
namespace {

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

void look_at(CsvStretch& s, std::string_view text) {
  const Marks marks = marks_between(text.data(), text.data() + text.size());
  s.newlines = marks.newlines;
  if (marks.nul) {
    const std::string_view before = text.substr(0, text.find('\0'));
    s.lines_to_nul = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  }
  if (!marks.quotes) {
    if (s.newlines > 0) s.row_ends[0] = {s.newlines, s.from + text.find('\n') + 1, 1};
    return;
  }
  bool inside = false;
  std::uint64_t lines = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    inside ^= text[k] == '"';
    if (text[k] != '\n') continue;
    ++lines;
    CsvStretch::RowEnds& ends = s.row_ends[inside];
    if (ends.count++ == 0) ends.first = s.from + k + 1, ends.lines = lines;
  }
  s.odd_quotes = inside;
}

}  // namespace

std::vector<CsvStretch> look_at_all(const FileBytes& bytes, std::size_t begin, std::size_t end,
                                    std::size_t step) {
  std::vector<CsvStretch> stretches((end - begin) / step + 1);
  oneapi::tbb::enumerable_thread_specific<std::vector<char>> rooms;
  parallel_for(stretches.size(), [&](std::size_t k) {
    CsvStretch& s = stretches[k];
    s.from = begin + k * step;
    s.to = std::min(end, s.from + step);
    look_at(s, bytes.piece(s.from, s.to, rooms.local()));
  });
  return stretches;
}

}  // namespace tamis::framework
