/// \file spellings.hpp
/// Classes that are perhaps one, written in several ways.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

namespace tamis::framework {

/// Takes classes whose names differ only in small and capital letters (of ASCII) and in blanks at their ends for one,
/// called as it is written most often; announced in data.notes. A target without classes, or of sets, stays as it is.
void merge_spellings(LoadedData& data);

/// Warns of such classes, and names the option that merges them.
void warn_of_spellings(LoadedData& data);

}  // namespace tamis::framework
