#include "commands.hpp"
#include "completion.hpp"
#include "man_pages.hpp"
#include "memory_reserve.hpp"
#include "process.hpp"
#include "program.hpp"
#include "terminal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr const char* kExamples = R"(Examples
  tamis rank data.csv --target class             order all features; the method fits the target
  tamis select data.csv --target class --keep 10
  tamis select data.csv --soft p_benign,p_malign  a probability per class
  tamis select run.toml --set criterion.OPTION=VALUE
  tamis noise data.csv --target class            how often labels are wrong, and which look it
  tamis experiment sweep.toml                    methods compared over data, noise and repeats
  tamis report result.json -o report.html        what was found, as a page to look at
  tamis generate; tamis generate spheres -o data.csv
                                                 tables whose truth is known
  tamis plugins; tamis plugins describe ID        all methods; options, defaults, citation of one
  tamis new criterion org.example.mine           a project for a method of your own
  tamis validate FILE.so                         whether a plugin keeps its contract and its promises
  tamis doctor                                   what was found, what is refused, what is slow, and why

Exit codes: 0 fine, 1 nothing found within the budget, or another failure, 2 usage or config, 3 data, 4 plugin,
5 numeric, 130 interrupted by Ctrl-C, 143 by SIGTERM (what was finished is written).)";

using namespace tamis::cli;

/// For the scripts of shells, not for people: silent where something is wrong.
int complete(const CLI::App& app, const std::vector<std::string>& words) {
  try {
    print_data(completions(app, words));
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
  }
  return kOk;
}

int run(int argc, char** argv) {
  Program program("tamis", "Feature selection when the labels cannot be trusted.", kExamples);
  CLI::App& app = program.app;
  program.add(add_select(app, false));
  program.add(add_select(app, true));
  program.add(add_noise(app));
  program.add(add_experiment(app));
  program.add(add_report(app));
  program.add(add_generate(app));
  program.add(add_plugins(app));
  program.add(add_new(app));
  program.add(add_validate(app));
  program.add(add_doctor(app));
  if (argc > 1 && std::string_view(argv[1]) == "complete") return complete(app, {argv + 2, argv + argc});
  if (argc == 3 && std::string_view(argv[1]) == "man-pages") {  // for the build
    write_man_pages(app, argv[2]);
    return kOk;
  }
  return run_command(program, argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  reserve_memory();
  return said([&] { return run(argc, argv); });
}
