/// \file redundancy.hpp
/// How much the best features repeat each other.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/team.hpp>

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// Of a few features, how each goes with each.
struct Redundancy {
  /// How many of the best are compared.
  static constexpr std::size_t kMost = 20;

  std::vector<std::string> features;  ///< k of them
  std::vector<double> correlations;   ///< Pearson's, k x k, row by row; NaN beside a constant one
};

/// Of the values, or of the codes where a criterion reads codes alone. O(k^2 n).
/// \param team  whose processes hold the columns of divided data, and bring them; null elsewhere.
/// \throws Error  as Team::all_gather().
Redundancy redundancy(const LoadedData& data, std::span<const Feature> features, Team* team);

}  // namespace tamis::framework
