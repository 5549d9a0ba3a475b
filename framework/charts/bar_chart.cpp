#include "drawing.hpp"
#include "scale.hpp"

#include <tamis/framework/charts/bar_chart.hpp>
#include <tamis/framework/support/columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kNames = 190, kBars = 340, kNumbers = 170, kRow = 18, kTop = 56, kBottom = 18;
constexpr std::size_t kLongestName = 26, kLongestNote = 28;

}  // namespace

std::string to_svg(const BarChart& chart) {
  Scale scale;
  scale.include(chart.origin);
  for (const Bar& bar : chart.bars) scale.include(bar.value);
  scale.finish(false, true);
  const auto x = [&](double v) {
    return kNames + kBars * (chart.is_lower_better ? 1 - scale.at(v) : scale.at(v));
  };
  const double height = kTop + kRow * static_cast<double>(chart.bars.size());
  std::string out = svg_text(kNames, kTop - 20, chart.x_label, "start", "fill=\"#444\"");
  for (const double v : scale.ticks()) {
    out += svg_line(x(v), kTop - 2, x(v), height, "stroke=\"#eee\"");
    out += svg_text(x(v), height + 13, number_text(v), "middle", "fill=\"#444\"");
  }
  for (std::size_t k = 0; k < chart.bars.size(); ++k) {
    const Bar& bar = chart.bars[k];
    const double top = kTop + kRow * static_cast<double>(k), end = x(bar.value);
    out += fmt::format("<g><title>{}</title>\n", escaped_xml(bar.name));
    out += svg_text(kNames - 8, top + 13, shortened(bar.name, kLongestName), "end",
                    bar.is_marked ? "font-weight=\"bold\"" : "");
    if (std::isfinite(bar.value) && end > x(chart.origin))
      out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                         x(chart.origin), top + 3, end - x(chart.origin), kRow - 6,
                         bar.is_marked ? colour_of(0) : "#999");
    out += svg_text(kNames + kBars + 10, top + 13,
                    bar.note.empty() ? fmt::format("{:.4g}", bar.value) : shortened(bar.note, kLongestNote),
                    "start", "fill=\"#444\"");
    out += "</g>\n";
  }
  return svg_figure(kNames + kBars + kNumbers, height + kBottom, chart.title, out);
}

}  // namespace tamis::framework
