#include "commands.hpp"
#include "terminal.hpp"

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/kernel/why_not.hpp>
#include <tamis/framework/run/component_json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace tamis::cli {
namespace {

using nlohmann::json;
using namespace framework;

struct PluginsCommand {
  bool paths = false, as_json = false;
  std::vector<std::string> dirs;
  std::string described;
  std::optional<std::string> unused;
  CLI::App *list = nullptr, *describe = nullptr;

  int run() const;
};

template <class... Values>
void show(fmt::format_string<Values...> text, Values&&... values) {
  print(fmt::format(text, std::forward<Values>(values)...));
}

void print_json(const json& value) {
  constexpr auto kReplace = json::error_handler_t::replace;  // a path may hold any byte
  print_data(value.dump(2, ' ', false, kReplace) + "\n");
}

void print_paths(const Registry& registry, bool as_json) {
  json rows = json::array();
  for (const PluginFolder& f : registry.folders()) {
    if (as_json)
      rows.push_back({{"path", f.path.string()},
                      {"source", f.source},
                      {"accepted", f.refusal.empty()},
                      {"reason", f.refusal}});
    else
      show("{}  {} ({})\n", f.refusal.empty() ? "accepted" : "refused ", f.path.string(),
           f.refusal.empty() ? f.source : f.source + ": " + f.refusal);
  }
  if (as_json) print_json(rows);
}

void print_description(const RegistryEntry& e) {
  constexpr const char* kMeasures[] = {"the feature's own quality",
                                       "the quality of the subset after the move",
                                       "what the removal would lose", "what the addition would gain"};
  const Descriptor& d = e.descriptor;
  show("{}: {}\n\n  kind      {}\n", d.id, d.summary, interface_name(d.interface_id));
  if (d.interface_id == "criterion/1") {
    std::vector<std::string> targets;
    if (has(d.traits.targets, Targets::classes)) targets.emplace_back("classes");
    if (has(d.traits.targets, Targets::soft)) targets.emplace_back("soft labels");
    if (has(d.traits.targets, Targets::real)) targets.emplace_back("real values");
    if (has(d.traits.targets, Targets::sets)) targets.emplace_back("several labels a sample");
    show("  measures  {}, {} is better\n  target    {}{}\n", kMeasures[static_cast<int>(d.traits.measures)],
         kBetterNames[static_cast<std::size_t>(d.traits.better)],
         targets.empty() ? "none needed" : fmt::format("{}", fmt::join(targets, " or ")),
         d.traits.uses_unknown && !targets.empty() ? "; samples whose target is unknown are left to it" : "");
    if (d.traits.order_immune != LabelFlips::none)
      show("  order     with many samples the same {}\n", in_words(d.traits.order_immune));
    if (d.traits.distances) show("  distances measured on z-scores unless --standardise none\n");
  }
  if (!d.citation.empty()) show("  cites     {}\n", d.citation);
  show("  file      {}\n", e.file.empty() ? "(built in)" : e.file.string());
  if (d.options.empty()) {
    show("\nNo options.\n");
    return;
  }
  if (d.interface_id == "criterion/1")
    show("\nOptions (--set criterion.NAME=VALUE)\n");
  else if (d.interface_id == "search_strategy/1")
    show("\nOptions (--set search.NAME=VALUE)\n");
  else
    show("\nOptions (beside `use` where it is named)\n");
  std::size_t width = 0;
  for (const OptionDescriptor& o : d.options) width = std::max(width, o.name.size());
  for (const OptionDescriptor& o : d.options)
    show("  {:<{}}  {}\n  {:<{}}  {}; default {}\n", o.name, width, o.doc, "", width, o.expected(),
         o.shown_default().is_null() ? "none" : o.shown_default().dump());
}

void print_list(const Registry& registry) {
  std::string kind;
  std::vector<const RegistryEntry*> entries = registry.entries();
  std::stable_sort(entries.begin(), entries.end(), [](const auto* a, const auto* b) {
    return a->descriptor.interface_id < b->descriptor.interface_id;
  });
  std::size_t width = 0;
  for (const RegistryEntry* e : entries) width = std::max(width, e->descriptor.id.size());
  for (const RegistryEntry* e : entries) {
    const Descriptor& d = e->descriptor;
    if (const std::string name = interface_name(d.interface_id); name != kind) {
      if (!kind.empty()) print("\n");
      print(name + "\n", [](std::string_view) { return Style::heading; });
      kind = name;
    }
    show("  {:<{}}  {}\n", d.id, width, d.summary);
  }
  if (entries.empty())
    show("No plugin was found; `tamis plugins --paths` lists the folders that were searched.\n");
}

void print_findings(const PluginFindings& plugin) {
  show("{}\n", plugin.file.string());
  for (const Finding& f : plugin.findings)
    show("  {:<7} {:<12} {}\n", f.passed ? "fine" : "refused", f.check, f.answer);
  show("  {}\n", plugin.usable() ? "so it can be used" : "so it is not used");
}

json to_json(const PluginFindings& plugin) {
  json findings = json::array();
  for (const Finding& f : plugin.findings)
    findings.push_back({{"check", f.check}, {"passed", f.passed}, {"answer", f.answer}});
  return {{"file", plugin.file.string()}, {"usable", plugin.usable()}, {"findings", std::move(findings)}};
}

/// kPlugin when no file that was meant can be used.
int explain(const std::string& unused, const std::vector<PluginFolder>& folders, bool as_json) {
  const std::vector<PluginFindings> all = why_not(folders, unused);
  json list = json::array();
  bool usable = false;
  for (const PluginFindings& plugin : all) {
    usable = usable || plugin.usable();
    if (as_json)
      list.push_back(to_json(plugin));
    else
      print_findings(plugin);
  }
  if (as_json) print_json(list);
  return usable ? kOk : kPlugin;
}

int PluginsCommand::run() const {
  if (unused) return explain(*unused, plugin_folders({dirs.begin(), dirs.end()}), as_json);
  const Registry registry(plugin_folders({dirs.begin(), dirs.end()}));
  for (const std::string& refusal : refusals(registry)) say("refused: " + refusal);
  if (paths) {
    print_paths(registry, as_json);
  } else if (describe->parsed()) {
    const RegistryEntry& entry = registry.at(described);
    if (as_json)
      print_json(to_json(entry));
    else
      print_description(entry);
  } else if (as_json) {
    json all = json::array();
    for (const RegistryEntry* e : registry.entries()) all.push_back(to_json(*e));
    print_json(all);
  } else {
    print_list(registry);
  }
  return kOk;
}

}  // namespace

Run add_plugins(CLI::App& app) {
  CLI::App* sub = app.add_subcommand(
      "plugins", "List the methods that were found, or describe one; only --why-not loads one");
  const auto command = std::make_shared<PluginsCommand>();
  sub->add_flag("--paths", command->paths, "the folders that were considered, accepted or refused, and why");
  sub->add_option(
         "--why-not", command->unused,
         "check one file, or the file of one id, again and in full: its library is loaded and its components "
         "are created, in a process of their own")
      ->type_name("FILE|ID");
  sub->add_flag("--json", command->as_json, "for programs");
  sub->add_option("--plugin-dir", command->dirs, "look here first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  sub->require_subcommand(0, 1);
  sub->fallthrough();  // `tamis plugins describe ID --json` as well as `tamis plugins --json describe ID`
  command->list = sub->add_subcommand("list", "all of them (the default)");
  command->describe = sub->add_subcommand("describe", "options, defaults, target and citation of one");
  command->describe->add_option("id", command->described, "as in the list")->required()->type_name("");
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
