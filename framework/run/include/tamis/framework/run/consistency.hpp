/// \file consistency.hpp
/// Whether the processes of a team would compute the same.
#pragma once

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/support/input_file.hpp>

#include <vector>

namespace tamis::framework {

/// Compares the version of tamis, the vector instructions in use, and the libraries of all components.
/// \throws DataError  naming the hosts that differ; and as Team::all_gather().
void check_same_program(Team& team, const Registry& registry);

/// Compares the files that were read.
/// \throws DataError  as above.
void check_same_files(Team& team, const std::vector<InputFile>& files);

}  // namespace tamis::framework
