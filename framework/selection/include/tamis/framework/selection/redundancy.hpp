/// \file redundancy.hpp
/// How redundant the best features are.
#pragma once

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/team.hpp>

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// The pairwise correlations of a few features, or of groups: of their two members that correlate most.
struct Redundancy {
  /// How many of the best features are compared.
  static constexpr std::size_t kMost = 20;

  std::vector<std::string> features;  ///< k of them
  std::vector<double> correlations;   ///< Pearson's, k x k, row by row; NaN beside a constant one
};

/// Correlations of the values, or of the codes if the criterion reads codes alone. O(k^2 n) for k features.
/// \param chosen  units.
/// \param units   of the data.
/// \param team   the processes among which the data are divided; null if they are not.
/// \throws Error  as Team::all_gather().
Redundancy redundancy(const LoadedData& data, std::span<const Feature> chosen, const FeatureUnits& units,
                      Team* team);

}  // namespace tamis::framework
