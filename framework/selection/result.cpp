#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/selection/result_output.hpp>
#include <tamis/framework/support/finite_json.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

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

const char* sign(double infinity) { return infinity > 0 ? "+" : "-"; }

/// The number of a feature, or of the first one of a group.
Feature column_of(const SelectionResult& whole, Feature unit) {
  return whole.units.has_groups() ? whole.units.features(unit)[0] : unit;
}

json named(const SelectionResult& whole, Feature unit) {
  return {{"feature", whole.feature_names[unit]}, {"column", column_of(whole, unit)}};
}

json place_json(const SelectionResult& whole, std::size_t place) {
  const RankedFeature& f = whole.ranking[place];
  json row{{"rank", place + 1},
           {"feature", f.name},
           {"column", column_of(whole, f.feature)},
           {"selected", f.selected}};
  if (!f.members.empty()) {
    row["members"] = f.members;
    row["columns"] = whole.units.features(f.feature);
  }
  row["score"] = f.score ? finite_or_null(*f.score) : json(nullptr);
  if (f.always) row["always"] = true;
  if (f.score && std::isinf(*f.score)) row["infinite"] = sign(*f.score);
  if (!f.reason.empty()) row["reason"] = f.reason;
  if (f.stage > 0) row["stage"] = f.stage;
  for (const FoundEvidence& found : evidence_of(f)) row[found.key] = finite_or_null(found.value);
  return row;
}

json step_json(const PathStep& step, const SelectionResult& whole) {
  json row = named(whole, step.feature);
  row["move"] = kMoveNames[static_cast<std::size_t>(step.move)];
  row["score"] = finite_or_null(step.score);
  row["size"] = step.size;
  if (std::isinf(step.score)) row["infinite"] = sign(step.score);
  if (!step.reason.empty()) row["reason"] = step.reason;
  return row;
}

JsonRows selected_rows(const StageResult& r) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < r.ranking.size(); ++i)
    if (r.ranking[i].selected) places.push_back(i);
  const std::size_t n = places.size();
  return {n, [&r, places = std::move(places)](std::size_t i) -> json { return r.ranking[places[i]].name; }};
}

json alike_json(const std::vector<KnockoffOutcome::Alike>& pairs) {
  json rows = json::array();
  for (const KnockoffOutcome::Alike& pair : pairs)
    rows.push_back({{"feature", pair.feature}, {"like", pair.like}, {"r", pair.correlation}});
  return rows;
}

json knockoffs_json(const KnockoffOutcome& found) {
  json out{{"shrinkage", found.shrinkage},
           {"constant", found.constant},
           {"merged", alike_json(found.merged)},
           {"close", alike_json(found.close)}};
  if (found.thresholds.size() == 1) {
    out["threshold"] = finite_or_null(found.thresholds[0]);
    out["against"] = found.against;
  } else {
    out["thresholds"] = json::array();
    for (const double threshold : found.thresholds) out["thresholds"].push_back(finite_or_null(threshold));
  }
  return out;
}

json chosen_json(const ChosenSize& chosen, const SelectionResult& whole) {
  json out{{"rule", to_json(chosen.rule)}, {"kept", chosen.kept}};
  if (chosen.knockoffs) out["knockoffs"] = knockoffs_json(*chosen.knockoffs);
  if (chosen.permutations > 0) out["permutations"] = chosen.permutations;
  if (chosen.rule.kind != SizeRule::Kind::permutation) return out;
  out["tests"] = json::array();
  for (const SizeTest& test : chosen.tests) {
    json row = named(whole, test.feature);
    row["size"] = test.size;
    row["score"] = finite_or_null(test.score.value);
    row["p_value"] = test.p;
    if (std::isinf(test.score.value)) row["infinite"] = sign(test.score.value);
    if (!test.score.reason.empty()) row["reason"] = test.score.reason;
    out["tests"].push_back(std::move(row));
  }
  if (!chosen.plainly_related.empty()) {
    out["plain_test"] = chosen.plain_test;
    out["plainly_related"] = json::array();
    for (const Feature f : chosen.plainly_related) out["plainly_related"].push_back(whole.feature_names[f]);
  }
  return out;
}

/// k x k numbers as a list of rows.
json rows_json(const std::vector<double>& values, std::size_t k) {
  json rows = json::array();
  for (std::size_t i = 0; i < k; ++i) {
    rows.push_back(json::array());
    for (std::size_t j = 0; j < k; ++j) rows.back().push_back(finite_or_null(values[i * k + j]));
  }
  return rows;
}

/// What the whole run and each of its stages have; speaks of both arguments.
LongJson outcome_json(const StageResult& r, const SelectionResult& whole) {
  LongJson outcome;
  auto& out = outcome.members;
  out = {{"status", status_name(r.status)},
         {"data", *r.data},
         {"criterion", *r.criterion},
         {"better", kBetterNames[static_cast<std::size_t>(r.traits.better)]},
         {"search", *r.search},
         {"goal", *r.goal},
         {"evaluations", r.evaluations},
         {"path", JsonRows{r.path.size(), [&](std::size_t i) { return step_json(r.path[i], whole); }}},
         {"redundancy",
          json{{"features", r.redundancy.features},
               {"correlations", rows_json(r.redundancy.correlations, r.redundancy.features.size())}}},
         {"diagnostics", std::make_shared<LongJson>(long_json(r.diagnostics))}};
  if (!r.search_diagnostics.empty())
    out["search_diagnostics"] = std::make_shared<LongJson>(long_json(r.search_diagnostics));
  if (const ClassDistances& d = r.class_distances; !d.classes.empty())
    out["class_distances"] =
        json{{"classes", d.classes}, {"distances", rows_json(d.distances, d.classes.size())}};
  if (!r.status_text.empty()) out["status_text"] = r.status_text;
  if (r.timed_out) out["timed_out"] = true;
  if (r.cost) out["cost"] = *r.cost;
  if (r.chosen_size) out["chosen_size"] = chosen_json(*r.chosen_size, whole);
  if (r.selected_score) {
    out["selected_score"] = finite_or_null(r.selected_score->value);
    if (std::isinf(r.selected_score->value)) out["selected_infinite"] = sign(r.selected_score->value);
    if (!r.selected_score->reason.empty()) out["selected_reason"] = r.selected_score->reason;
  }
  return outcome;
}

}  // namespace

LongJson long_json(const SelectionResult& r) {
  LongJson whole = outcome_json(r, r);
  auto& out = whole.members;
  out["tamis_result"] = kResultVersion;
  out["seed"] = r.seed;
  out["ranking"] = JsonRows{r.ranking.size(), [&](std::size_t i) { return place_json(r, i); }};
  out["provenance"] = to_json(r.provenance);
  out["run"] = *r.run;
  out["notes"] = r.notes;
  out["warnings"] = r.warnings;
  if (!r.stages.empty()) {
    std::vector<LongJson> stages;
    for (const StageResult& stage : r.stages) {
      stages.push_back(outcome_json(stage, r));
      stages.back().members["selected"] = selected_rows(stage);
    }
    out["stages"] = std::move(stages);
  }
  return whole;
}

json to_json(const SelectionResult& result) { return json::parse(to_json_text(result)); }

std::string to_json_text(const SelectionResult& result) { return to_text(long_json(result)) + "\n"; }

}  // namespace tamis::framework
