/// \file dates.hpp
/// Cells that are dates.
#pragma once

#include <string_view>

namespace tamis::framework {

/// Whether a cell looks like a date: 2024-01-31, 31.1.24, 1/31/2024 and such, perhaps with a time behind it.
bool looks_like_date(std::string_view text);

}  // namespace tamis::framework
