#include "drawing.hpp"
#include "scale.hpp"

#include <tamis/framework/charts/path_chart.hpp>
#include <tamis/framework/support/columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

constexpr double kLeft = 64, kWidth = 450, kNames = 206, kTop = 62, kHeight = 320, kBottom = 46;
constexpr double kLine = 13;  // of names, one below the other
constexpr std::size_t kLongestName = 22;
constexpr std::array<const char*, 3> kDashes{"", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 3\""};

/// 1, 2 and 5 times each power of ten in [low, high]; of wide ranges the powers alone.
std::vector<double> ticks_between(double low, double high) {
  const bool is_wide = high / low > 1e4;
  std::vector<double> ticks;
  for (double power = std::floor(std::log10(low)); power <= std::log10(high); ++power)
    for (const double digit : {1.0, 2.0, 5.0})
      if (const double v = digit * std::pow(10.0, power); v >= low && v <= high && (digit == 1 || !is_wide))
        ticks.push_back(v);
  return ticks;
}

/// The places along the bottom, whichever end is the larger one.
class Across {
 public:
  explicit Across(const PathChart& chart) : is_logarithmic_(chart.is_logarithmic) {
    const auto [low, high] = std::ranges::minmax(chart.places);
    low_ = low, high_ = high;
    scale_.include(at_scale(low));
    scale_.include(at_scale(high));
    scale_.finish(false, false);
    falls_ = chart.places.front() > chart.places.back();
  }
  double at(double place) const {
    const double share = scale_.at(at_scale(place));
    return kLeft + kWidth * (falls_ ? 1 - share : share);
  }
  bool holds(double place) const { return place >= low_ && place <= high_; }
  std::vector<double> ticks() const { return is_logarithmic_ ? ticks_between(low_, high_) : scale_.ticks(); }

 private:
  double at_scale(double place) const { return is_logarithmic_ ? std::log10(place) : place; }

  bool is_logarithmic_, falls_ = false;
  double low_ = 0, high_ = 1;
  Scale scale_;
};

/// Where names stand whose lines end at these heights: as near as may be, in their order, kLine apart, above `lowest`.
std::vector<double> apart(const std::vector<double>& ends, double lowest) {
  std::vector<std::size_t> order(ends.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return ends[k]; });
  std::vector<double> places(ends);
  for (std::size_t k = 1; k < order.size(); ++k)
    places[order[k]] = std::max(places[order[k]], places[order[k - 1]] + kLine);
  double below = lowest + kLine;
  for (std::size_t k = order.size(); k-- > 0;)
    below = places[order[k]] = std::min(places[order[k]], below - kLine);
  return places;
}

}  // namespace

std::string to_svg(const PathChart& chart) {
  const Across across(chart);
  Scale up;
  up.include(0);
  for (const PathLine& line : chart.lines)
    for (const double v : line.values) up.include(v);
  up.finish(false, true);
  const double bottom = kTop + kHeight, right = kLeft + kWidth;
  const auto y = [&](double v) { return bottom - kHeight * up.at(v); };

  std::string out = svg_text(12, kTop - 22, chart.y_label, "start", "fill=\"#444\"");
  for (const double v : up.ticks()) {
    out += svg_line(kLeft, y(v), right, y(v), v == 0 ? "stroke=\"#999\"" : "stroke=\"#eee\"");
    out += svg_text(kLeft - 6, y(v) + 4, number_text(v), "end", "fill=\"#444\"");
  }
  for (const double v : across.ticks()) {
    out += svg_line(across.at(v), bottom, across.at(v), bottom + 4, "stroke=\"#999\"");
    out += svg_text(across.at(v), bottom + 17, number_text(v), "middle", "fill=\"#444\"");
  }
  out += svg_line(kLeft, bottom, right, bottom, "stroke=\"#999\"");
  out += svg_text(kLeft + kWidth / 2, bottom + 36, chart.x_label, "middle");
  if (across.holds(chart.mark)) {
    const double at = across.at(chart.mark);
    out += svg_line(at, kTop, at, bottom, "stroke=\"#444\" stroke-dasharray=\"4 3\"");
    out += svg_text(at, kTop - 6, chart.mark_label, "middle", "fill=\"#444\"");
  }

  std::vector<double> ends;
  for (const PathLine& line : chart.lines)
    ends.push_back(y(std::isfinite(line.values.back()) ? line.values.back() : 0));
  const std::vector<double> names = apart(ends, bottom);
  for (std::size_t l = 0; l < chart.lines.size(); ++l) {
    const PathLine& line = chart.lines[l];
    const char* const dashes = kDashes[l / kColours % kDashes.size()];
    std::string d;
    bool is_down = false;
    for (std::size_t i = 0; i < line.values.size(); ++i) {
      const bool is_there = std::isfinite(line.values[i]);
      if (is_there)
        d += fmt::format("{}{:.1f} {:.1f}", is_down ? "L" : "M", across.at(chart.places[i]),
                         y(line.values[i]));
      is_down = is_there;
    }
    out += fmt::format(
        "<g><title>{}</title>\n<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n",
        escaped_xml(line.name), d, colour_of(l), dashes);
    out += fmt::format(
        "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}\" fill=\"none\" stroke=\"{}\"{}/>\n", right + 2,
        ends[l], right + 16, names[l], right + 34, names[l], colour_of(l), dashes);
    out += svg_text(right + 38, names[l] + 4, shortened(line.name, kLongestName), "start");
    out += "</g>\n";
  }
  return svg_figure(right + kNames, bottom + kBottom, chart.title, out);
}

}  // namespace tamis::framework
