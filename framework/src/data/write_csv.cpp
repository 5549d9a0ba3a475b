#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/text.hpp>

namespace tamis::framework {

std::string csv_cell(std::string_view text) {
  // a reader may guess the delimiter, so the others are quoted, too
  if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos && text == trimmed(text))
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace tamis::framework
