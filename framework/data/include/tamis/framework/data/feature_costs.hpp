/// \file feature_costs.hpp
/// What it costs to measure features.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

class LoadedData;

/// The cost of each of some features, as a config gives it.
struct FeatureCost {
  /// A name of a feature, a pattern in which * is any text, or the name of a categorical column.
  std::string features;
  double cost = 1;  ///< above 0, in the user's unit; of a categorical column that of all its values together
};

/// Reads them from a table of two columns, names and costs, with a header or without.
/// \throws DataError  the file cannot be read, has other columns, lacks a name, or holds a cost that is not a finite number above 0;
///                    with the place. A name stands there twice.
std::vector<FeatureCost> read_feature_costs(const std::string& path);

/// Gives each feature its cost: that of its name, else of its categorical column, else of the first pattern that it
/// matches, else 1. Values of a categorical column share its cost evenly. Notes how many have no cost of their own,
/// unless the data had costs before. O(d), and O(d) for each pattern.
/// \throws ParamError  a text means no feature.
void set_feature_costs(LoadedData& data, std::span<const FeatureCost> costs);

}  // namespace tamis::framework
