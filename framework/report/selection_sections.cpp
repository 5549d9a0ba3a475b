#include "sections.hpp"

#include <tamis/framework/charts/bar_chart.hpp>
#include <tamis/framework/charts/heat_map.hpp>
#include <tamis/framework/charts/plot.hpp>
#include <tamis/framework/charts/tree_chart.hpp>
#include <tamis/framework/support/statistics.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string use_of(const json& component) { return component.value("use", "?"); }

std::vector<std::string> selected_features(const json& result) {
  std::vector<std::string> names;
  for (const json& row : result.at("ranking"))
    if (row.at("selected")) names.push_back(row.at("feature"));
  return names;
}

/// Whether the criterion measures subsets, so that a score on the path is that of the subset after a step.
bool scores_subsets(const json& result) { return result.contains("selected_score"); }

/// Whether scores tell of features one by one: not where they are those of subsets, nor where a search from
/// above has scored what it removed, and not what it kept.
bool scores_features(const json& result) {
  return !scores_subsets(result) && std::ranges::all_of(result.at("ranking"), [](const json& row) {
    return !row.at("selected") || row.value("always", false) || !row.at("score").is_null() ||
           row.contains("infinite");
  });
}

/// Whether all features were ordered, so that no size was chosen.
bool is_ranking(const json& result) { return result.at("run").value("order_all", false); }

std::string better_of(const json& result) { return result.at("better").get<std::string>(); }

std::string what_was_run(const json& result) {
  const std::string stages =
      result.contains("stages") ? fmt::format(" (the last of {} stages)", result.at("stages").size()) : "";
  return fmt::format("The search '{}' with the criterion '{}'{} on {}: {}.", use_of(result.at("search")),
                     use_of(result.at("criterion")), stages, data_name(result),
                     data_in_words(result.at("data"), result.at("ranking").size()));
}

std::string loss_in_words(const json& evaluation) {
  if (evaluation.at("curve").empty()) return "";
  const json& last = evaluation.at("curve").back();
  const double error = number(last, "standard_error");
  return fmt::format(" With {} the {} on samples that were not used is {}{}.",
                     counted(last.at("features").get<std::size_t>(), "feature"),
                     evaluation.at("loss").get<std::string>(), shown_number(number(last, "mean")),
                     std::isnan(error) ? "" : fmt::format(" ± {} (standard error)", shown_number(error)));
}

/// "a, b and 5 more".
std::string first_of(const std::vector<std::string>& names) {
  constexpr std::size_t kFew = 10;
  if (names.size() <= kFew) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kFew, ", "),
                     names.size() - kFew);
}

std::string what_was_selected(const json& result) {
  const std::vector<std::string> selected = selected_features(result);
  const std::size_t all = result.at("ranking").size();
  std::string out;
  if (selected.empty())
    out = "No feature was selected.";
  else if (selected.size() == all)
    out = fmt::format("All {} were ordered, best first: {}.", counted(all, "feature"), first_of(selected));
  else
    out = fmt::format("{} of {} selected: {}.", selected.size(), counted(all, "feature"), first_of(selected));
  if (const auto cost = result.find("cost"); cost != result.end() && !selected.empty())
    out += fmt::format(" They cost {} together.", shown_number(cost->get<double>()));
  if (const auto evaluation = result.find("evaluation"); evaluation != result.end())
    out += loss_in_words(*evaluation);
  if (const std::string status = result.value("status_text", ""); !status.empty())
    out += fmt::format(" The run did not come to its end: {}.", status);
  return out;
}

