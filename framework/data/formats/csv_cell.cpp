#include "csv.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

std::string at(const std::string& path, std::uint64_t line, std::size_t column) {
  return path + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
}

std::string_view without_blanks(const CsvGrammar& grammar, std::string_view text) {
  while (!text.empty() && grammar.blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && (grammar.blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

RawCell quoted_cell(const CsvGrammar& grammar, const char* open, const char* end, std::uint64_t line,
                    std::size_t column, std::string& scratch) {
  RawCell out;
  const char* from = open + 1;
  const char* p = from;
  bool doubled = false;
  scratch.clear();
  for (;; ++p) {
    p = std::find(p, end, '"');
    if (p == end) {
      throw DataError(at(grammar.path, line, column) +
                      "the quote that opens here is never closed; close it, or double a quote that is meant "
                      "as a character");
    }
    if (p + 1 < end && p[1] == '"') {
      scratch.append(from, ++p);
      from = p + 1;
      doubled = true;
      continue;
    }
    break;
  }
  if (doubled) scratch.append(from, p);
  out.text = doubled ? std::string_view(scratch) : std::string_view(from, p);
  out.newlines = static_cast<std::uint64_t>(std::count(open, p, '\n'));
  const char* rest = ++p;
  while (p < end && !grammar.ends_cell(*p)) ++p;
  out.end = grammar.past_blanks(p, end);
  if (!without_blanks(grammar, {rest, p}).empty()) {
    throw DataError(at(grammar.path, line + out.newlines, column) + in_quotes({rest, p}) +
                    " follows a closing quote; double a quote that is meant as a character");
  }
  return out;
}

}  // namespace

RawCell CsvGrammar::cell(const char* p, const char* end, std::uint64_t line, std::size_t column,
                         std::string& scratch) const {
  while (p < end && blank(*p)) ++p;
  if (p < end && *p == '"') return quoted_cell(*this, p, end, line, column, scratch);
  const char* stop = p;
  while (stop < end && !ends_cell(*stop) && *stop != '"') ++stop;
  if (stop < end && *stop == '"') {
    throw DataError(at(path, line, column) + "a quote inside " + in_quotes({p, stop + 1}) +
                    ", a cell that does not start with one; quote the whole cell and double the quote in it");
  }
  return {without_blanks(*this, {p, stop}), past_blanks(stop, end), 0};
}

CsvRecord read_record(const CsvGrammar& grammar, const char* p, const char* end, std::uint64_t line) {
  CsvRecord out;
  std::string scratch;
  for (;;) {
    const RawCell cell = grammar.cell(p, end, line + out.newlines, out.cells.size() + 1, scratch);
    out.cells.emplace_back(cell.text);
    out.newlines += cell.newlines;
    p = cell.end;
    if (const char* next = grammar.next_cell(p, end)) {
      p = next;
      continue;
    }
    if (p < end && *p == '\r') ++p;
    out.next = p < end ? p + 1 : end;
    out.newlines += p < end;
    return out;
  }
}

}  // namespace tamis::framework
