#include "sections.hpp"

#include <tamis/framework/charts/bar_chart.hpp>
#include <tamis/framework/charts/interval_chart.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// "1 to 4", or "1" alone.
std::string range_in_words(double low, double high) {
  return low == high ? fmt::format("{:.0f}", low) : fmt::format("{:.0f} to {:.0f}", low, high);
}

/// The best of the ranking, with the ranks that they have in the resamples; empty of a result that does not tell them.
IntervalChart ranks_of(const json& result) {
  const json& ranking = result.at("ranking");
  std::map<std::size_t, const json*> of_column;
  for (const json& row : result.at("stability").at("features"))
    of_column[row.at("column").get<std::size_t>()] = &row;
  IntervalChart chart;
  chart.title = "Which ranks each feature has";
  chart.x_label = fmt::format("rank among {}", counted(ranking.size(), "feature"));
  chart.low = 1;
  chart.high = static_cast<double>(ranking.size());
  for (std::size_t k = 0; k < std::min(kMostBars, ranking.size()); ++k) {
    const auto found = of_column.find(ranking[k].at("column").get<std::size_t>());
    if (found == of_column.end()) continue;
    const double low = number(*found->second, "rank_low"), middle = number(*found->second, "rank_median"),
                 high = number(*found->second, "rank_high");
    if (!(low <= middle && middle <= high)) continue;
    chart.intervals.push_back({ranking[k].at("feature"), low, middle, high, ranking[k].at("selected"),
                               fmt::format("{}, median {:g}", range_in_words(low, high), middle)});
  }
  return chart;
}

void write_ranks(Page& page, const json& result) {
  const IntervalChart chart = ranks_of(result);
  if (chart.intervals.empty()) return;
  const std::size_t all = result.at("ranking").size();
  page.paragraph(
      "How far can each rank be trusted? A bar spans the ranks that the feature has in at least 90 % of the "
      "resamples, and the gap in it is at the median. A short bar is a reliable rank; a bar across the chart means that the samples do not determine the rank of the feature.");
  page.figure(
      chart,
      fmt::format(
          "In the order of the ranking, selected features in colour and bold.{} Features that a selection "
          "puts in no order, since their scores are equal or the search left them out, share their ranks.",
          all > kMostBars ? fmt::format(" The first {} of {}; the result has all.", kMostBars, all) : ""));
}

}  // namespace

void write_stability(Page& page, const json& result) {
  const auto found = result.find("stability");
  if (found == result.end() || found->at("resamples") == 0) return;
  page.heading("Would other samples lead to other features?");
  const double index = number(*found, "index");
  page.paragraph(
      std::isnan(index)
          ? fmt::format("How alike the selections from {} resamples are is not known: {}.",
                        found->at("resamples").dump(), found->value("reason", ""))
          : fmt::format(
                "Selected again from {} resamples of {} samples; the index of stability (Nogueira) is "
                "{:.2f}, of at most 1; 0 is what chance gives.",
                found->at("resamples").dump(), found->at("samples").dump(), index));
  BarChart chart;
  chart.title = "How often each feature is selected";
  chart.x_label = "share of the resamples";
  for (const json& row : found->at("features")) {
    if (chart.bars.size() == kMostBars || number(row, "selected_in") == 0) break;
    const double share = number(row, "selected_in");
    chart.bars.push_back({row.at("feature"), share, share >= 0.5, fmt::format("{:.0f} %", 100 * share)});
  }
  page.figure(chart, "In colour: at least every other time.");
  write_ranks(page, result);
}

}  // namespace tamis::framework