/// The row's score as a bar; the worst of all is where bars begin.
BarChart bars_of(const json& rows, const json& result, bool of_path) {
  BarChart chart;
  chart.is_lower_better = better_of(result) == "lower";
  std::vector<double> finite;
  for (std::size_t k = 0; k < std::min(kMostBars, rows.size()); ++k) {
    const json& row = rows[k];
    Bar bar;
    bar.name = row.at("feature");
    if (of_path) bar.name = (row.at("move") == "remove" ? "without " : "with ") + bar.name;
    bar.value = number(row, "score");
    bar.is_marked = of_path ? row.at("move") == "add" : row.at("selected").get<bool>();
    const std::string reason = row.value("reason", "");
    if (!std::isfinite(bar.value))
      bar.note = reason.empty() ? row.value("infinite", "no score") : reason;
    else if (finite.push_back(bar.value); !reason.empty())
      bar.note = fmt::format("{:.4g}, {}", bar.value, reason);
    chart.bars.push_back(std::move(bar));
  }
  if (finite.empty()) return chart;
  const auto [low, high] = std::ranges::minmax(finite);
  const double room = (high - low) / 10;
  chart.origin = chart.is_lower_better ? high + room : low - room;
  // scores that are worth something from 0 on begin there; the few below it are of no worth
  if (!chart.is_lower_better && std::abs(low) < high / 2) chart.origin = 0;
  return chart;
}

/// A number by which a rule chose, of the features that have it.
struct Evidence {
  const char *key, *title;
};
std::vector<Evidence> evidence_in(const json& result) {
  std::vector<Evidence> found;
  for (const Evidence& each : {Evidence{"cost", "cost"},
                               {"p_value", "p"},
                               {"corrected_p", "corrected p"},
                               {"w", "W"},
                               {"e_value", "e"}})
    if (std::ranges::any_of(result.at("ranking"), [&](const json& row) { return row.contains(each.key); }))
      found.push_back(each);
  return found;
}

/// Its name; of a group also its members.
std::string feature_in_words(const json& row) {
  const std::string name = row.at("feature");
  if (!row.contains("members")) return name;
  return fmt::format("{} ({})", name, listed(row.at("members").get<std::vector<std::string>>()));
}

HtmlTable ranking_table(const json& result) {
  const json& ranking = result.at("ranking");
  HtmlTable table{caption_of("All features, best first", ranking.size()),
                  {"rank", "feature", "score", "selected", "remark of the criterion"},
                  {},
                  {}};
  const std::vector<Evidence> evidence = evidence_in(result);
  for (const Evidence& each : evidence) table.head.emplace_back(each.title);
  for (std::size_t k = 0; k < std::min(kMostRows, ranking.size()); ++k) {
    const json& row = ranking[k];
    const double score = number(row, "score");
    table.rows.push_back({number_cell(static_cast<double>(k + 1), std::to_string(k + 1)),
                          {feature_in_words(row)},
                          number_cell(score, shown_number(score)),
                          {row.at("selected") ? "yes" : "no"},
                          {row.value("reason", "")}});
    for (const Evidence& each : evidence)
      table.rows.back().push_back(number_cell(number(row, each.key), shown_number(number(row, each.key))));
    table.is_marked.push_back(row.at("selected").get<bool>());
  }
  return table;
}

std::string bound_in_words(const json& chosen) {
  const json& rule = chosen.at("rule");
  const std::string most = shown_number(100 * number(rule, "fdr")) + " %";
  if (rule.at("auto") == "knockoffs")
    return fmt::format(
        "On average at most {} of the selected features add no information on the target to all other features. This holds for the labels as given, and also for the true labels if label errors do not depend on the features.",
        most);
  if (rule.at("correction") == "bonferroni")
    return fmt::format(
        "The probability that any of the selected features is associated with the target only by chance is at most {}.",
        most);
  return fmt::format(
      "On average at most {} of the selected features are associated with the target only by chance. Each was tested by itself, so copies of a feature are all selected.",
      most);
}

