#include "sections.hpp"

#include <tamis/framework/charts/heat_map.hpp>
#include <tamis/framework/charts/scatter_chart.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace tamis::framework {
namespace {

using nlohmann::json;

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// What is judged: labels, or the majorities of votes.
std::string judged(const json& result, bool one = false) {
  return result.contains("crowd") ? one ? "majority" : "majorities" : one ? "label" : "labels";
}

std::string what_was_found(const json& result) {
  const std::size_t suspects = result.at("suspects").size();
  const std::string by_rate =  // older results have no sentences
      fmt::format("About {} of the {} are wrong, by the fit.", percent(number(result, "rate")),
                  judged(result));
  return result.value("found", by_rate) +
         (suspects == 0
              ? fmt::format(" No {} looks wrong.", judged(result, true))
              : fmt::format(" {} wrong{}; they are listed below.",
                            counted(suspects, judged(result, true) + " looks", judged(result) + " look"),
                            result.value("two_readings", false) ? ", if any is" : ""));
}

void write_rates(Page& page, const json& result) {
  page.heading("How often labels are wrong");
  const double high = number(result, "disagreement");
  if (high > number(result, "rate") && high >= number(result, "rate_high"))
    page.paragraph(
        "The rate is a low reading: errors that follow the features look like the classes themselves. The high "
        "one counts every label that differs from samples like its own, hard cases among them.");
  const bool estimates = !result.value("tells_nothing", false);
  HtmlTable table{"The classes, as they were observed", {"class", "observed", "share"}, {}, {}};
  if (estimates) {
    table.caption += " and as they are estimated";
    table.head.insert(table.head.end(), {"estimated share", "estimated flip rate"});
  }
  std::vector<std::string> names;
  for (const json& c : result.at("classes")) {
    names.push_back(c.at("class"));
    std::vector<Cell>& row = table.rows.emplace_back(
        std::vector<Cell>{{names.back()},
                          number_cell(number(c, "observed"), c.at("observed").dump()),
                          number_cell(number(c, "share"), percent(number(c, "share")))});
    if (!estimates) continue;
    row.push_back(number_cell(number(c, "prior"), percent(number(c, "prior"))));
    row.push_back(number_cell(number(c, "flip_rate"), percent(number(c, "flip_rate"))));
  }
  page.table(table);
  const auto flips = result.find("flips");
  if (flips == result.end() || !estimates) return;
  HeatMap map;
  map.title = "Which class is labelled as which";
  map.row_label = "true classes";
  map.column_label = "labels";
  map.rows = map.columns = names;
  map.values = matrix(*flips, names.size(), names.size());
  page.figure(map, "Estimated probability of a label, for each true class; rows sum to 1.");
}

void write_annotators(Page& page, const json& result) {
  const auto crowd = result.find("crowd");
  if (crowd == result.end()) return;
  page.heading("How good the annotators are");
  page.paragraph(fmt::format(
      "By the estimated classes {} of the {} are right. Kappa is 1 of an annotator who is always right, 0 of "
      "an annotator whose votes are not informative on the class, and below 0 for one who contradicts it.",
      percent(number(*crowd, "right")), counted(crowd->at("votes").get<std::uint64_t>(), "vote")));
  const json& annotators = crowd->at("annotators");
  HtmlTable table{
      caption_of("The annotators", annotators.size()), {"annotator", "votes", "right", "kappa"}, {}, {}};
  for (std::size_t k = 0; k < std::min(kMostRows, annotators.size()); ++k) {
    const json& a = annotators[k];
    const double right = number(a, "right"), kappa = number(a, "kappa");
    table.rows.push_back(
        {{a.at("annotator")},
         number_cell(number(a, "votes"), a.at("votes").dump()),
         number_cell(right, std::isnan(right) ? "" : percent(right)),
         number_cell(kappa,
                     std::isnan(kappa) ? "" : fmt::format("{:.2f}", std::round(100 * kappa) / 100 + 0.0))});
  }
  page.table(table);
}

/// A cell of the file, or the value of a feature.
Cell cell_of(const json& cell) {
  return cell.is_number() ? number_cell(cell, label_text(cell)) : Cell{cell.get<std::string>()};
}

/// Of a suspect that is the majority of votes: how many named it, and what the votes alone say.
void add_votes(std::vector<Cell>& cells, const json& s) {
  cells.push_back(number_cell(number(s, "votes_for_label") / number(s, "votes"),
                              fmt::format("{} of {}", s.at("votes_for_label").dump(), s.at("votes").dump())));
  cells.push_back({s.at("by_votes")});
  const double p = number(s, "by_votes_probability");
  cells.push_back(number_cell(p, fmt::format("{:.4f}", p)));
}

/// \param other  how the likeliest class beside the label is called.
HtmlTable table_of_labels(const std::string& title, const json& list, const json& result,
                          const std::string& other) {
  HtmlTable table{caption_of(title, list.size()),
                  {"row", "place", judged(result, true), other, "P(wrong)", "P(" + other + ")"},
                  {},
                  {}};
  const bool two_readings = result.value("two_readings", false);
  if (two_readings) table.head.emplace_back("P(wrong if any is)");
  const bool of_votes = result.contains("crowd");
  if (of_votes) table.head.insert(table.head.end(), {"votes", "by votes alone", "P(by votes)"});
  const json cell_columns = result.value("cell_columns", json::array());  // older results have none
  for (const json& name : cell_columns) table.head.push_back(name);
  for (std::size_t k = 0; k < std::min(kMostRows, list.size()); ++k) {
    const json& s = list[k];
    std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{
        number_cell(number(s, "row"), s.at("row").dump()),
        {std::filesystem::path(s.at("place").get<std::string>()).filename().string()},
        {s.at("label")},
        {s.at("likelier")},
        number_cell(number(s, "wrong"), fmt::format("{:.4f}", number(s, "wrong"))),
        number_cell(number(s, "probability"), fmt::format("{:.4f}", number(s, "probability")))});
    if (two_readings)
      row.push_back(number_cell(number(s, "wrong_if_any"), fmt::format("{:.4f}", number(s, "wrong_if_any"))));
    if (of_votes) add_votes(row, s);
    for (std::size_t c = 0; c < cell_columns.size(); ++c) row.push_back(cell_of(s.at("cells").at(c)));
  }
  return table;
}

