#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/support/text.hpp>

#include <charconv>

namespace tamis::framework {
namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double unused = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), unused);
  return error == std::errc() && rest == text.data() + text.size();
}

bool looks_like_formula(std::string_view text) {
  return text.find_first_of("=+-@\t\r") == 0 && !is_number(text);
}

}  // namespace

std::string csv_cell(std::string_view text, CsvFor reader) {
  if (reader == CsvFor::spreadsheet && looks_like_formula(text)) return csv_cell("'" + std::string(text));
  // a reader may guess the delimiter, so the others are quoted, too
  if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos && text == trimmed(text))
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace tamis::framework
