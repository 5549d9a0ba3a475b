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

const char* sign(double infinity) { return infinity > 0 ? "+" : "-"; }

json ranking_json(const StageResult& r) {
  json ranking = json::array();
  for (std::size_t i = 0; i < r.ranking.size(); ++i) {
    const RankedFeature& f = r.ranking[i];
    json row{{"rank", i + 1}, {"feature", f.name}, {"column", f.feature}, {"selected", f.selected}};
    row["score"] = f.score ? number(*f.score) : json(nullptr);
    if (f.always) row["always"] = true;
    if (f.score && std::isinf(*f.score)) row["infinite"] = sign(*f.score);
    if (!f.reason.empty()) row["reason"] = f.reason;
    if (f.stage > 0) row["stage"] = f.stage;
    ranking.push_back(std::move(row));
  }
  return ranking;
}

json path_json(const StageResult& r, const std::vector<std::string>& feature_names) {
  json path = json::array();
  for (const PathStep& step : r.path) {
    json row{{"move", kMoveNames[static_cast<std::size_t>(step.move)]},
             {"feature", feature_names[step.feature]},
             {"column", step.feature},
             {"score", number(step.score)},
             {"size", step.size}};
    if (std::isinf(step.score)) row["infinite"] = sign(step.score);
    if (!step.reason.empty()) row["reason"] = step.reason;
    path.push_back(std::move(row));
  }
  return path;
}

json selected_names(const StageResult& r) {
  json names = json::array();
  for (const RankedFeature& f : r.ranking)
    if (f.selected) names.push_back(f.name);
  return names;
}

json chosen_json(const ChosenSize& chosen, const std::vector<std::string>& feature_names) {
  json out{{"rule", to_json(chosen.rule)}, {"kept", chosen.kept}};
  if (chosen.rule.kind != SizeRule::Kind::permutation) return out;
  out["tests"] = json::array();
  for (const SizeTest& test : chosen.tests) {
    json row{{"size", test.size},
             {"feature", feature_names[test.feature]},
             {"column", test.feature},
             {"score", number(test.score.value)},
             {"p_value", test.p}};
    if (std::isinf(test.score.value)) row["infinite"] = sign(test.score.value);
    if (!test.score.reason.empty()) row["reason"] = test.score.reason;
    out["tests"].push_back(std::move(row));
  }
  return out;
}

/// What the whole run and each of its stages have.
json outcome_json(const StageResult& r, const std::vector<std::string>& feature_names) {
  json out{{"status", status_name(r.status)},
           {"data", r.data},
           {"criterion", r.criterion},
           {"better", better_name(r.traits)},
           {"search", r.search},
           {"goal", r.goal},
           {"evaluations", r.evaluations},
           {"path", path_json(r, feature_names)},
           {"diagnostics", r.diagnostics}};
  if (!r.status_text.empty()) out["status_text"] = r.status_text;
  if (r.timed_out) out["timed_out"] = true;
  if (r.chosen_size) out["chosen_size"] = chosen_json(*r.chosen_size, feature_names);
  if (r.selected_score) {
    out["selected_score"] = number(r.selected_score->value);
    if (std::isinf(r.selected_score->value)) out["selected_infinite"] = sign(r.selected_score->value);
    if (!r.selected_score->reason.empty()) out["selected_reason"] = r.selected_score->reason;
  }
  return out;
}

}  // namespace

json to_json(const SelectionResult& r) {
  json out = outcome_json(r, r.feature_names);
  out["tamis_result"] = kResultVersion;
  out["seed"] = r.seed;
  out["ranking"] = ranking_json(r);
  out["provenance"] = to_json(r.provenance);
  out["run"] = r.run;
  if (r.evaluation) out["evaluation"] = to_json(*r.evaluation);
  if (r.stability) out["stability"] = to_json(*r.stability, r.feature_names);
  if (r.noise_sweep) out["noise_sweep"] = to_json(*r.noise_sweep);
  if (r.recovery) out["recovery"] = to_json(*r.recovery);
  out["notes"] = r.notes;
  out["warnings"] = r.warnings;
  if (!r.stages.empty()) {
    json stages = json::array();
    for (const StageResult& stage : r.stages) {
      stages.push_back(outcome_json(stage, r.feature_names));
      stages.back()["selected"] = selected_names(stage);
    }
    out["stages"] = std::move(stages);
  }
  return out;
}

std::string to_json_text(const SelectionResult& result) {
  return to_json(result).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace tamis::framework
