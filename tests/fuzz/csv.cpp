// CSV text: taken or refused, and the same whatever the chunks that are parsed apart.
#include "data/formats/csv.hpp"

#include "harness.hpp"

#include <cmath>
#include <cstring>

namespace {

using namespace tamis::framework;
using tamis::fuzz::Input;

std::string noted(const NotedCell& cell) { return std::to_string(cell.line) + ' ' + cell.text + '|'; }

/// All that was read, as a text.
std::string written(const Table& table) {
  std::string text = std::to_string(table.rows) + (table.header ? " header" : "") +
                     (table.first_row_alone ? " alone" : "") + table.other_delimiter + '\n';
  for (std::size_t i = 0; i < table.rows; ++i) text += std::to_string(table.line(i)) + ' ';
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const TableColumn& column = table.columns[j];
    const ColumnNotes& notes = column.notes();
    text += '\n' + column.name + '|' + std::to_string(column.missing) + '|' + noted(notes.first_missing) +
            noted(notes.first_text) + noted(notes.first_unusable) + notes.unusable_why;
    for (double value : table.column(j)) {
      if (std::isnan(value)) value = std::nan("");
      text.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    for (const std::string& cell : column.texts) text += '<' + cell + '>';
  }
  return text;
}

/// What came of it: a table or a sentence.
std::string outcome(std::string_view text, const ReadOptions& options) {
  std::string table;
  const std::string sentence =
      tamis::fuzz::refusal([&] { table = written(read_csv(text, "f.csv", options)); });
  return table + sentence;
}

const tamis::fuzz::Harness csv("csv", [](Input input) {
  const unsigned form = input.byte(), chunk = input.byte();
  ReadOptions options;
  options.header = static_cast<HeaderMode>(form % 3);
  options.delimiter = "\0,;\t|: \0"[form >> 2 & 7];
  if (form & 32) options.unknown = {"NA", "?", "7", "-1"};
  if (form & 64) options.all_texts = true;
  if (form & 128) options.texts = {{"1", "target"}, {"b", "x", true}};
  const std::string whole = outcome(input.rest(), options);
  options.chunk_bytes = 1 + chunk % 61;
  if (const std::string in_chunks = outcome(input.rest(), options); in_chunks != whole)
    tamis::fuzz::fail("read otherwise in chunks of " + std::to_string(options.chunk_bytes) + ":\n" + whole +
                      "\n--\n" + in_chunks);
});

}  // namespace
