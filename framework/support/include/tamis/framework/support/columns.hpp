/// \file columns.hpp
/// Text in columns, for people.
#pragma once

#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// Characters, not bytes: names may be UTF-8.
inline std::size_t width(std::string_view s) {
  return static_cast<std::size_t>(std::count_if(
      s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

/// A name fit for a table. What is wider than a screen is cut: JSON and CSV have it whole.
inline std::string printable(std::string_view name) { return shown(name, 200); }

inline std::string padded(const std::string& s, std::size_t columns, bool right = false) {
  const std::string blanks(columns > width(s) ? columns - width(s) : 0, ' ');
  return right ? blanks + s : s + blanks;
}

/// Rows of as many cells as the first, which are aligned; `right` says which columns at their right.
inline std::string in_columns(const std::vector<std::vector<std::string>>& rows, std::vector<bool> right) {
  std::vector<std::size_t> widths(right.size(), 0);
  for (const auto& row : rows)
    for (std::size_t j = 0; j < widths.size(); ++j) widths[j] = std::max(widths[j], width(row[j]));
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t j = 0; j < widths.size(); ++j)
      line += (j ? "  " : "") + padded(row[j], widths[j], right[j]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace tamis::framework
