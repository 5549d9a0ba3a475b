#include "commands.hpp"
#include "config_options.hpp"
#include "style.hpp"
#include "terminal.hpp"

#include <tamis/framework/conformance/validate.hpp>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace tamis::cli {
namespace {

/// Which test is run, as one line that is rewritten and gone in the end; nothing where stderr is no terminal.
/// Without a thread to draw it: the tests run in copies of this process.
class TestLine {
 public:
  TestLine() = default;
  TestLine(const TestLine&) = delete;
  TestLine& operator=(const TestLine&) = delete;
  ~TestLine() { clear(); }
  void show(const std::string& component, const std::string& test) {
    if (!is_drawn_) return;
    ++tests_;
    fmt::print(stderr, "\r\033[Ktest {}: {}{}{}", tests_, component, component.empty() ? "" : ", ", test);
    std::fflush(stderr);
  }
  void clear() {
    if (is_drawn_ && tests_ > 0) fmt::print(stderr, "\r\033[K");
    tests_ = 0;
  }

 private:
  bool is_drawn_ = obeys_escapes(STDERR_FILENO);
  std::uint64_t tests_ = 0;
};

struct ValidateCommand {
  framework::ValidateOptions options;
  std::vector<std::string> settings, exceptions;
  bool as_json = false;

  int run();
};

int ValidateCommand::run() {
  for (const std::string& setting : settings) insert_setting(options.settings, setting, "ID.OPTION=VALUE");
  for (const std::string& text : exceptions) options.exceptions.push_back(framework::parse_exception(text));
  TestLine line;
  options.on_test = [&](const std::string& component, const std::string& test) {
    line.show(component, test);
  };
  const framework::Validation validation = framework::validate(options);
  line.clear();
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;  // a path may hold any byte
  if (as_json)
    print_data(framework::to_json(validation).dump(2, ' ', false, kReplace) + "\n");
  else
    print(framework::to_text(validation));
  return validation.count(framework::Verdict::failed) == 0 ? kOk : kPlugin;
}

}  // namespace

Run add_validate(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("validate", "Test whether a plugin keeps its contract and its promises");
  const auto command = std::make_shared<ValidateCommand>();
  framework::ValidateOptions& options = command->options;
  sub->add_option("file", options.file, "a plugin library")->required()->type_name("");
  sub->add_option("--level", options.level,
                  "up to this one: 1 loads, 2 life cycle, 3 hygiene, 4 what its numbers mean (default)")
      ->type_name("N")
      ->check(CLI::Range(1, framework::kLastLevel));
  sub->add_option("--test", options.test, "this test, or this case by its file's name, alone")
      ->type_name("NAME");
  sub->add_option("--component", options.component, "this component alone")->type_name("ID");
  sub->add_option("--set", command->settings, "an option of a component: --set ID.OPTION=VALUE")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  sub->add_option("--cases", options.cases, "a config of `tamis select` with a table [expect]")
      ->type_name("FILE")
      ->allow_extra_args(false);
  sub->add_option("--except", command->exceptions,
                  "a test that is not to be run, with the reason, which is printed: --except NAME=REASON, or "
                  "ID.NAME=REASON for one component")
      ->type_name("NAME=REASON")
      ->allow_extra_args(false);
  sub->add_option("--seed", options.seed, "of the data that are made (default 0)")
      ->type_name("N")
      ->check(check_whole_number);
  sub->add_option("--time-limit", options.time_limit, "seconds that a test may take (default 20)")
      ->type_name("S");
  sub->add_option("--plugin-dir", options.plugin_dirs,
                  "parts that the components name are looked for here first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  sub->add_flag("--json", command->as_json, "for programs");
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
