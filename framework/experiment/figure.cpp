#include "summary_table.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/charts/plot.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

namespace tamis::framework {
namespace {

constexpr const char* kFeatures = "features";

PlotPoint point_of(double x, const Estimate& e) { return {x, e.mean, e.low, e.high}; }

/// The values of a point along all axes but one, for the title of its panel.
std::string panel_title(const ExperimentConfig& config, std::size_t point,
                        std::optional<std::size_t> without) {
  std::vector<std::string> parts;
  for (std::size_t a = 0; a < config.axes.size(); ++a)
    if (a != without) {
      const std::string& value = config.points[point].values[a];
      parts.push_back(config.axes[a].numbers.empty() ? value
                                                     : fmt::format("{} = {}", config.axes[a].key, value));
    }
  return fmt::format("{}", fmt::join(parts, ", "));
}

Panel& panel_called(std::vector<Panel>& panels, const std::string& title, const std::string& x_label,
                    const ExperimentConfig& config) {
  for (Panel& panel : panels)
    if (panel.title == title) return panel;
  panels.push_back({title, x_label, {}});
  for (const std::string& method : config.methods) panels.back().lines.push_back({method, {}, {}});
  return panels.back();
}

/// A panel per point: the loss against the number of features.
void plot_curves(const ExperimentConfig& config, const std::vector<Series>& series, Plot& plot) {
  const double unit = config.table.percent ? 100 : 1;
  for (const Series& s : series) {
    if (s.measure != kLoss) continue;
    std::vector<double> values = s.values;
    for (double& v : values) v *= unit;
    panel_called(plot.panels, panel_title(config, s.point, std::nullopt), kFeatures, config)
        .lines[s.method]
        .points.push_back(point_of(static_cast<double>(s.features), estimate(by_repeat(values, s.splits))));
  }
}

/// A panel per combination of the other axes: the table's measure against one axis.
void plot_axis(const ExperimentConfig& config, const SummaryTable& table, std::size_t axis, Plot& plot) {
  const auto& labels = config.axes[axis].labels;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow& row = table.rows[i];
    std::string title = panel_title(config, row.point, axis);
    if (row.features)
      title += fmt::format("{}{}", title.empty() ? "" : ", ", counted(*row.features, "feature"));
    Panel& panel = panel_called(plot.panels, title, config.axes[axis].key, config);
    const auto value = static_cast<std::size_t>(
        std::find(labels.begin(), labels.end(), config.points[row.point].values[axis]) - labels.begin());
    const double x = config.axes[axis].numbers[value];
    for (std::size_t m = 0; m < config.methods.size(); ++m) {
      panel.lines[m].points.push_back(point_of(x, estimate(row, m)));
      if (const auto paper = compare(config, row, i, m)) {
        panel.lines[m].marks.push_back({x, paper->paper, paper->paper, paper->paper});
        plot.mark_label = config.paper->source.empty() ? "the paper" : config.paper->source;
      }
    }
  }
  for (Panel& panel : plot.panels)
    for (PlotLine& line : panel.lines)
      std::sort(line.points.begin(), line.points.end(),
                [](const auto& a, const auto& b) { return a.x < b.x; });
}

/// The axis that was asked for, or the last one of several numbers.
std::optional<std::size_t> axis_of(const ExperimentConfig& config) {
  std::vector<std::string> keys{kFeatures};
  std::optional<std::size_t> last;
  for (std::size_t a = 0; a < config.axes.size(); ++a) {
    keys.push_back(config.axes[a].key);
    if (config.axes[a].numbers.empty()) {
      if (config.axes[a].key == config.figure.x)
        throw ParamError(
            fmt::format("figure.x is {}, whose values are no numbers", in_quotes(config.figure.x)));
      continue;
    }
    if (config.axes[a].key == config.figure.x) return a;
    if (config.axes[a].numbers.size() > 1) last = a;
  }
  if (!config.figure.x.empty() && config.figure.x != kFeatures)
    throw ParamError(fmt::format("figure.x is {}; expected {}{}", in_quotes(config.figure.x), listed(keys),
                                 did_you_mean(config.figure.x, keys)));
  return last;
}

bool has_curve(const std::vector<Series>& series) {
  return std::any_of(series.begin(), series.end(),
                     [](const Series& s) { return s.measure == kLoss && s.features > 1; });
}

}  // namespace

std::string to_svg(const ExperimentConfig& config, const ExperimentResult& result) {
  const std::vector<Series> series = series_of(config, result);
  const std::optional<std::size_t> axis = axis_of(config);
  const SummaryTable table = summary_table(config, result);
  Plot plot;
  plot.title = config.figure.title.empty() ? config.title : config.figure.title;
  const bool curves = config.figure.x == kFeatures || (config.figure.x.empty() && has_curve(series));
  plot.y_label =
      (curves ? "loss" : table.measure) + (config.table.percent ? " (%)" : "") + ", with 95 % intervals";
  if (curves)
    plot_curves(config, series, plot);
  else if (axis)
    plot_axis(config, table, *axis, plot);
  return plot.panels.empty() ? "" : to_svg(plot);
}

}  // namespace tamis::framework
