#include <tamis/framework/study/result_figure.hpp>

#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/statistics.hpp>
#include <tamis/framework/charts/plot.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace tamis::framework {
namespace {

constexpr double kNoBand = std::numeric_limits<double>::quiet_NaN();

void add_point(PlotLine& line, double x, const std::vector<double>& values) {
  const Estimate e = estimate(values);
  if (e.n > 0) line.points.push_back({x, e.mean, e.low, e.high});
}

Panel panel_of(const Evaluation& evaluation) {
  PlotLine loss{std::string(name_of(evaluation.loss())), {}, {}};
  for (const LossAtSize& at : evaluation.curve) add_point(loss, static_cast<double>(at.features), at.losses);
  return {"how well the features predict", "features", {loss}};
}

Panel panel_of(const NoiseSweep& sweep) {
  PlotLine agreement{"agreement", {}, {}}, chance{"by chance", {}, {}};
  for (const NoiseLevel& level : sweep.levels) {
    add_point(agreement, level.value, level.agreement);
    if (const Estimate e = estimate(level.by_chance); e.n > 0)
      chance.points.push_back({level.value, e.mean, kNoBand, kNoBand});
  }
  return {"selected again with wrong labels",
          fmt::format("{} of {}", sweep.vary, sweep.noise),
          {agreement, chance}};
}

}  // namespace

void check_figure(const StudyConfig& config) {
  if (config.figure_file.empty() || config.evaluate || config.noise_sweep) return;
  const toml::table* output = config.tree->get_as<toml::table>("output");
  const toml::node* figure = output ? output->get("figure") : nullptr;
  throw ParamError(fmt::format(
      "{}output.figure has nothing to draw; add a table [evaluate] or [noise_sweep] to the config",
      figure ? place_prefix(*figure) : ""));
}

std::string to_svg(const StudyResult& result) {
  Plot plot;
  plot.title = fmt::format("{}, {}", result.criterion->value("use", ""), result.search->value("use", ""));
  plot.y_label = "means with 95 % intervals";
  if (result.evaluation && result.evaluation->splits > 0) plot.panels.push_back(panel_of(*result.evaluation));
  if (result.noise_sweep && result.noise_sweep->finished > 0)
    plot.panels.push_back(panel_of(*result.noise_sweep));
  return plot.panels.empty() ? "" : to_svg(plot);
}

}  // namespace tamis::framework
