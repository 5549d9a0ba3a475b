#include "commands.hpp"
#include "machine.hpp"
#include "terminal.hpp"

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/threads.hpp>
#include <tamis/framework/support/version.hpp>
#include <tamis/numerics/simd.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <memory>

namespace tamis::cli {
namespace {

using nlohmann::json;
using namespace framework;
namespace fs = std::filesystem;

constexpr const char* kLevels[] = {"sse2", "avx2", "avx512"};

struct DoctorCommand {
  std::vector<std::string> dirs;
  bool as_json = false;

  int run() const;
};

json versions() {
  return {{"tamis", version()},
          {"contract", 1},
          {"sdk_revision", static_cast<int>(TAMIS_SDK_REVISION)},
          {"compiler", TAMIS_COMPILER},
          {"build", TAMIS_BUILD},
          {"sanitizers", TAMIS_SANITIZERS},
          {"eigen", TAMIS_EIGEN},
          {"tbb", TAMIS_TBB}};
}

json folders(const Registry& registry) {
  json all = json::array();
  for (const PluginFolder& folder : registry.folders()) {
    std::size_t components = 0;
    for (const RegistryEntry* e : registry.entries()) components += e->file.parent_path() == folder.path;
    std::error_code none;
    all.push_back({{"path", folder.path.string()},
                   {"source", folder.source},
                   {"exists", fs::exists(folder.path, none)},
                   {"reason", folder.refusal},
                   {"libraries", folder.refusal.empty() ? libraries_in(folder.path).size() : 0},
                   {"components", components},
                   {"network", network_file_system(folder.path)}});
  }
  return all;
}

/// What probes found, as it is kept for the next program.
json verdicts() {
  const fs::path file = Probe::user_verdict_file();
  std::ifstream in(file);
  const json kept = json::parse(in, nullptr, false);
  return {{"path", file.string()},
          {"verdicts", kept.is_object() ? kept.size() : 0},
          {"writable", !file.empty() && can_be_written(file)}};
}

json processor(const Machine& machine) {
  using tamis::numerics::SimdPath;
  json can = json::array();
  for (const SimdPath path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512})
    if (tamis::numerics::simd_supported(path)) can.push_back(kLevels[static_cast<int>(path)]);
  json out{{"processors", machine.processors},
           {"allowed", machine.allowed},
           {"threads", threads_by_default()},
           {"vectors", can},
           {"vectors_used", kLevels[static_cast<int>(tamis::numerics::simd_path())]},
           {"memory", machine.memory},
           {"available", machine.available}};
  if (machine.cgroup_processors) out["cgroup_processors"] = *machine.cgroup_processors;
  if (machine.cgroup_memory) out["cgroup_memory"] = *machine.cgroup_memory;
  return out;
}

/// What makes runs slower than they need be, with the remedy.
json slowness(const json& report, const Machine& machine) {
  json slow = json::array();
  const auto text = [](const json& value) { return value.get<std::string>(); };
  const std::string build = report["versions"]["build"], sanitizers = report["versions"]["sanitizers"];
  if (build == "Debug" || build.empty())
    slow.push_back("this is a debug build; cmake --preset release is several times as fast");
  if (!sanitizers.empty())
    slow.push_back(fmt::format("this build checks itself (sanitizers: {}); runs take several times as long",
                               sanitizers));
  if (machine.allowed == 1) slow.push_back("one processor may be used, so nothing runs in parallel");
  if (machine.cgroup_processors && *machine.cgroup_processors < threads_by_default())
    slow.push_back(
        fmt::format("the control group may use {:g} processors, fewer than the {} threads that are used; "
                    "--threads {} asks for no more",
                    *machine.cgroup_processors, threads_by_default(),
                    std::max(1, static_cast<int>(*machine.cgroup_processors))));
  const json& vectors = report["processor"]["vectors"];
  if (text(report["processor"]["vectors_used"]) != text(vectors.back()))
    slow.push_back(fmt::format("TAMIS_VECTOR_LEVEL keeps vectors at {}, where the processor has {}; unset it",
                               text(report["processor"]["vectors_used"]), text(vectors.back())));
  for (const json& folder : report["folders"])
    if (!text(folder["network"]).empty())
      slow.push_back(fmt::format("{} is on a file system of the network ({}), from which plugins load slowly",
                                 escaped(text(folder["path"])), text(folder["network"])));
  if (!report["cache"]["writable"])
    slow.push_back(
        fmt::format("each run tries each plugin that it uses in a process of its own first, since {}",
                    text(report["cache"]["path"]).empty()
                        ? "there is no place to keep what came of it; set HOME or XDG_CACHE_HOME"
                        : fmt::format("{} cannot be written; set XDG_CACHE_HOME to a folder that can",
                                      escaped(text(report["cache"]["path"])))));
  return slow;
}

std::string gigabytes(const json& bytes) {
  return fmt::format("{:.1f} GB", static_cast<double>(bytes.get<std::uint64_t>()) * 1e-9);
}

std::string line(const char* name, const std::string& text) {
  return fmt::format("  {:<11}{}\n", name, text);
}

std::string of_folders(const json& report) {
  std::string out = "Plugins, in the order in which they are looked for\n";
  for (const json& f : report["folders"]) {
    const std::string reason = f["reason"], source = f["source"];
    const std::string found =
        reason.empty()
            ? fmt::format("{}, {}", counted(f["libraries"].get<std::size_t>(), "library", "libraries"),
                          counted(f["components"].get<std::size_t>(), "component"))
        : f["exists"] ? "not searched: " + reason
                      : "does not exist";
    out += fmt::format("  {} ({}): {}\n", f["path"].get<std::string>(), source, found);
  }
  const json& cache = report["cache"];
  const std::string path = cache["path"];
  return out + fmt::format("  results of trying plugins are stored in {}: {}{}\n",
                           path.empty() ? "no file" : path,
                           counted(cache["verdicts"].get<std::size_t>(), "verdict"),
                           cache["writable"] ? "" : ", and it cannot be written");
}

std::string of_processor(const json& p) {
  std::string cores = counted(p["processors"].get<std::uint64_t>(), "processor");
  if (p["allowed"] != p["processors"])
    cores += fmt::format(", {} of them for this process (affinity)", p["allowed"].dump());
  if (p.contains("cgroup_processors"))
    cores += fmt::format(", {} for its control group", p["cgroup_processors"].dump());
  std::string memory = gigabytes(p["memory"]) + ", " + gigabytes(p["available"]) + " available";
  if (p.contains("cgroup_memory")) memory += ", " + gigabytes(p["cgroup_memory"]) + " for its control group";
  return "Machine\n" + line("processor", cores) +
         line("threads", fmt::format("{}, unless --threads says otherwise", p["threads"].dump())) +
         line("vectors", fmt::format("{} used, of {}", p["vectors_used"].get<std::string>(),
                                     fmt::join(p["vectors"].get<std::vector<std::string>>(), ", "))) +
         line("memory", memory);
}

std::string listed_below(const std::string& heading, const json& texts) {
  if (texts.empty()) return "";
  std::string out = "\n" + heading + "\n";
  for (const json& text : texts) out += "  " + text.get<std::string>() + "\n";
  return out;
}

std::string to_text(const json& report) {
  const json& v = report["versions"];
  const std::string checks = v["sanitizers"];
  std::string out = fmt::format("tamis {}\n", v["tamis"].get<std::string>()) +
                    line("contract", fmt::format("version {}, SDK revision {}", v["contract"].dump(),
                                                 v["sdk_revision"].dump())) +
                    line("built", fmt::format("{} by {}, with Eigen {} and oneTBB {}",
                                              v["build"].get<std::string>(), v["compiler"].get<std::string>(),
                                              v["eigen"].get<std::string>(), v["tbb"].get<std::string>())) +
                    "\n" + of_folders(report) + "\n" + of_processor(report["processor"]);
  out += listed_below("Refused", report["refused"]) + listed_below("Slow", report["slow"]);
  return out + (report["healthy"]
                    ? "\nEvery plugin that was found can be used.\n"
                    : "\n`tamis plugins --why-not FILE|ID` makes every check of a plugin again.\n");
}

Style style_of(std::string_view line) {
  if (line == "Refused") return Style::error;
  if (line == "Slow") return Style::warning;
  return line.empty() || line.front() == ' ' || line.ends_with('.') ? Style::plain : Style::heading;
}

int DoctorCommand::run() const {
  const Registry registry(plugin_folders({dirs.begin(), dirs.end()}));
  const Machine machine = this_machine();
  json report{{"tamis_doctor", 1},   {"versions", versions()},          {"folders", folders(registry)},
              {"cache", verdicts()}, {"processor", processor(machine)}, {"refused", refusals(registry)}};
  if (registry.entries().empty()) report["refused"].push_back("no component was found in any folder");
  report["slow"] = slowness(report, machine);
  report["healthy"] = report["refused"].empty();
  if (as_json)
    print_data(report.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  else
    print(to_text(report), style_of);
  return report["healthy"] ? kOk : kPlugin;
}

}  // namespace

Run add_doctor(CLI::App& app) {
  CLI::App* sub = app.add_subcommand(
      "doctor", "Say what was found of plugins and machine, what is refused and what is slow, and why");
  const auto command = std::make_shared<DoctorCommand>();
  sub->add_flag("--json", command->as_json, "for programs");
  sub->add_option("--plugin-dir", command->dirs, "look for plugins here first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
