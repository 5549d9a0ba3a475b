/// \file path_subsets.hpp
/// The subsets that a search went through.
#pragma once

#include <tamis/framework/run/result.hpp>

#include <cstddef>
#include <map>
#include <vector>

namespace tamis::framework {

/// The subset after each step of the path, by size; of several of one size the last. The empty one is left out.
/// O(path * d).
std::map<std::size_t, std::vector<Feature>> path_subsets(const StageResult& result);

}  // namespace tamis::framework
