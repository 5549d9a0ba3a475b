#include <tamis/framework/study/study_config.hpp>

#include <tamis/framework/support/section.hpp>

#include <fmt/format.h>

namespace tamis::framework {
namespace {

/// What the rule that needs an evaluation needs beside its stage.
void check_size_rules(const StudyConfig& config) {
  for (const StageConfig& stage : config.stages) {
    const GoalOptions& goal = stage.goal;
    if (!goal.size_rule || goal.size_rule->kind != SizeRule::Kind::one_standard_error) continue;
    const toml::node& keep = *stage.search->as_table()->get("keep");
    const auto refuse = [&](const char* why) {
      throw ParamError(fmt::format("{}{}.keep asks for the rule one_standard_error, {}", place_prefix(keep),
                                   goal.path, why));
    };
    if (!config.evaluate)
      refuse("which needs the losses of an evaluation; add a table [evaluate], or use the rule permutation");
    if (config.evaluate->splits.folds == 1 && config.evaluate->splits.repeats == 1)
      refuse("but one hold-out has no standard error; use folds or repeats of [evaluate]");
    if (&stage != &config.stages.back())
      refuse("but only the subsets of the last stage are evaluated; use it there, or the rule permutation");
  }
}

}  // namespace

bool sized_by_evaluation(const SelectConfig& config) {
  const std::optional<SizeRule>& rule = config.stages.back().goal.size_rule;
  return !config.order_all && rule && rule->kind == SizeRule::Kind::one_standard_error;
}

StudyConfig parse_study_config(toml::table tree) {
  // [noise] and [expect] belong to other commands, which the same file may serve
  StudyConfig parsed;
  static_cast<SelectConfig&>(parsed) =
      parse_select_config(std::move(tree), {"evaluate", "stability", "noise_sweep", "noise", "expect"});
  const toml::table& config = *parsed.tree;
  if (config.contains("evaluate")) parsed.evaluate = parse_evaluate(table_of(config, "evaluate"));
  if (config.contains("stability")) parsed.stability = parse_stability(table_of(config, "stability"));
  if (config.contains("noise_sweep")) parsed.noise_sweep = parse_noise_sweep(table_of(config, "noise_sweep"));
  check_size_rules(parsed);
  return parsed;
}

}  // namespace tamis::framework
