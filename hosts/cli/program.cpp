#include "program.hpp"

#include "exit_guard.hpp"
#include "process.hpp"
#include "process_team.hpp"
#include "terminal.hpp"

#include <tamis/framework/support/text.hpp>

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
    return fail(Error(TAMIS_E_OTHER,
                      "out of memory; fewer rows or features, or a machine with more memory, would do"));
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::broken_pipe) end_without_reader();
    return fail(Error(TAMIS_E_OTHER, e.what()));
  } catch (const std::exception& e) {
    return fail(Error(TAMIS_E_OTHER, e.what()));
  }
}

int run_command(CLI::App& app, const Commands& commands, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::stringstream mistake;
    const int code = app.exit(e, std::cout, mistake);  // prints help
    if (code != 0 && team) team->fail(ParamError(e.what()));
    for (std::string line; std::getline(mistake, line);) say(framework::shown(line, framework::kLongestSaid));
    return code == 0 ? kOk : kUsage;
  }
  const ExitGuard guard;
  // said in the words of the command, which lives as long as this function
  return said([&] {
    for (const auto& [command, run] : commands)
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
