/// \file process_team.hpp
/// The other processes that make the runs of this one: of tamis-mpi.
#pragma once

#include <tamis/framework/kernel/team.hpp>

namespace tamis::cli {

/// Null: this process is alone.
extern framework::Team* team;
/// Whether this process speaks to the user and writes files.
inline bool is_first() { return !team || team->is_first(); }

}  // namespace tamis::cli
