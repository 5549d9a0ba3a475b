/// \file style.hpp
/// Colours, where a terminal has them and the user wants them (no-color.org). Files and pipes never get any.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::cli {

enum class Style { plain, heading, aside, warning, error };

/// Whether `stream` (a file descriptor) is a terminal that obeys escape sequences.
bool obeys_escapes(int stream);

/// The text, which holds no escape sequence yet, as `stream` shows it in this style.
std::string styled(std::string_view text, Style style, int stream);

/// The style of a line, from how it begins; asked line by line, in order.
using LineStyle = std::function<Style(std::string_view line)>;

/// For tables whose headings begin with one of these: "rank  ". What was left out of a selection, and how much
/// is not shown, is an aside.
LineStyle table_style(std::vector<std::string> headings);

/// styled(), line by line.
std::string styled_lines(std::string_view lines, const LineStyle& style, int stream);

}  // namespace tamis::cli
