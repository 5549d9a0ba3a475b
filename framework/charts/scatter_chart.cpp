#include "drawing.hpp"
#include "scale.hpp"

#include <tamis/framework/charts/scatter_chart.hpp>
#include <tamis/framework/support/columns.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr double kWidth = 620, kHeight = 460, kLeft = 64, kRight = 16, kBottom = 46, kLegendLine = 18;
constexpr std::size_t kInRow = 5, kLongestName = 16;
constexpr double kLegendColumn = (kWidth - 24) / static_cast<double>(kInRow);

/// A circle, a square, a triangle or a diamond.
std::string shape(std::size_t group, double x, double y, double size) {
  switch (group % 4) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", x, y, size);
    case 1:
      return fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z\"", x - size, y - size, 2 * size,
                         2 * size, 2 * size);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}h-{:.1f}z\"", x, y - 1.2 * size, 1.2 * size,
                         2.1 * size, 2.4 * size);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}l-{:.1f} {:.1f}l-{:.1f} -{:.1f}z\"", x,
                         y - 1.3 * size, 1.3 * size, 1.3 * size, 1.3 * size, 1.3 * size, 1.3 * size,
                         1.3 * size);
  }
}

std::string drawn(std::size_t group, double x, double y, const char* more) {
  return shape(group, x, y, 3) + fmt::format(" fill=\"{}\"{}/>\n", colour_of(group), more);
}

}  // namespace

std::string to_svg(const ScatterChart& chart) {
  const std::size_t entries = chart.groups.size() + 1;
  const double top = 60 + kLegendLine * static_cast<double>((entries + kInRow - 1) / kInRow);
  const double width = kWidth - kLeft - kRight, height = kHeight - kBottom;
  Scale across, up;
  for (const ScatterPoint& p : chart.points) across.include(p.x), up.include(p.y);
  across.finish(false, true), up.finish(false, true);
  const auto x = [&](double v) { return kLeft + width * across.at(v); };
  const auto y = [&](double v) { return top + height * (1 - up.at(v)); };

  std::string out;
  for (std::size_t g = 0; g < entries; ++g) {
    const double at = 18 + kLegendColumn * static_cast<double>(g % kInRow);
    const double line = 42 + kLegendLine * static_cast<double>(g / kInRow);
    const bool is_ring = g == chart.groups.size();
    out += is_ring
               ? fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"none\" stroke=\"#444\"/>\n",
                             at, line - 4)
               : drawn(g, at, line - 4, "");
    out += svg_text(at + 12, line, shortened(is_ring ? chart.mark_label : chart.groups[g], kLongestName),
                    "start");
  }
  out += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\n", kLeft,
      top, width, height);
  for (const double v : across.ticks()) {
    out += svg_line(x(v), top, x(v), top + height, "stroke=\"#eee\"");
    out += svg_text(x(v), top + height + 16, number_text(v), "middle", "fill=\"#444\"");
  }
  for (const double v : up.ticks()) {
    out += svg_line(kLeft, y(v), kLeft + width, y(v), "stroke=\"#eee\"");
    out += svg_text(kLeft - 6, y(v) + 4, number_text(v), "end", "fill=\"#444\"");
  }
  out += svg_text(kLeft + width / 2, top + height + 36, shortened(chart.x_label, 60), "middle");
  out += svg_text(kLeft, top - 8, shortened(chart.y_label, 60), "start");
  for (const ScatterPoint& p : chart.points) {
    out += fmt::format("<g><title>{}</title>", escaped_xml(p.title));
    out += drawn(p.group, x(p.x), y(p.y), " fill-opacity=\"0.7\"");
    if (p.is_marked)
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"none\" stroke=\"#444\"/>\n",
                         x(p.x), y(p.y));
    out += "</g>\n";
  }
  return svg_figure(kWidth, top + kHeight, chart.title, out);
}

}  // namespace tamis::framework
