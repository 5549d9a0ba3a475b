/// \file program.hpp
/// What the programs of the command line share: from arguments to an exit code.
#pragma once

#include "commands.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace tamis::cli {

using Commands = std::vector<std::pair<CLI::App*, Run>>;

/// What `work` returns; of what it throws, a line is said. Of a team all processes return the same.
/// \returns the exit code.
int said(const std::function<int()>& work);

/// Runs the command that the arguments name.
/// \returns the exit code.
int run_command(CLI::App& app, const Commands& commands, int argc, char** argv);

}  // namespace tamis::cli
