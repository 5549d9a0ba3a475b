#include "sections.hpp"

#include <tamis/framework/charts/plot.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tamis::framework {
namespace {

using nlohmann::json;

std::string with_error(const json& e, double unit) {
  const double mean = number(e, "mean") * unit, error = number(e, "standard_error") * unit;
  if (std::isnan(mean)) return "-";
  return std::isnan(error) ? shown_number(mean) : fmt::format("{} ± {:.2g}", shown_number(mean), error);
}

std::vector<std::string> axes_of(const json& result) {
  std::vector<std::string> keys;
  for (const json& axis : result.at("axes")) keys.push_back(axis.at("key"));
  return keys;
}

HtmlTable means_table(const json& result) {
  const json& found = result.at("table");
  HtmlTable table{fmt::format("Means of {}{}, ± standard error", found.at("measure").get<std::string>(),
                              found.at("percent") ? " (%)" : ""),
                  axes_of(result),
                  {},
                  {}};
  const bool has_features = !found.at("rows").empty() && found.at("rows")[0].contains("features");
  if (has_features) table.head.emplace_back("features");
  for (const json& method : result.at("methods")) table.head.push_back(method);
  for (const json& row : found.at("rows")) {
    std::vector<Cell> cells;
    for (const json& value : row.at("point")) cells.push_back({value});
    if (has_features) cells.push_back(number_cell(number(row, "features"), row.at("features").dump()));
    for (const json& method : result.at("methods")) {
      const json& e = row.at("methods").at(method.get<std::string>());
      cells.push_back(number_cell(number(e, "mean"), with_error(e, 1)));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// A panel per point: each measure that has several sizes, against the number of features.
void write_curves(Page& page, const json& result) {
  const double unit = result.at("table").at("percent") ? 100 : 1;
  const auto methods = result.at("methods").get<std::vector<std::string>>();
  std::map<std::string, std::vector<Panel>> plots;
  for (const json& s : result.at("series")) {
    if (!s.contains("features")) continue;
    std::vector<Panel>& panels = plots[s.at("measure")];
    const std::string title =
        fmt::format("{}", fmt::join(s.at("point").get<std::vector<std::string>>(), ", "));
    if (panels.empty() || panels.back().title != title) {
      panels.push_back({title, "features", {}});
      for (const std::string& method : methods) panels.back().lines.push_back({method, {}, {}});
    }
    const auto line = std::ranges::find(methods, s.at("method").get<std::string>()) - methods.begin();
    panels.back()
        .lines.at(static_cast<std::size_t>(line))
        .points.push_back({number(s, "features"), number(s, "mean") * unit, number(s, "low") * unit,
                           number(s, "high") * unit});
  }
  for (auto& [measure, panels] : plots) {
    const bool is_curve =
        std::ranges::any_of(panels[0].lines, [](const PlotLine& line) { return line.points.size() > 1; });
    if (!is_curve) continue;
    page.figure(Plot{fmt::format("{} against the number of features", measure),
                     fmt::format("{}{}, with 95 % intervals", measure, unit > 1 ? " (%)" : ""), panels, ""});
  }
}

HtmlTable differences_table(const json& result) {
  const json& found = result.at("table");
  const std::string reference = found.at("reference");
  HtmlTable table{fmt::format("Differences from '{}', paired, with 95 % intervals and p", reference),
                  axes_of(result),
                  {},
                  {}};
  const bool has_features = !found.at("rows").empty() && found.at("rows")[0].contains("features");
  if (has_features) table.head.emplace_back("features");
  for (const char* column : {"method", "difference", "low", "high", "p"}) table.head.emplace_back(column);
  for (const json& row : found.at("rows"))
    for (const json& method : result.at("methods")) {
      if (method == reference) continue;
      const json& d = row.at("methods").at(method.get<std::string>()).at("minus_reference");
      std::vector<Cell> cells;
      for (const json& value : row.at("point")) cells.push_back({value});
      if (has_features) cells.push_back(number_cell(number(row, "features"), row.at("features").dump()));
      cells.push_back({method});
      for (const char* key : {"mean", "low", "high", "p"})
        cells.push_back(number_cell(number(d, key), fmt::format("{:.3g}", number(d, key))));
      table.rows.push_back(std::move(cells));
    }
  return table;
}

}  // namespace

void write_experiment(Page& page, const json& result) {
  const auto methods = result.at("methods").get<std::vector<std::string>>();
  page.paragraph(
      fmt::format("{} compared{}: {}.", counted(methods.size(), "method"),
                  axes_of(result).empty() ? "" : fmt::format(" over {}", fmt::join(axes_of(result), ", ")),
                  fmt::join(methods, "; ")));
  const json& runs = result.at("runs");
  page.paragraph(
      runs.at("done") == runs.at("wanted")
          ? fmt::format("All {} runs were made.", runs.at("done").dump())
          : fmt::format("{} of {} runs were made so far.", runs.at("done").dump(), runs.at("wanted").dump()),
      "found");
  page.heading("Results");
  page.table(means_table(result));
  write_curves(page, result);
  if (result.at("table").contains("reference") && methods.size() > 1) {
    page.heading("Differences");
    page.table(differences_table(result));
  }
  write_warnings(page, result);
  write_origin(page, result);
  write_config(page, result.at("config"), "experiment");
}

}  // namespace tamis::framework
