/// \file share_notes.hpp
/// What readers noted of columns that other processes hold.
#pragma once

#include <tamis/framework/data/sharing.hpp>
#include <tamis/framework/data/table.hpp>

namespace tamis::framework {

/// Adds to the columns that are held elsewhere what was noted of them there, where their cells were not read
/// here. Of the columns that it holds each process has noted all.
void share_notes(Table& table, const Sharing& sharing);

}  // namespace tamis::framework
