#include "commands.hpp"
#include "config_options.hpp"
#include "kept_run.hpp"
#include "print_flags.hpp"
#include "process_team.hpp"
#include "report_file.hpp"
#include "terminal.hpp"
#include "written_files.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/selection/result.hpp>

#include <fmt/format.h>

#include <memory>

namespace tamis::cli {
namespace {

struct NoiseCommand {
  explicit NoiseCommand(CLI::App& app) : options(app) {
    options.add_data();
    options.add_criterion("The method", "-e,--engine,-c,--criterion ID",
                          "what finds the labels that look wrong: a criterion that models the classes");
    options.add_noise();
    options.add_run();
    CLI::Option* json = print_flags.add(app, "labels");
    print_flags.add_csv(app, "the labels that look wrong", json);
  }

  int run() const;

  ConfigOptions options;
  PrintFlags print_flags;
};

int NoiseCommand::run() const {
  using namespace framework;
  LabelNoiseConfig config = parse_label_noise_config(options.config());
  config.digest_inputs = print_flags.json || !config.result_file.empty() || !config.report_file.empty();
  options.check_outputs({{"output.result", config.result_file},
                         {"output.report", config.report_file},
                         {"noise.memberships", config.memberships_file},
                         {"output.checkpoint", config.checkpoint_file, true}},
                        config);
  TerminalObserver observer(print_flags.quiet);
  Registry registry(plugin_folders(options.plugin_dirs()), {.interrupted = &interrupted});
  for (const std::string& refusal : refusals(registry)) observer.warn_later(refusal);
  if (team) check_same_program(*team, registry);
  watch_interrupts();

  RuntimeOptions runtime = config.runtime_options();
  runtime.interrupted = &interrupted;
  KeptRun kept(config, observer);
  runtime.memory = kept.memory();
  runtime.team = team;
  const LabelNoise noise = estimate_label_noise(registry, Defaults(), config, runtime, observer);

  const CsvFor reader = print_flags.reader();
  const auto write = [&](WrittenFiles& files) {
    files.write(config.result_file, "result", [&] { return to_json_text(noise); });
    files.write(config.memberships_file, "memberships", [&] { return memberships_csv(noise, reader); });
    files.write(config.report_file, "report", [&] { return report_of(to_json_text(noise), "the result"); });
  };
  const auto show = [&] {
    if (print_flags.json)
      print_data(to_json_text(noise));
    else if (print_flags.csv)
      print_data(to_csv(noise, reader, print_flags.rows));
    else
      print(to_text(noise, print_flags.most_rows(), PrintFlags::most_columns()),
            table_style({"class  ", "annotator  ", "row  "}));
  };
  write_then_show(write, show, observer);
  kept.end(true);
  return kOk;
}

}  // namespace

Run add_noise(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("noise", "Estimate how often labels are wrong, and list those that look it");
  const auto command = std::make_shared<NoiseCommand>(*sub);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
