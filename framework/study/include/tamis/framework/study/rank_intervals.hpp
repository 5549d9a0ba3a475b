/// \file rank_intervals.hpp
/// How far the rank of a feature can be trusted: which ranks it has in selections from other samples.
#pragma once

#include <tamis/framework/selection/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// The first and the last rank, from 1, of the features that are tied with a feature; without ties both are its rank.
struct SharedRanks {
  std::uint32_t first = 0, last = 0;
};

/// One for each feature, by its number. A rank is a place in the ranking of the result, where features that are always
/// kept come first. Features share their ranks
///
/// - where each has a score of its own: with the same score, infinite ones too;
/// - where subsets were scored: if the search never moved them (a forward search those that it left out, a backward one
///   those that it kept), since the order among those is that of the columns.
///
/// O(d + steps), for each stage.
std::vector<SharedRanks> shared_ranks(const SelectionResult& result);

/// What most selections say of a feature's rank.
struct RankInterval {
  /// Over the selections, of the mean of the ranks that it shares.
  double median = 0;
  /// At least 90 % of the selections have all of the ranks that it shares in [low, high]: at either end a twentieth of
  /// them, rounded down, is left out. So a feature that every selection leaves without an order has all ranks that it
  /// may have, and not the certainty of a mean.
  std::uint32_t low = 0, high = 0;
};

/// Of each feature.
/// \param selections  shared_ranks() of each, of the same features; at least one. O(d m log m) of m.
std::vector<RankInterval> rank_intervals(std::span<const std::vector<SharedRanks>> selections);

}  // namespace tamis::framework
