#include "commands.hpp"
#include "config_options.hpp"
#include "terminal.hpp"

#include <tamis/framework/run/select.hpp>

#include <fmt/format.h>

#include <memory>

namespace tamis::cli {
namespace {

constexpr std::size_t kTerminalRows = 20;

struct Command {
  Command(CLI::App& app, bool ranking) : options(app), ranks(ranking) {
    app.add_flag("--json", json, "print the result as JSON")->group("The run");
    app.add_flag("-q,--quiet", quiet, "no notes, only warnings")->group("The run");
    app.add_option("--rows", rows, "how many rows to print (default: 20 on a terminal, else all)")
        ->group("The run")
        ->type_name("");
  }

  int run() const;

  ConfigOptions options;
  bool ranks, json = false, quiet = false;
  std::size_t rows = 0;
};

int Command::run() const {
  using namespace framework;
  toml::table config = options.config();
  if (ranks && !config["search"]["keep"]) {
    config.insert("search", toml::table{});
    config["search"].as_table()->insert_or_assign("keep", "all");
  }
  const SelectConfig parsed = parse_select_config(std::move(config));
  TerminalObserver observer(quiet);
  Registry registry(plugin_folders(options.plugin_dirs()));
  for (const RefusedFile& refused : registry.refused())
    observer.warning(fmt::format("{}: {}", refused.file.string(), refused.reason));
  watch_interrupts();

  RuntimeOptions runtime;
  runtime.seed = parsed.seed;
  runtime.threads = parsed.threads.value_or(0);
  if (parsed.max_seconds) runtime.max_seconds = *parsed.max_seconds;
  runtime.interrupted = &interrupted;
  const SelectionResult result = select(registry, Defaults(), parsed, runtime, observer);

  if (result.status != SelectionResult::Status::complete)
    observer.warning(fmt::format("{}; this is what was found until then", result.status_text));
  const std::string text = to_json(result).dump(2) + "\n";
  if (!parsed.result_file.empty()) {
    write_file(parsed.result_file, text);
    observer.note(fmt::format("result written to {}", parsed.result_file.string()));
  }
  if (json) {
    fmt::print("{}", text);
  } else {
    fmt::print("{}", to_table(result, rows ? rows : stdout_is_terminal() ? kTerminalRows : 0));
  }
  std::fflush(stdout);
  return result.status == SelectionResult::Status::interrupted ? kInterrupted : kOk;
}

}  // namespace

Run add_select(CLI::App& app, bool ranks) {
  CLI::App* sub = ranks ? app.add_subcommand("rank", "Order all features, best first")
                        : app.add_subcommand("select", "Choose features");
  const auto command = std::make_shared<Command>(*sub, ranks);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
