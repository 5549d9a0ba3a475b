#include "drawing.hpp"

#include <tamis/framework/charts/heat_map.hpp>
#include <tamis/framework/support/columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kNames = 150, kTop = 44, kCharacter = 6;  // about the height of a rotated one
constexpr std::size_t kLongestName = 18, kMostNumbers = 30;
constexpr double kLargestCell = 44, kSmallestCell = 10, kWidth = 620;
constexpr double kStrong = 0.85;  // of the colour: from here on white figures are easier to read

std::string figure(double v, int decimals) {
  std::string text = fmt::format("{:.{}f}", v, decimals);
  return text.find_first_not_of("-0.") == std::string::npos ? "0" : text;
}

}  // namespace

std::string to_svg(const HeatMap& map) {
  const std::size_t rows = map.rows.size(), columns = map.columns.size();
  const double cell = std::clamp(kWidth / static_cast<double>(std::max<std::size_t>(columns, 1)),
                                 kSmallestCell, kLargestCell);
  std::size_t longest = 0;
  for (const std::string& name : map.columns)
    longest = std::max(longest, width(shortened(name, kLongestName)));
  const double height = std::min(cell, 30.0), left = kNames;
  const double top = kTop + 20 + kCharacter * static_cast<double>(longest);
  std::string out = svg_text(12, kTop, map.row_label + " in rows, " + map.column_label + " in columns",
                             "start", "fill=\"#444\"");
  for (std::size_t c = 0; c < columns; ++c) {
    const double x = left + cell * (static_cast<double>(c) + 0.5) + 4;
    out += svg_text(x, top - 6, shortened(map.columns[c], kLongestName), "start",
                    fmt::format("transform=\"rotate(-60 {:.1f} {:.1f})\"", x, top - 6).c_str());
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const double y = top + height * static_cast<double>(r);
    out += svg_text(left - 8, y + height / 2 + 4, shortened(map.rows[r], kLongestName), "end");
    for (std::size_t c = 0; c < columns; ++c) {
      const double v = map.values[r * columns + c], x = left + cell * static_cast<double>(c);
      const double share = std::isnan(v) ? 0 : std::min(1.0, std::fabs(v) / map.full);
      const std::string number = std::isnan(v) ? "" : figure(v, map.decimals);
      out += fmt::format(
          "<g><title>{}, {}: {}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
          "fill=\"{}\" fill-opacity=\"{:.2f}\" stroke=\"#eee\"/>\n",
          escaped_xml(map.rows[r]), escaped_xml(map.columns[c]), number.empty() ? "unknown" : number, x, y,
          cell, height, colour_of(v < 0 ? 1 : 0), share);
      if (columns <= kMostNumbers)
        out += svg_text(x + cell / 2, y + height / 2 + 4, number, "middle",
                        share > kStrong ? "font-size=\"10\" fill=\"#fff\"" : "font-size=\"10\"");
      out += "</g>\n";
    }
  }
  return svg_figure(left + cell * static_cast<double>(columns) + 90,
                    top + height * static_cast<double>(rows) + 12, map.title, out);
}

}  // namespace tamis::framework
