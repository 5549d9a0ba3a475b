/// \file feature_values.hpp
/// A feature as numbers, whatever its storage.
#pragma once

#include <tamis/dataset.hpp>

#include <vector>

namespace tamis::framework {

/// The values of feature f from a dense or sparse column, or its codes if the data have no numbers. O(n).
inline std::vector<double> feature_values(const Dataset& data, Feature f) {
  if (!data.has_dense() && !data.has_sparse()) return {data.codes(f).begin(), data.codes(f).end()};
  std::vector<double> values(data.samples());
  data.copy_column(f, values);
  return values;
}

}  // namespace tamis::framework