/// What a rule promises of the features that it selected, and what it saw.
void write_discoveries(Page& page, const json& result) {
  const auto chosen = result.find("chosen_size");
  if (chosen == result.end() || !chosen->at("rule").contains("fdr")) return;
  page.heading("How many of them may be false");
  page.paragraph(bound_in_words(*chosen));
  if (!chosen->contains("knockoffs")) return;
  BarChart chart;
  chart.title = "Features beside their knockoffs";
  chart.x_label = "W: score of the feature minus score of its knockoff";
  for (const json& row : result.at("ranking"))
    if (chart.bars.size() < kMostBars && row.contains("w"))
      chart.bars.push_back({row.at("feature"), number(row, "w"), row.at("selected").get<bool>(), ""});
  const double threshold = number(chosen->at("knockoffs"), "threshold");
  page.figure(
      chart,
      std::isnan(threshold)
          ? "A knockoff depends on the other features as its feature does, and is drawn without the target."
          : fmt::format(
                "Features with W of {} or more are selected (in colour). For a feature without a bar, the knockoff scores better.",
                shown_number(threshold)));
}

void write_ranking(Page& page, const json& result) {
  page.heading("Ranking");
  if (scores_features(result)) {
    BarChart chart = bars_of(result.at("ranking"), result, false);
    chart.title = "Scores of the features";
    chart.x_label = fmt::format("'{}', {} is better: a longer bar is a better feature",
                                use_of(result.at("criterion")), better_of(result));
    const std::size_t all = result.at("ranking").size();
    std::string caption =
        all > kMostBars ? fmt::format("The first {} of {}.", kMostBars, counted(all, "feature")) : "";
    if (!is_ranking(result))
      caption += (caption.empty() ? "" : " ") + std::string("Selected ones in colour and bold.");
    page.figure(chart, caption);
  }
  page.folded_table(fmt::format("The whole ranking, {}", counted(result.at("ranking").size(), "feature")),
                    ranking_table(result));
}

/// Marks where as many features are as were selected.
void mark_chosen(PlotLine& line, const json& result) {
  if (is_ranking(result)) return;
  const auto kept = static_cast<double>(selected_features(result).size());
  for (const PlotPoint& p : line.points)
    if (p.x == kept) line.marks = {p};
}

Panel score_panel(const json& result) {
  PlotLine line{"score of the subset", {}, {}};
  for (const json& step : result.at("path")) {
    const double score = number(step, "score");
    if (std::isfinite(score))
      line.points.push_back({step.at("size").get<double>(), score, kUnknown, kUnknown});
  }
  std::ranges::stable_sort(line.points, {}, &PlotPoint::x);
  mark_chosen(line, result);
  return {fmt::format("'{}', {} is better", use_of(result.at("criterion")), better_of(result)),
          "features",
          {line}};
}

Panel loss_panel(const json& result) {
  const json& evaluation = result.at("evaluation");
  PlotLine line{evaluation.at("loss"), {}, {}};
  for (const json& at : evaluation.at("curve")) {
    const Estimate e = estimate(at.at("losses").get<std::vector<double>>());
    line.points.push_back({at.at("features").get<double>(), e.mean, e.low, e.high});
  }
  mark_chosen(line, result);
  return {"predicting samples that were not used", "features", {line}};
}

void write_path(Page& page, const json& result) {
  const bool is_evaluated = result.contains("evaluation") && !result.at("evaluation").at("curve").empty();
  const bool has_steps = !scores_features(result) && !result.at("path").empty();
  if (!has_steps && !is_evaluated) return;
  page.heading("The path of the search");
  Plot plot;
  plot.title = "How many features";
  plot.y_label = is_evaluated ? "losses with 95 % intervals over the splits" : "scores";
  if (!is_ranking(result)) plot.mark_label = "the size that was chosen";
  if (scores_subsets(result) && has_steps) plot.panels.push_back(score_panel(result));
  if (is_evaluated) plot.panels.push_back(loss_panel(result));
  if (!plot.panels.empty()) page.figure(plot);
  if (!has_steps) return;
  BarChart steps = bars_of(result.at("path"), result, true);
  steps.title = "Steps of the search";
  steps.x_label = fmt::format("{} '{}', {} is better",
                              scores_subsets(result) ? "the subset after the step by" : "score by",
                              use_of(result.at("criterion")), better_of(result));
  page.figure(steps,
              result.at("path").size() > kMostBars
                  ? fmt::format("The first {} of {}.", kMostBars, counted(result.at("path").size(), "step"))
                  : "");
}

