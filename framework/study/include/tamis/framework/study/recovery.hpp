/// \file recovery.hpp
/// How many of the features that matter a ranking has found, where that is known.
#pragma once

#include <tamis/framework/selection/ranking.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tamis::framework {

/// How many of the features that matter were ranked first, on data where that is known.
struct Recovery {
  std::size_t relevant = 0;  ///< features that matter
  std::size_t found = 0;     ///< of them, how many stand among the `relevant` best ranked
  double share = 0;          ///< found / relevant, in [0, 1]
  bool all_first = false;    ///< every relevant feature is ranked before every other one
};

/// How a ranking compares with what is known to matter. O(relevant).
/// \param ranking   best first.
/// \param relevant  by feature, not 0 where it matters, as at least one does.
Recovery recovery(const std::vector<RankedFeature>& ranking, const std::vector<char>& relevant);

nlohmann::json to_json(const Recovery& recovery);
/// One line for people.
std::string to_line(const Recovery& recovery);

}  // namespace tamis::framework
