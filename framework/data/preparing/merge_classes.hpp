/// \file merge_classes.hpp
/// Several classes taken for one.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <span>

namespace tamis::framework {

/// Gives the members of each merger one class, called as it says, in the place of the first of them: in the
/// labels, their probabilities (summed), votes and clean labels; announced in data.notes. O(n l).
/// \throws DataError  a target without classes or of sets; a member that is no class, or is in two mergers; a
///                    name that another class has.
void merge_classes(LoadedData& data, std::span<const ClassMerger> mergers);

}  // namespace tamis::framework
