/// \file feature_values.hpp
/// A feature as numbers, whatever the criterion reads.
#pragma once

#include <tamis/dataset.hpp>

#include <vector>

namespace tamis::framework {

/// The values of feature f, or its codes where the data have no numbers. O(n).
inline std::vector<double> feature_values(const Dataset& data, Feature f) {
  if (!data.has_dense()) return {data.codes(f).begin(), data.codes(f).end()};
  return {data.column(f).begin(), data.column(f).end()};
}

}  // namespace tamis::framework
