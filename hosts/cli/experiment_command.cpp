#include "commands.hpp"
#include "config_options.hpp"
#include "process_team.hpp"
#include "report_file.hpp"
#include "terminal.hpp"
#include "written_files.hpp"

#include <tamis/framework/experiment/experiment.hpp>
#include <tamis/framework/experiment/output.hpp>
#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/run/output_files.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace tamis::cli {
namespace {

using namespace framework;
namespace fs = std::filesystem;

constexpr const char* kResults[] = {"table.txt",    "table.csv",  "raw.csv",
                                    "summary.json", "figure.svg", "report.html"};
constexpr const char* kJournal = "journal.jsonl";

struct ExperimentCommand {
  fs::path file, folder, data_dir;
  std::vector<std::string> sets, plugin_dirs;
  std::optional<int> threads;
  bool quiet = false, force = false;

  int run() const;
  toml::table config(const std::string& text) const;
  fs::path results() const;
  void check_folder(const ExperimentConfig& config) const;
  void write(const ExperimentConfig& config, const ExperimentResult& result, WrittenFiles& files) const;
};

toml::table ExperimentCommand::config(const std::string& text) const {
  toml::table config = parse_config(text, file.string());
  for (const std::string& set : sets) insert_setting(config, set, "KEY=VALUE, as in repeats=5");
  return config;
}

fs::path ExperimentCommand::results() const {
  return folder.empty() ? fs::path(file.stem().string() + ".results") : folder;
}

/// A folder with a journal is that of an experiment, and its files are the results; whether it is
/// this experiment's, the journal says. Elsewhere files of these names are somebody else's.
void ExperimentCommand::check_folder(const ExperimentConfig& config) const {
  std::error_code none;
  if (!fs::exists(results(), none)) return;
  std::vector<OutputFile> outputs;
  for (const char* name : kResults) outputs.push_back({"--output", results() / name});
  std::vector<fs::path> inputs = files_named_in(*config.asked);
  inputs.push_back(file);
  for (const PointConfig& point : config.points)
    for (const std::string& input : input_files(point.data)) inputs.emplace_back(input);
  check_outputs(outputs, inputs,
                {force || fs::exists(results() / kJournal, none),
                 "name another folder, or replace the file with --force"});
}

void ExperimentCommand::write(const ExperimentConfig& config, const ExperimentResult& result,
                              WrittenFiles& files) const {
  const std::string summary = summary_json(config, result), figure = to_svg(config, result);
  bool complete = true;
  const auto write = [&](const char* name, auto&& text) {
    complete &= files.attempt([&] { framework::write_file(results() / name, text()); });
  };
  write("table.txt", [&] { return to_table(config, result); });
  write("table.csv", [&] { return table_csv(config, result); });
  write("raw.csv", [&] { return to_csv(config, result); });
  write("summary.json", [&] { return summary; });
  write("report.html", [&] { return report_of(summary, "summary.json"); });
  if (!figure.empty()) write("figure.svg", [&] { return figure; });
  if (complete)
    files.say(fmt::format("table, {}report, every number and a summary are in {}",
                          figure.empty() ? "" : "figure, ", results().string()));
}

int ExperimentCommand::run() const {
  const std::string text = read_config_text(file);
  ExperimentConfig config = parse_experiment([&] { return this->config(text); }, data_dir);
  if (is_first()) check_folder(config);
  if (threads && *threads < 1) throw ParamError("--threads is less than 1; expected 1 or more");
  TerminalObserver observer(quiet);
  Registry registry(plugin_folders({plugin_dirs.begin(), plugin_dirs.end()}), {.interrupted = &interrupted});
  for (const std::string& refusal : refusals(registry)) observer.warn_later(refusal);
  if (team) check_same_program(*team, registry);
  watch_interrupts();

  RuntimeOptions options;
  options.threads = threads.value_or(config.threads);
  options.interrupted = &interrupted;
  options.team = team;
  const ExperimentResult result =
      run_experiment(registry, Defaults(), config, options, observer, results() / kJournal);

  for (const std::string& text : result.warnings) observer.warning(text);
  const bool complete = result.done == result.repeats.size();
  const auto write = [&](WrittenFiles& files) {
    if (complete) this->write(config, result, files);
  };
  const auto show = [&] {
    if (result.done > 0)
      print(to_table(config, result),
            table_style({config.axes.empty() ? "features  " : config.axes.front().key}));
  };
  write_then_show(write, show, observer);
  if (complete) return kOk;
  observer.warning(fmt::format("stopped after {} of {} runs; the same command goes on from there",
                               result.done, result.repeats.size()));
  return exit_code_of_interrupt();
}

}  // namespace

Run add_experiment(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("experiment", "Compare methods over data, noise and repeats");
  const auto command = std::make_shared<ExperimentCommand>();
  sub->add_option("config", command->file, "what is compared (docs/experiments.md)")
      ->type_name("CONFIG.toml")
      ->required();
  sub->add_option("--set", command->sets, "any key of the config: --set repeats=5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  sub->add_option("--data-dir", command->data_dir, "where relative paths of data begin (default: here)")
      ->type_name("DIR");
  sub->add_option(
         "-o,--output", command->folder,
         "a folder for table.txt, table.csv, figure.svg, report.html, raw.csv, summary.json, and the journal "
         "from which a run that "
         "was stopped goes on (default: CONFIG.results)")
      ->type_name("DIR");
  add_force(*sub, command->force);
  sub->add_option("--threads", command->threads, "how many (default: one per core); changes no result")
      ->type_name("N");
  sub->add_option("--plugin-dir", command->plugin_dirs, "look for plugins here first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  sub->add_flag("-q,--quiet", command->quiet, "warnings and the table only");
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
