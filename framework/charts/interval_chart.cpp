#include "drawing.hpp"
#include "scale.hpp"

#include <tamis/framework/charts/interval_chart.hpp>
#include <tamis/framework/support/columns.hpp>

#include <fmt/format.h>

namespace tamis::framework {
namespace {

constexpr double kNames = 190, kBars = 340, kNotes = 170, kRow = 18, kTop = 56, kBottom = 18;
constexpr double kEnd = 3;  // a bar reaches so far beyond its interval
constexpr std::size_t kLongestName = 24, kLongestNote = 28;

}  // namespace

std::string to_svg(const IntervalChart& chart) {
  Scale scale;
  scale.include(chart.low);
  scale.include(chart.high);
  scale.finish(true, false);
  const auto x = [&](double v) { return kNames + kBars * scale.at(v); };
  const double height = kTop + kRow * static_cast<double>(chart.intervals.size());
  std::string out = svg_text(kNames, kTop - 20, chart.x_label, "start", "fill=\"#444\"");
  std::vector<double> ticks = scale.ticks();
  if (ticks.empty() || ticks.front() > chart.low) ticks.insert(ticks.begin(), chart.low);
  for (const double v : ticks) {
    out += svg_line(x(v), kTop - 2, x(v), height, "stroke=\"#eee\"");
    out += svg_text(x(v), height + 13, number_text(v), "middle", "fill=\"#444\"");
  }
  for (std::size_t k = 0; k < chart.intervals.size(); ++k) {
    const Interval& each = chart.intervals[k];
    const double top = kTop + kRow * static_cast<double>(k), left = x(each.low) - kEnd;
    out += fmt::format("<g><title>{}</title>\n", escaped_xml(each.name));
    out += svg_text(kNames - 8, top + 13, shortened(each.name, kLongestName), "end",
                    each.is_marked ? "font-weight=\"bold\"" : "");
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\" fill=\"{}\"/>\n", left,
        top + 4, x(each.high) + kEnd - left, kRow - 8, each.is_marked ? colour_of(0) : "#999");
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"2.0\" height=\"{:.1f}\" fill=\"white\"/>\n",
                       x(each.middle) - 1, top + 4, kRow - 8);
    out +=
        svg_text(kNames + kBars + 10, top + 13, shortened(each.note, kLongestNote), "start", "fill=\"#444\"");
    out += "</g>\n";
  }
  return svg_figure(kNames + kBars + kNotes, height + kBottom, chart.title, out);
}

}  // namespace tamis::framework
