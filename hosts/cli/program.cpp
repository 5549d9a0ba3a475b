#include "program.hpp"

#include "exit_guard.hpp"
#include "memory_reserve.hpp"
#include "process.hpp"
#include "process_team.hpp"
#include "terminal.hpp"
#include "unknown_word.hpp"

#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/version.hpp>

#include <fmt/format.h>

#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <system_error>

namespace tamis::cli {
namespace {

int fail(const Error& mine) {
  const Error error = team ? team->fail(mine) : mine;
  say_error(framework::sentence(error));
  return exit_code(error);
}

}  // namespace

int said(const std::function<int()>& work) {
  try {
    const int code = work();
    if (team) team->end();
    return code;
  } catch (const Error& e) {
    return fail(e);
  } catch (const std::bad_alloc&) {
    return fail(Error(TAMIS_E_OTHER, kOutOfMemory));
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::broken_pipe) end_without_reader();
    return fail(Error(TAMIS_E_OTHER, e.what()));
  } catch (const std::exception& e) {
    return fail(Error(TAMIS_E_OTHER, e.what()));
  }
}

Program::Program(const std::string& name, const std::string& description, const std::string& notes)
    : app(description, name) {
  app.set_version_flag("--version", fmt::format("{} {}", name, framework::version()));
  app.require_subcommand(0, 1);
  app.footer(notes);
  app.get_formatter()->column_width(34);
}

void Program::add(const Run& run) { commands.emplace_back(app.get_subcommands({}).back(), run); }

int run_command(Program& program, int argc, char** argv) {
  CLI::App& app = program.app;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::stringstream mistake;
    const int code = app.exit(e, std::cout, mistake);  // prints help
    if (code != 0 && team) team->fail(ParamError(e.what()));
    std::string nearest = nearest_known(app);  // behind the first line, which names what is unknown
    for (std::string line; std::getline(mistake, line); nearest.clear())
      say(framework::shown(line, framework::kLongestSaid) + nearest);
    return code == 0 ? kOk : kUsage;
  }
  const ExitGuard guard;
  // said in the words of the command, which lives as long as this function
  return said([&] {
    for (const auto& [command, run] : program.commands)
      if (command->parsed()) {
        const int code = run();
        print("");  // what is printed but not written yet can still fail
        return code;
      }
    print(app.help());
    return static_cast<int>(kUsage);
  });
}

}  // namespace tamis::cli
