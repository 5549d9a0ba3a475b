/// \file path_subsets.hpp
/// The subsets that a search went through.
#pragma once

#include <tamis/framework/selection/result.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace tamis::framework {

/// The features of the subset after each step of the path, by its size; of several of one size the last. A group counts as one
/// in the size. The empty subset is left out. O(path + the features of all subsets).
/// \param sizes  those alone, ascending; empty: all.
std::map<std::size_t, std::vector<Feature>> path_subsets(const SelectionResult& result,
                                                         std::span<const std::size_t> sizes = {});

}  // namespace tamis::framework
