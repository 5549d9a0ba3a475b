/// \file exchange_notes.hpp
/// What readers noted of columns that other processes hold.
#pragma once

#include <tamis/framework/data/division.hpp>
#include <tamis/framework/data/table.hpp>

namespace tamis::framework {

/// Adds to the columns that are held elsewhere what was noted of them there, where their cells were not read
/// here. Of the columns that it holds each process has noted all.
void exchange_notes(Table& table, const Division& division);

}  // namespace tamis::framework
