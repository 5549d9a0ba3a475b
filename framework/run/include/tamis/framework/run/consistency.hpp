/// \file consistency.hpp
/// Consistency checks over the processes of a team.
#pragma once

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/support/input_file.hpp>

#include <vector>

namespace tamis::framework {

/// Checks that all have the same version of tamis, vector instructions, and libraries of components.
/// \throws DataError  naming the hosts that differ; and as Team::all_gather().
void check_same_program(Team& team, const Registry& registry);

/// Checks that all have read the same files.
/// \throws DataError  as above.
void check_same_files(Team& team, const std::vector<InputFile>& files);

}  // namespace tamis::framework