void write_suspects(Page& page, const json& result) {
  const json& suspects = result.at("suspects");
  const bool of_votes = result.contains("crowd");
  const std::string heading = of_votes ? "Majorities that look wrong" : "Labels that look wrong";
  page.heading(heading);
  if (of_votes && !suspects.empty())
    page.paragraph(
        "Where the votes alone say the same as the majority, it is the features that speak against it; else "
        "the annotators who are more often right do.");
  if (suspects.empty())
    page.paragraph(
        fmt::format("None: no class is likelier than the {} that a sample has.", judged(result, true)));
  else
    page.table(table_of_labels(heading + ", the most likely first", suspects, result, "likelier"));
  if (const auto all = result.find("all"); all != result.end()) {
    const std::string title = of_votes ? "All majorities" : "All labels";
    page.folded_table(title, table_of_labels(title + ", the most doubtful first", *all, result, "other"));
  }
}

void write_scatter(Page& page, const json& result) {
  const auto found = result.find("scatter");
  if (found == result.end()) return;
  ScatterChart chart;
  chart.title = "Samples and their labels";
  chart.x_label = found->at("x");
  chart.y_label = found->at("y");
  chart.mark_label = "looks wrong";
  for (const json& c : result.at("classes")) chart.groups.push_back(c.at("class"));
  chart.groups.emplace_back("unknown");
  for (const json& p : found->at("points")) {
    const std::string label = p.at(3).is_null() ? "unknown" : p.at(3).get<std::string>();
    const auto group = std::ranges::find(chart.groups, label) - chart.groups.begin();
    chart.points.push_back({p.at(1), p.at(2), static_cast<std::size_t>(group), p.at(4).get<bool>(),
                            fmt::format("row {}, {}", p.at(0).dump(), label)});
  }
  if (std::ranges::none_of(chart.points,
                           [&](const ScatterPoint& p) { return p.group + 1 == chart.groups.size(); }))
    chart.groups.pop_back();
  page.figure(
      chart,
      "The two features that show the classes best, one beside the other. The suspects were "
      "found by all features, so a sample may be ringed although nothing looks unusual in these two.");
}

}  // namespace

void write_label_noise(Page& page, const json& result) {
  page.paragraph(fmt::format("The labels of {} as '{}' sees them: {}; {} used.", data_name(result),
                             result.at("criterion").value("use", "?"), data_in_words(result.at("data")),
                             counted(result.at("features").size(), "feature")));
  page.paragraph(what_was_found(result), "found");
  write_rates(page, result);
  write_annotators(page, result);
  write_suspects(page, result);
  write_scatter(page, result);
  write_paths(page, result);
  write_warnings(page, result);
  write_origin(page, result);
  if (const auto run = result.find("run"); run != result.end())
    write_config(page, run->at("config"), "noise");
}

}  // namespace tamis::framework
