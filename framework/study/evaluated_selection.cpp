#include "evaluated_selection.hpp"

#include "evaluate.hpp"

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/study/one_standard_error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace tamis::framework {
namespace {

/// The config with the size that the evaluation chose.
/// \throws Cancelled, BudgetSpent  it was stopped before.
SelectConfig sized(SelectConfig config, const Evaluation& evaluation, const RuntimeOptions& options) {
  const auto size = one_standard_error_size(evaluation);
  if (!size && options.interrupted && *options.interrupted) throw Cancelled("stopped by the user");
  if (!size)
    throw BudgetSpent(fmt::format(
        "{}.keep: no two splits of the evaluation were finished and have a size in common, so the rule "
        "one_standard_error has nothing to choose by; raise max_time or max_evaluations",
        config.stages.back().goal.path));
  GoalOptions& goal = config.stages.back().goal;
  goal.size_rule.reset();
  goal.count = *size;
  return config;
}

void say_chosen(StageResult& result, const SizeRule& rule) {
  const auto kept = std::count_if(result.ranking.begin(), result.ranking.end(),
                                  [](const RankedFeature& f) { return f.selected; });
  result.chosen_size = ChosenSize{rule, static_cast<std::size_t>(kept), {}};
  nlohmann::json goal = *result.goal;
  goal["keep"] = to_json(rule);
  result.goal = std::move(goal);
}

}  // namespace

void note_end(StudyResult& result, const char* part, bool finished, const RuntimeOptions& options) {
  const bool by_user = options.interrupted && *options.interrupted;
  if (finished || result.status == StageResult::Status::interrupted || (result.timed_out && !by_user)) return;
  result.status = by_user ? StageResult::Status::interrupted : StageResult::Status::out_of_budget;
  result.status_text = fmt::format("{}: {}", part, by_user ? "stopped by the user" : "the time is up");
  result.timed_out = !by_user;
}

StudyResult select_and_evaluate(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                                const EvaluateOptions* evaluate, LoadedData data,
                                const RuntimeOptions& options, Observer& observer) {
  if (!evaluate)
    return StudyResult(select_from(registry, defaults, config, std::move(data), options, observer));
  if (config.data.sample) draw_sample(data, *config.data.sample, options.seed);  // those rows alone also test
  const bool fills_again = !evaluate->prepare_on_all && can_fill_again(data.parts());
  if (const std::string seen = seen_by_all(config.data, fills_again); !seen.empty())
    data.warnings.push_back(seen);
  const auto start = std::chrono::steady_clock::now();
  Evaluator evaluator(registry, defaults, config, *evaluate, data, options);
  LoadedData copy = clone_with_notes(data);
  const auto is_whole = [](const Evaluation& e) { return e.splits == e.splits_wanted; };
  if (!sized_by_evaluation(config)) {
    StudyResult result(select_from(registry, defaults, config, std::move(copy), options, observer));
    if (result.status == StageResult::Status::interrupted) return result;
    result.evaluation = evaluator.run(observer, result.provenance);
    note_end(result, "evaluation", is_whole(*result.evaluation), options);
    return result;
  }
  Provenance ground;
  Evaluation evaluation = evaluator.run(observer, ground);
  StudyResult result(select_from(registry, defaults, sized(config, evaluation, options), std::move(copy),
                                 time_left(options, start), observer));
  const SizeRule& rule = *config.stages.back().goal.size_rule;
  say_chosen(result, rule);
  if (!result.stages.empty()) say_chosen(result.stages.back(), rule);
  note_end(result, "evaluation", is_whole(evaluation), options);
  result.evaluation = std::move(evaluation);
  result.provenance.add(ground);
  return result;
}

}  // namespace tamis::framework
