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
        ->type_name("N")
        ->check(CLI::Validator(CLI::PositiveNumber).description(""));
  }

  int run() const;

  ConfigOptions options;
  bool ranks, json = false, quiet = false;
  std::size_t rows = 0;
};

int Command::run() const {
  using namespace framework;
  SelectConfig config = parse_select_config(options.config());
  config.order_all = ranks;
  if (!config.result_file.empty()) check_writable(config.result_file);
  TerminalObserver observer(quiet);
  Registry registry(plugin_folders(options.plugin_dirs()));
  for (const std::string& refusal : refusals(registry)) observer.warn_later(refusal);
  watch_interrupts();

  RuntimeOptions runtime;
  runtime.seed = config.seed;
  runtime.threads = config.threads.value_or(0);
  if (config.max_seconds) runtime.max_seconds = *config.max_seconds;
  runtime.interrupted = &interrupted;
  const SelectionResult result = select(registry, Defaults(), config, runtime, observer);

  const bool complete = result.status == SelectionResult::Status::complete;
  const bool found = complete || !result.path.empty();
  if (!complete)
    observer.warning(
        fmt::format("{}; {}", result.status_text,
                    found ? "this is what was found until then" : "nothing was found until then"));
  const std::string text = to_json_text(result);
  if (json)
    print(text);
  else if (found)
    print(to_table(result, rows ? rows : stdout_is_terminal() ? kTerminalRows : 0));
  if (!config.result_file.empty()) {
    write_file(config.result_file, text);
    observer.note(fmt::format("result written to {}", config.result_file.string()));
  }
  if (result.status == SelectionResult::Status::interrupted) return kInterrupted;
  return found ? kOk : kOther;
}

}  // namespace

Run add_select(CLI::App& app, bool ranks) {
  CLI::App* sub = ranks ? app.add_subcommand("rank", "Order all features, best first")
                        : app.add_subcommand("select", "Choose features");
  const auto command = std::make_shared<Command>(*sub, ranks);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
