#include "commands.hpp"
#include "config_options.hpp"
#include "kept_run.hpp"
#include "print_flags.hpp"
#include "process_team.hpp"
#include "report_file.hpp"
#include "terminal.hpp"
#include "written_files.hpp"

#include <tamis/framework/data/reduced_table.hpp>
#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/study/locked.hpp>
#include <tamis/framework/study/result_figure.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace tamis::cli {
namespace {

/// At most so many (0: all), a line each.
std::string lines_of(const std::vector<std::string>& names, std::size_t most) {
  std::string lines;
  for (std::size_t i = 0; i < names.size() && (most == 0 || i < most); ++i)
    lines += framework::escaped(names[i]) + '\n';
  return lines;
}

struct SelectCommand {
  SelectCommand(CLI::App& app, bool ranking) : options(app), ranks(ranking) {
    options.add_data();
    options.add_criterion("The method (defaults fit the target; `tamis plugins` lists all)");
    options.add_search();
    options.add_run();
    options.add_figure();
    CLI::Option* json = print_flags.add(app, "rows");
    CLI::Option* names =
        app.add_flag("--names", print_names,
                     ranking ? "print the names of the features alone, best first, one per line"
                             : "print the names of the selected features alone, one per line");
    names->group("The run")->excludes(json);
    print_flags.add_csv(app, "the ranking", json)->excludes(names);
    if (!ranking)
      app.add_option("--locked", locked, "make the run of this result again: the same, or not at all")
          ->group("The run")
          ->type_name("RESULT");
  }

  int run() const;
  framework::StudyConfig config(const std::optional<framework::LockedResult>& earlier) const;

  ConfigOptions options;
  PrintFlags print_flags;
  std::string locked;
  bool ranks, print_names = false;
};

framework::StudyConfig SelectCommand::config(const std::optional<framework::LockedResult>& earlier) const {
  using namespace framework;
  StudyConfig config;
  if (!earlier) {
    config = parse_study_config(options.config());
    config.order_all = ranks;
  } else {
    const RunConfig how = parse_run_config(
        options.flags_beside("--locked", {"threads", "output.result", "output.figure", "output.report",
                                          "output.checkpoint", "output.archive", "output.table"}),
        {});
    config = earlier->config();
    config.threads = how.threads;
    config.result_file = how.result_file;
    config.figure_file = how.figure_file;
    config.report_file = how.report_file;
    config.checkpoint_file = how.checkpoint_file;
    config.archive_file = how.archive_file;
    config.table_file = how.table_file;
  }
  config.digest_inputs =
      print_flags.json || !config.result_file.empty() || !config.report_file.empty() || earlier;
  return config;
}

int SelectCommand::run() const {
  using namespace framework;
  std::optional<LockedResult> earlier;
  if (!locked.empty()) earlier.emplace(locked);
  const StudyConfig config = this->config(earlier);
  check_figure(config);
  if (!config.table_file.empty()) check_reducible(config.data);
  options.check_outputs({{"output.result", config.result_file},
                         {"output.figure", config.figure_file},
                         {"output.report", config.report_file},
                         {"output.checkpoint", config.checkpoint_file, true},
                         {"output.archive", config.archive_file},
                         {"output.table", config.table_file}},
                        config, locked);
  TerminalObserver observer(print_flags.quiet);
  Registry registry(plugin_folders(options.plugin_dirs()), {.interrupted = &interrupted});
  for (const std::string& refusal : refusals(registry)) observer.warn_later(refusal);
  if (team) check_same_program(*team, registry);
  if (earlier) earlier->check_sources(registry);
  watch_interrupts();

  RuntimeOptions runtime = config.runtime_options();
  runtime.interrupted = &interrupted;
  KeptRun kept(config, observer);
  runtime.memory = kept.memory();
  runtime.team = team;
  std::optional<ScoreLog> archive;
  if (is_first() && !config.archive_file.empty())
    observer.archive(&archive.emplace(config.archive_file, print_flags.reader()));
  const StudyResult result = study(registry, Defaults(), config, runtime, observer);
  observer.archive(nullptr);

  if (is_first() && earlier && result.status != StudyResult::Status::interrupted)
    earlier->check_outcome(result);
  const bool complete = result.status == StudyResult::Status::complete;
  const bool found = complete || found_something(result) || result.stages.size() > 1;
  if (!complete)
    observer.warning(
        fmt::format("{}; {}", result.status_text,
                    found ? "this is what was found until then" : "nothing was found until then"));
  std::string text;  // of a million features it takes seconds: made once, where it is wanted
  const auto json = [&]() -> const std::string& {
    if (text.empty()) text = to_json_text(result);
    return text;
  };
  const auto write = [&](WrittenFiles& files) {
    files.write(config.result_file, "result", json);
    if (archive && files.attempt([&] { archive->close(); }))
      files.say(fmt::format("every score written to {}", config.archive_file.string()));
    if (found)
      files.write(config.table_file,
                  ranks ? "the table of the ranked features" : "the table of the selected features",
                  [&] { return reduced_table(config.data, selected_names(result)); });
    files.write(config.report_file, "report", [&] { return report_of(json(), "the result"); });
    if (config.figure_file.empty()) return;
    const std::string figure = to_svg(result);
    if (figure.empty())
      observer.warning("nothing was finished that could be drawn, so there is no figure");
    else
      files.write(config.figure_file, "figure", [&] { return figure; });
  };
  const auto show = [&] {
    if (print_flags.json)
      print_data(json());
    else if (print_flags.csv && found)
      print_data(to_csv(result, print_flags.reader(), print_flags.rows));
    else if (print_names && found)
      print_data(lines_of(selected_names(result), print_flags.rows));
    else if (found)
      print(to_table(result, print_flags.most_rows(), PrintFlags::most_columns()),
            table_style({"rank  ", "features  "}));
  };
  write_then_show(write, show, observer);
  kept.end(complete);
  if (result.status == StudyResult::Status::interrupted) return exit_code_of_interrupt();
  return found ? kOk : kOther;
}

}  // namespace

Run add_select(CLI::App& app, bool ranks) {
  CLI::App* sub = ranks ? app.add_subcommand("rank", "Order all features, best first")
                        : app.add_subcommand("select", "Choose features");
  const auto command = std::make_shared<SelectCommand>(*sub, ranks);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