void write_redundancy(Page& page, const json& result) {
  const auto found = result.find("redundancy");
  if (found == result.end() || found->at("features").size() < 2) return;
  HeatMap map;
  map.title = "How much the best features repeat each other";
  map.row_label = map.column_label = "features";
  map.rows = map.columns = found->at("features").get<std::vector<std::string>>();
  map.values = matrix(found->at("correlations"), map.rows.size(), map.columns.size());
  page.heading("Features that say the same");
  std::string most = "No two of them are alike.";
  double largest = 0.5;
  for (std::size_t i = 0; i < map.rows.size(); ++i)
    for (std::size_t j = i + 1; j < map.rows.size(); ++j)
      if (const double r = std::fabs(map.values[i * map.rows.size() + j]); r > largest) {
        largest = r;
        most = fmt::format("Most alike are {} and {}, with a correlation of {:.2f}.", map.rows[i],
                           map.rows[j], map.values[i * map.rows.size() + j]);
      }
  page.paragraph(fmt::format("Correlations (Pearson's) of the {} best. {}", map.rows.size(), most));
  page.figure(map);
}

void write_class_distances(Page& page, const json& result) {
  const auto found = result.find("class_distances");
  if (found == result.end()) return;
  TreeChart tree;
  tree.title = "How far apart the classes are";
  tree.x_label = "distance (ground metric)";
  tree.names = found->at("classes").get<std::vector<std::string>>();
  tree.distances = matrix(found->at("distances"), tree.names.size(), tree.names.size());
  page.heading("Classes");
  page.figure(tree, "Classes that are joined at a distance are so far apart on the average.");
}

void write_noise_sweep(Page& page, const json& result) {
  const auto found = result.find("noise_sweep");
  if (found == result.end() || found->at("curve").empty()) return;
  PlotLine agreement{"agreement", {}, {}}, chance{"by chance", {}, {}};
  for (const json& row : found->at("curve")) {
    const json& interval = row.at("interval");
    agreement.points.push_back({number(row, "value"), number(row, "agreement"),
                                interval.is_null() ? kUnknown : interval[0].get<double>(),
                                interval.is_null() ? kUnknown : interval[1].get<double>()});
    chance.points.push_back({number(row, "value"), number(row, "by_chance"), kUnknown, kUnknown});
  }
  page.heading("Would wrong labels lead to other features?");
  Plot plot;
  plot.title = "What is selected again with more labels wrong";
  plot.y_label = "agreement with the selection, with 95 % intervals";
  plot.panels.push_back({"", found->at("options").value("vary", "noise"), {agreement, chance}});
  page.figure(plot);
}

/// What the criterion says of its scores: texts whose names end in "_note".
void write_notes(Page& page, const json& result) {
  const auto diagnostics = result.find("diagnostics");
  if (diagnostics == result.end()) return;
  for (const auto& [name, value] : diagnostics->items())
    if (name.ends_with("_note") && value.is_string()) page.paragraph(value.get<std::string>());
}

}  // namespace

void write_selection(Page& page, const json& result) {
  page.paragraph(what_was_run(result));
  page.paragraph(what_was_selected(result), "found");
  write_discoveries(page, result);
  write_ranking(page, result);
  write_notes(page, result);
  write_path(page, result);
  write_redundancy(page, result);
  write_class_distances(page, result);
  write_paths(page, result);
  write_stability(page, result);
  write_noise_sweep(page, result);
  write_warnings(page, result);
  write_origin(page, result);
  const json& run = result.at("run");
  write_config(page, run.at("config"), is_ranking(result) ? "rank" : "select");
}

}  // namespace tamis::framework
