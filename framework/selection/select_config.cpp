#include <tamis/framework/selection/select.hpp>
#include <tamis/framework/support/section.hpp>

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
          "{}{} is given beside [[stage]], which names its own; move it into the stage that it is meant for",
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

}  // namespace

bool SelectConfig::keeps_groups_whole() const {
  const auto shuffles = [&](const StageConfig& stage) {
    const std::optional<SizeRule>& rule = stage.goal.size_rule;
    return rule && rule->kind != SizeRule::Kind::one_standard_error &&
           !(order_all && &stage == &stages.back());
  };
  return groups_serve || std::any_of(stages.begin(), stages.end(), shuffles);
}

SelectConfig parse_select_config(toml::table tree, std::vector<const char*> others) {
  others.insert(others.end(), {"criterion", "search", "stage"});
  SelectConfig parsed;
  static_cast<RunConfig&>(parsed) = parse_run_config(std::move(tree), others);
  parsed.chained = parsed.tree->contains("stage");
  parsed.stages = parsed.chained ? parse_stages(*parsed.tree) : std::vector{parse_stage(*parsed.tree, "")};
  return parsed;
}

SelectConfig parse_select_config(toml::table tree) {
  for (const char* key : {"evaluate", "stability", "noise_sweep"})
    if (const toml::node* node = tree.get(key))
      throw ParamError(fmt::format("{}{} is done by a study, and this is a selection alone; leave it out",
                                   place_prefix(*node), key));
  // [noise] and [expect] belong to other commands, which the same file may serve
  return parse_select_config(std::move(tree), {"noise", "expect"});
}

}  // namespace tamis::framework
