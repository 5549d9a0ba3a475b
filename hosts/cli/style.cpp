#include "style.hpp"

#include "process.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tamis::cli {
namespace {

const char* sequence_of(Style style) {
  switch (style) {
    case Style::heading:
      return "\x1b[1m";  // bold
    case Style::aside:
      return "\x1b[2m";  // dim
    case Style::warning:
      return "\x1b[33m";  // yellow
    case Style::error:
      return "\x1b[31m";  // red
    case Style::plain:
      break;
  }
  return "";
}

bool has_colours(int stream) {
  const char* unwanted = std::getenv("NO_COLOR");
  return !(unwanted && *unwanted) && obeys_escapes(stream);
}

}  // namespace

bool obeys_escapes(int stream) {
  const char* kind = std::getenv("TERM");
  return is_terminal(stream) && !(kind && std::string_view(kind) == "dumb");
}

std::string styled(std::string_view text, Style style, int stream) {
  if (text.empty() || style == Style::plain || !has_colours(stream)) return std::string(text);
  return std::string(sequence_of(style)).append(text).append("\x1b[0m");
}

LineStyle table_style(std::vector<std::string> headings) {
  return [headings = std::move(headings), left_out = false](std::string_view line) mutable {
    if (std::ranges::any_of(headings, [&](const std::string& h) { return line.starts_with(h); }))
      return Style::heading;
    if (line.starts_with("      -- ")) {
      left_out = line.starts_with("      -- left out");
      return Style::aside;
    }
    if (line.empty() || (line.front() != ' ' && !(line.front() >= '0' && line.front() <= '9')))
      left_out = false;  // the table of the ranking has ended
    const bool uncounted = line.starts_with("... and ") || line.starts_with("      ... and ");
    return left_out || uncounted ? Style::aside : Style::plain;
  };
}

std::string styled_lines(std::string_view lines, const LineStyle& style, int stream) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    out += styled(line, style(line), stream);
    if (end < lines.size()) out += '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

}  // namespace tamis::cli
