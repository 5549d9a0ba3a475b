#include "drawing.hpp"
#include "scale.hpp"

#include <tamis/framework/charts/plot.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tamis::framework {
namespace {

struct Size {
  double width, height;
};
constexpr Size kPanel{360, 250}, kOnlyPanel{620, 380};              // each of several, and one alone
constexpr double kLeft = 58, kRight = 14, kTop = 30, kBottom = 44;  // around the lines of a panel
constexpr std::size_t kPanelsInRow = 3;
constexpr double kLegendLine = 20, kLegendColumn = 150;
constexpr std::array<const char*, 4> kDashes{"", "6 3", "2 3", "8 3 2 3"};

std::string dashes(std::size_t line) {
  const char* pattern = kDashes[line % kDashes.size()];
  return *pattern ? fmt::format(" stroke-dasharray=\"{}\"", pattern) : "";
}

class PanelDrawing {
 public:
  /// \param names  of all lines of the plot: the place of a name decides how its line looks.
  PanelDrawing(const Panel& panel, const std::vector<std::string>& names, Size size, double left, double top)
      : panel_(panel), names_(names), size_(size), left_(left + kLeft), top_(top + kTop) {
    bool whole = true;
    for (const PlotLine& line : panel.lines)
      for (const auto* points : {&line.points, &line.marks})
        for (const PlotPoint& p : *points) {
          x_.include(p.x);
          whole = whole && p.x == std::floor(p.x);
          for (const double y : {p.y, p.low, p.high}) y_.include(y);
        }
    x_.finish(whole, false);
    y_.finish(false, true);
  }

  std::string draw() const {
    std::string out = fmt::format(
        "<g>\n<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\n",
        left_, top_, width(), height());
    out += svg_text(left_ + width() / 2, top_ - 10, panel_.title, "middle", "font-weight=\"bold\"");
    out += svg_text(left_ + width() / 2, top_ + height() + 36, panel_.x_label, "middle", "");
    for (const double v : x_.ticks())
      out += svg_text(x(v), top_ + height() + 16, number_text(v), "middle", "fill=\"#444\"");
    for (const double v : y_.ticks()) {
      out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#eee\"/>\n",
                         left_, y(v), left_ + width(), y(v));
      out += svg_text(left_ - 6, y(v) + 4, number_text(v), "end", "fill=\"#444\"");
    }
    for (const PlotLine& line : panel_.lines) out += band(line);
    for (const PlotLine& line : panel_.lines) out += drawn(line);
    return out + "</g>\n";
  }

 private:
  double width() const { return size_.width - kLeft - kRight; }
  double height() const { return size_.height - kTop - kBottom; }
  double x(double v) const { return left_ + width() * x_.at(v); }
  double y(double v) const { return top_ + height() * (1 - y_.at(v)); }
  std::size_t place_of(const PlotLine& line) const {
    return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), line.name) - names_.begin());
  }

  std::string band(const PlotLine& line) const {
    std::string there, back;
    for (const PlotPoint& p : line.points) {
      if (!std::isfinite(p.low) || !std::isfinite(p.high)) continue;
      there += fmt::format("{:.1f},{:.1f} ", x(p.x), y(p.high));
      back = fmt::format("{:.1f},{:.1f} ", x(p.x), y(p.low)) + back;
    }
    return fmt::format("<polygon points=\"{}{}\" fill=\"{}\" opacity=\"0.15\"/>\n", there, back,
                       colour_of(place_of(line)));
  }

  std::string drawn(const PlotLine& line) const {
    const std::size_t place = place_of(line);
    std::string points, circles;
    for (const PlotPoint& p : line.points)
      if (std::isfinite(p.y)) points += fmt::format("{:.1f},{:.1f} ", x(p.x), y(p.y));
    if (line.points.size() == 1 && !points.empty())  // a line through one point cannot be seen
      circles += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                             x(line.points[0].x), y(line.points[0].y), colour_of(place));
    for (const PlotPoint& p : line.marks)
      circles += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"white\" stroke=\"{}\"/>\n",
                             x(p.x), y(p.y), colour_of(place));
    return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n{}",
                       points, colour_of(place), dashes(place), circles);
  }

  const Panel& panel_;
  const std::vector<std::string>& names_;
  Size size_;
  double left_, top_;
  Scale x_, y_;
};

/// The lines' names, each once, in the order of the panels.
std::vector<std::string> names_of(const Plot& plot) {
  std::vector<std::string> names;
  for (const Panel& panel : plot.panels)
    for (const PlotLine& line : panel.lines)
      if (std::find(names.begin(), names.end(), line.name) == names.end()) names.push_back(line.name);
  return names;
}

std::string legend(const std::vector<std::string>& names, double top, std::size_t in_row) {
  std::string out;
  for (std::size_t l = 0; l < names.size(); ++l) {
    const double x = 12 + kLegendColumn * static_cast<double>(l % in_row);
    const double y = top + kLegendLine * static_cast<double>(l / in_row);
    out += fmt::format(
        "<line x1=\"{:.0f}\" y1=\"{:.0f}\" x2=\"{:.0f}\" y2=\"{:.0f}\" stroke=\"{}\" "
        "stroke-width=\"1.8\"{}/>\n"
        "<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n",
        x, y, x + 26, y, colour_of(l), dashes(l), x + 32, y + 4, escaped_xml(names[l]));
  }
  return out;
}

}  // namespace

std::string to_svg(const Plot& plot) {
  const std::size_t columns = std::min(kPanelsInRow, plot.panels.size());
  const std::size_t rows = (plot.panels.size() + columns - 1) / columns;
  const Size panel = plot.panels.size() == 1 ? kOnlyPanel : kPanel;
  const double width = panel.width * static_cast<double>(columns);
  const auto in_row = std::max<std::size_t>(1, static_cast<std::size_t>((width - 12) / kLegendColumn));
  const std::vector<std::string> names = names_of(plot);
  const double above = 32 + kLegendLine * static_cast<double>((names.size() + in_row - 1) / in_row) + 26;
  const double height = above + panel.height * static_cast<double>(rows);
  std::string out = legend(names, 42, in_row);
  out += fmt::format("<text x=\"12\" y=\"{:.0f}\" fill=\"#444\">{}{}</text>\n", above - 10,
                     escaped_xml(plot.y_label),
                     plot.mark_label.empty() ? "" : "; circles: " + escaped_xml(plot.mark_label));
  for (std::size_t p = 0; p < plot.panels.size(); ++p)
    out += PanelDrawing(plot.panels[p], names, panel, panel.width * static_cast<double>(p % columns),
                        above + panel.height * static_cast<double>(p / columns))
               .draw();
  return svg_figure(width, height, plot.title, out);
}

}  // namespace tamis::framework
