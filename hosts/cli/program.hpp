/// \file program.hpp
/// What the programs of the command line share: from arguments to an exit code.
#pragma once

#include "commands.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tamis::cli {

/// A program and its commands.
struct Program {
  /// \param notes  what its help ends with.
  Program(const std::string& name, const std::string& description, const std::string& notes);
  /// \param run  of the command that was added to `app` last.
  void add(const Run& run);

  CLI::App app;
  std::vector<std::pair<CLI::App*, Run>> commands;
};

/// What `work` returns; of what it throws, a line is said. Of a team all processes return the same.
/// \returns the exit code.
int said(const std::function<int()>& work);

/// Runs the command that the arguments name.
/// \returns the exit code.
int run_command(Program& program, int argc, char** argv);

}  // namespace tamis::cli
