#include "sections.hpp"

#include <tamis/framework/charts/path_chart.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr std::string_view kEnding = "_path";
constexpr std::size_t kMostLines = 20;

/// "coefficient" of "coefficient_path".
std::string what_of(const std::string& name) {
  std::string what = name.substr(0, name.size() - kEnding.size());
  std::ranges::replace(what, '_', ' ');
  return what;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// Of less than two places, or of places that are no numbers, nothing is drawn.
bool can_be_drawn(const PathChart& chart) {
  return chart.places.size() >= 2 && !chart.lines.empty() &&
         std::ranges::all_of(chart.places, [](double v) { return std::isfinite(v); });
}

PathChart chart_of(const std::string& name, const json& table, const json& diagnostics) {
  const auto columns = table.at("columns").get<std::vector<std::string>>();
  const std::size_t rows = table.at("values").size();
  const std::vector<double> values = matrix(table.at("values"), rows, columns.size());
  PathChart chart;
  if (columns.empty()) return chart;
  const auto column = [&](std::size_t j) {
    std::vector<double> out;
    for (std::size_t i = 0; i < rows; ++i) out.push_back(values[i * columns.size() + j]);
    return out;
  };
  chart.places = column(0);
  chart.is_logarithmic = std::ranges::all_of(chart.places, [](double v) { return v > 0; });
  for (std::size_t j = 1; j < std::min(columns.size(), kMostLines + 1); ++j)
    chart.lines.push_back({columns[j], column(j)});
  chart.title = capitalised(fmt::format("{} by {}", what_of(name), columns[0]));
  chart.y_label = what_of(name);
  chart.x_label = columns[0] + (chart.is_logarithmic ? " (logarithmic)" : "");
  if (const auto mark = diagnostics.find(columns[0]); mark != diagnostics.end() && mark->is_number()) {
    chart.mark = mark->get<double>();
    chart.mark_label = fmt::format("{} = {}", columns[0], shown_number(chart.mark));
  }
  return chart;
}

/// Those of one stage, or of what has no stages.
/// \param of  before each heading, as "Stage 1, robust_lasso: "; may be empty.
void write_paths_of(Page& page, const json& outcome, const std::string& of) {
  for (const char* const reported : {"diagnostics", "search_diagnostics"}) {
    const auto diagnostics = outcome.find(reported);
    if (diagnostics == outcome.end()) continue;
    for (const auto& [name, value] : diagnostics->items()) {
      if (!name.ends_with(kEnding) || !value.is_object()) continue;
      const PathChart chart = chart_of(name, value, *diagnostics);
      if (!can_be_drawn(chart)) continue;
      page.heading(of + chart.title);
      page.paragraph(diagnostics->value(name + "_caption", ""));
      page.figure(chart);
    }
  }
}

}  // namespace

void write_paths(Page& page, const json& result) {
  const auto stages = result.find("stages");
  if (stages == result.end()) return write_paths_of(page, result, "");
  for (std::size_t k = 0; k < stages->size(); ++k) {
    const json& stage = (*stages)[k];
    write_paths_of(page, stage,
                   fmt::format("Stage {}, {}: ", k + 1, stage.at("criterion").value("use", "?")));
  }
}

}  // namespace tamis::framework
