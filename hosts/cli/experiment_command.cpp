#include "commands.hpp"
#include "config_options.hpp"
#include "terminal.hpp"

#include <tamis/framework/experiment/experiment.hpp>
#include <tamis/framework/experiment/forms.hpp>
#include <tamis/framework/run/result.hpp>
#include <tamis/framework/run/run_config.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace tamis::cli {
namespace {

using namespace framework;
namespace fs = std::filesystem;

struct Command {
  fs::path file, folder, data_dir;
  std::vector<std::string> sets, plugin_dirs;
  std::optional<int> threads;
  bool quiet = false;

  int run() const;
  toml::table config(const std::string& text) const;
  fs::path results() const;
  void write(const ExperimentConfig& config, const ExperimentResult& result,
             TerminalObserver& observer) const;
};

toml::table Command::config(const std::string& text) const {
  toml::table config = parse_config(text, file.string());
  for (const std::string& set : sets) insert_setting(config, set, "KEY=VALUE, as in repeats=5");
  return config;
}

fs::path Command::results() const {
  return folder.empty() ? fs::path(file.stem().string() + ".results") : folder;
}

void Command::write(const ExperimentConfig& config, const ExperimentResult& result,
                    TerminalObserver& observer) const {
  write_file(results() / "table.txt", to_table(config, result));
  write_file(results() / "table.csv", table_csv(config, result));
  write_file(results() / "raw.csv", to_csv(config, result));
  write_file(results() / "summary.json", summary_json(config, result));
  const std::string figure = to_svg(config, result);
  if (!figure.empty()) write_file(results() / "figure.svg", figure);
  observer.note(fmt::format("table, {}every number and a summary are in {}", figure.empty() ? "" : "figure, ",
                            results().string()));
}

int Command::run() const {
  const std::string text = read_config_text(file);
  ExperimentConfig config = parse_experiment([&] { return this->config(text); }, data_dir);
  if (threads && *threads < 1) throw ParamError("--threads is less than 1; expected 1 or more");
  TerminalObserver observer(quiet);
  Registry registry(plugin_folders({plugin_dirs.begin(), plugin_dirs.end()}), {.interrupted = &interrupted});
  for (const std::string& refusal : refusals(registry)) observer.warn_later(refusal);
  watch_interrupts();

  RuntimeOptions options;
  options.threads = threads.value_or(config.threads);
  options.interrupted = &interrupted;
  const ExperimentResult result =
      run_experiment(registry, Defaults(), config, options, observer, results() / "journal.jsonl");

  for (const std::string& text : result.warnings) observer.warning(text);
  if (result.done > 0) print(to_table(config, result));
  if (result.done == result.units.size()) {
    write(config, result, observer);
    return kOk;
  }
  observer.warning(fmt::format("stopped after {} of {} runs; the same command goes on from there",
                               result.done, result.units.size()));
  return kInterrupted;
}

}  // namespace

Run add_experiment(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("experiment", "Compare methods over data, noise and repeats");
  const auto command = std::make_shared<Command>();
  sub->add_option("config", command->file, "what is compared (docs/experiments.md)")
      ->type_name("CONFIG.toml")
      ->required();
  sub->add_option("--set", command->sets, "any key of the config: --set repeats=5")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  sub->add_option("--data-dir", command->data_dir, "where relative paths of data begin (default: here)")
      ->type_name("DIR");
  sub->add_option("-o,--output", command->folder,
                  "a folder for table.txt, table.csv, figure.svg, raw.csv, summary.json, and the journal "
                  "from which a run that "
                  "was stopped goes on (default: CONFIG.results)")
      ->type_name("DIR");
  sub->add_option("--threads", command->threads, "how many (default: one per core); changes no result")
      ->type_name("N");
  sub->add_option("--plugin-dir", command->plugin_dirs, "look for plugins here first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  sub->add_flag("-q,--quiet", command->quiet, "warnings and the table only");
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
