#include <tamis/framework/run/select.hpp>

#include <tamis/framework/section.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

StageConfig parse_stage(const toml::table& table, const std::string& path) {
  StageConfig stage;
  stage.path = path;
  stage.criterion = table.get("criterion");
  stage.search = table.get("search");
  stage.goal.path = path + "search";
  if (const toml::table* goal = stage.search ? stage.search->as_table() : nullptr)
    stage.goal = parse_goal(*goal, stage.goal.path);
  return stage;
}

std::vector<StageConfig> parse_stages(const toml::table& config) {
  const toml::node& node = *config.get("stage");
  for (const char* key : {"criterion", "search"})
    if (const toml::node* beside = config.get(key))
      throw ParamError(fmt::format(
          "{}{} stands beside [[stage]], which names its own; move it into the stage that it is meant for",
          place_prefix(*beside), key));
  const toml::array* tables = node.as_array();
  if (!tables || tables->empty() || !tables->is_homogeneous<toml::table>())
    throw ParamError(fmt::format("{}stage is {}; expected one or more tables, [[stage]]", place_prefix(node),
                                 tables && tables->empty() ? "an empty array" : described(node)));
  std::vector<StageConfig> stages;
  for (const toml::node& each : *tables) {
    const std::string name = fmt::format("stage[{}]", stages.size() + 1);
    Section section(*each.as_table(), name);
    for (const char* key : {"criterion", "search"}) section.allow(key);
    section.finish();
    stages.push_back(parse_stage(*each.as_table(), name + "."));
  }
  return stages;
}

/// What a rule that chooses the size needs beside its stage.
void check_size_rules(const SelectConfig& config) {
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

bool SelectConfig::keeps_groups_whole() const {
  const auto shuffles = [&](const StageConfig& stage) {
    const std::optional<SizeRule>& rule = stage.goal.size_rule;
    return rule && rule->kind == SizeRule::Kind::permutation && !(order_all && &stage == &stages.back());
  };
  return groups_serve || evaluate || stability || std::any_of(stages.begin(), stages.end(), shuffles);
}

bool SelectConfig::sized_by_evaluation() const {
  const std::optional<SizeRule>& rule = stages.back().goal.size_rule;
  return !order_all && rule && rule->kind == SizeRule::Kind::one_standard_error;
}

SelectConfig parse_select_config(toml::table tree) {
  // [noise] and [expect] belong to other commands, which the same file may serve
  SelectConfig parsed;
  static_cast<RunConfig&>(parsed) = parse_run_config(
      std::move(tree),
      {"criterion", "search", "stage", "evaluate", "stability", "noise_sweep", "noise", "expect"});
  parsed.chained = parsed.tree->contains("stage");
  if (parsed.tree->contains("evaluate")) parsed.evaluate = parse_evaluate(table_of(*parsed.tree, "evaluate"));
  if (parsed.tree->contains("stability"))
    parsed.stability = parse_stability(table_of(*parsed.tree, "stability"));
  if (parsed.tree->contains("noise_sweep"))
    parsed.noise_sweep = parse_noise_sweep(table_of(*parsed.tree, "noise_sweep"));
  parsed.stages = parsed.chained ? parse_stages(*parsed.tree) : std::vector{parse_stage(*parsed.tree, "")};
  check_size_rules(parsed);
  return parsed;
}

}  // namespace tamis::framework
