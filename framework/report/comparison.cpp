#include "sections.hpp"

#include <tamis/framework/charts/heat_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// One column per result.
HtmlTable overview(std::span<const NamedResult> results) {
  HtmlTable table{"The results side by side", {"of"}, {}, {}};
  for (const NamedResult& r : results) table.head.push_back(r.name);
  const auto row = [&](const char* what, auto&& of) {
    std::vector<Cell> cells{{what}};
    for (const NamedResult& r : results) cells.push_back({of(*r.json)});
    const bool is_empty =
        std::all_of(cells.begin() + 1, cells.end(), [](const Cell& c) { return c.text.empty(); });
    if (!is_empty) table.rows.push_back(std::move(cells));
  };
  row("kind", [](const json& r) { return std::string(kind_of_result(r)); });
  row("data", [](const json& r) { return r.contains("data") ? data_name(r) : ""; });
  row("criterion",
      [](const json& r) { return r.contains("criterion") ? r["criterion"].value("use", "") : ""; });
  row("search", [](const json& r) { return r.contains("search") ? r["search"].value("use", "") : ""; });
  row("selected", [](const json& r) {
    if (!r.contains("ranking")) return std::string();
    return fmt::format(
        "{} of {}",
        std::ranges::count_if(r["ranking"], [](const json& f) { return f.at("selected").get<bool>(); }),
        r["ranking"].size());
  });
  row("loss on other samples", [](const json& r) {
    if (!r.contains("evaluation") || r["evaluation"].at("curve").empty()) return std::string();
    return fmt::format("{} ({})", shown_number(number(r["evaluation"]["curve"].back(), "mean")),
                       r["evaluation"].at("loss").get<std::string>());
  });
  row("labels that are wrong", [](const json& r) {
    return r.contains("rate") ? fmt::format("{:.1f} %", 100 * number(r, "rate")) : "";
  });
  row("suspects", [](const json& r) {
    return r.contains("suspects") ? std::to_string(r["suspects"].size()) : std::string();
  });
  return table;
}

std::vector<NamedResult> selections_of(std::span<const NamedResult> results) {
  std::vector<NamedResult> out;
  for (const NamedResult& r : results)
    if (kind_of_result(*r.json) == "selection") out.push_back(r);
  return out;
}

/// The ranks of each feature; first those that are good in any of them.
HtmlTable ranks(const std::vector<NamedResult>& selections) {
  HtmlTable table{"", {"feature", "best rank"}, {}, {}};
  std::map<std::string, std::vector<std::size_t>> rank_of;
  for (std::size_t k = 0; k < selections.size(); ++k) {
    table.head.push_back("rank in " + selections[k].name);
    std::size_t rank = 0;
    for (const json& row : selections[k].json->at("ranking")) {
      auto& places = rank_of[row.at("feature")];
      places.resize(selections.size());
      places[k] = ++rank;
    }
  }
  std::vector<std::pair<std::size_t, std::string>> order;  // by the best rank, then by name
  for (const auto& [feature, places] : rank_of) {
    std::size_t best = static_cast<std::size_t>(-1);
    for (const std::size_t place : places)
      if (place > 0) best = std::min(best, place);
    order.emplace_back(best, feature);
  }
  std::ranges::sort(order);
  table.caption = caption_of("Features by rank", order.size());
  for (std::size_t k = 0; k < std::min(kMostRows, order.size()); ++k) {
    std::vector<Cell> cells{{order[k].second},
                            number_cell(static_cast<double>(order[k].first), std::to_string(order[k].first))};
    for (const std::size_t place : rank_of[order[k].second])
      cells.push_back(number_cell(static_cast<double>(place), place ? std::to_string(place) : "not there"));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// The share of the features selected by either that both select (Jaccard).
HeatMap overlap(const std::vector<NamedResult>& selections) {
  HeatMap map;
  map.title = "How much the selections share";
  map.row_label = map.column_label = "results";
  std::vector<std::set<std::string>> selected(selections.size());
  for (std::size_t k = 0; k < selections.size(); ++k) {
    map.rows.push_back(selections[k].name);
    for (const json& row : selections[k].json->at("ranking"))
      if (row.at("selected")) selected[k].insert(row.at("feature"));
  }
  map.columns = map.rows;
  for (const auto& a : selected)
    for (const auto& b : selected) {
      const auto both = static_cast<std::size_t>(
          std::ranges::count_if(a, [&](const auto& name) { return b.contains(name); }));
      const std::size_t either = a.size() + b.size() - both;
      map.values.push_back(either == 0 ? 1 : static_cast<double>(both) / static_cast<double>(either));
    }
  return map;
}

}  // namespace

void write_comparison(Page& page, std::span<const NamedResult> results) {
  page.heading("Side by side");
  page.table(overview(results));
  const std::vector<NamedResult> selections = selections_of(results);
  if (selections.size() < 2) return;
  page.figure(overlap(selections), "Features that both select, as a share of those that either selects.");
  page.table(ranks(selections));
}

}  // namespace tamis::framework
