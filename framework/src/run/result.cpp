#include <tamis/framework/run/result.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// JSON has no infinity: null, and the reason beside it.
json number(double v) { return std::isfinite(v) ? json(v) : json(nullptr); }

const char* status_name(SelectionResult::Status s) {
  switch (s) {
    case SelectionResult::Status::complete:
      return "complete";
    case SelectionResult::Status::interrupted:
      return "interrupted";
    case SelectionResult::Status::out_of_budget:
      return "out_of_budget";
  }
  return "";
}

const char* better_name(const Traits& traits) { return traits.better == Better::lower ? "lower" : "higher"; }

}  // namespace

json to_json(const SelectionResult& r) {
  json ranking = json::array();
  for (std::size_t i = 0; i < r.ranking.size(); ++i) {
    const RankedFeature& f = r.ranking[i];
    json row{{"rank", i + 1}, {"feature", f.name}, {"column", f.feature}, {"selected", f.selected}};
    row["score"] = f.score ? number(*f.score) : json(nullptr);
    if (f.always) row["always"] = true;
    if (f.score && std::isinf(*f.score)) row["infinite"] = *f.score > 0 ? "+" : "-";
    if (!f.reason.empty()) row["reason"] = f.reason;
    ranking.push_back(std::move(row));
  }
  json path = json::array();
  for (const PathStep& step : r.path) {
    json row{{"move", kMoveNames[static_cast<std::size_t>(step.move)]},
             {"feature", r.feature_names[step.feature]},
             {"column", step.feature},
             {"score", number(step.score)},
             {"size", step.size}};
    if (std::isinf(step.score)) row["infinite"] = step.score > 0 ? "+" : "-";
    if (!step.reason.empty()) row["reason"] = step.reason;
    path.push_back(std::move(row));
  }
  json out{{"tamis_result", kResultVersion},
           {"status", status_name(r.status)},
           {"data", r.data},
           {"criterion", r.criterion},
           {"better", better_name(r.traits)},
           {"search", r.search},
           {"goal", r.goal},
           {"seed", r.seed},
           {"evaluations", r.evaluations},
           {"ranking", std::move(ranking)},
           {"path", std::move(path)},
           {"diagnostics", r.diagnostics},
           {"notes", r.notes},
           {"warnings", r.warnings}};
  if (!r.status_text.empty()) out["status_text"] = r.status_text;
  return out;
}

std::string to_json_text(const SelectionResult& result) {
  return to_json(result).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace tamis::framework
