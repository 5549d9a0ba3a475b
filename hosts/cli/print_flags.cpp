#include "print_flags.hpp"

#include "terminal.hpp"

#include <unistd.h>

namespace tamis::cli {
namespace {

constexpr std::size_t kTerminalRows = 20;

}  // namespace

CLI::Option* PrintFlags::add(CLI::App& command, const std::string& rows_of) {
  const std::string run = "The run";
  command.add_flag("-q,--quiet", quiet, "no notes, only warnings")->group(run);
  command
      .add_option("--rows", rows, "how many " + rows_of + " to print (default: 20 on a terminal, else all)")
      ->group(run)
      ->type_name("N")
      ->check([](const std::string& given) {
        const bool counts = given.find_first_not_of("0123456789") == std::string::npos &&
                            given.find_first_not_of('0') != std::string::npos;
        return counts ? "" : "'" + given + "' is no number of rows; give a whole one of at least 1";
      });
  return command.add_flag("--json", json, "print the result as JSON")->group(run);
}

CLI::Option* PrintFlags::add_csv(CLI::App& command, const std::string& listed, CLI::Option* json) {
  command
      .add_flag("--spreadsheet", spreadsheet,
                "in CSV, begin texts that a spreadsheet would run as formulas with an apostrophe")
      ->group("The run");
  return command.add_flag("--csv", csv, "print " + listed + " as CSV")->group("The run")->excludes(json);
}

std::size_t PrintFlags::most_rows() const { return rows ? rows : stdout_is_terminal() ? kTerminalRows : 0; }

std::size_t PrintFlags::most_columns() { return stdout_is_terminal() ? columns_of(STDOUT_FILENO) : 0; }

}  // namespace tamis::cli
