/// \file feature_values.hpp
/// A feature as numbers, whatever the criterion reads.
#pragma once

#include <tamis/dataset.hpp>

#include <vector>

namespace tamis::framework {

/// The values of feature f, of a dense or a sparse column, or its codes where the data have no numbers. O(n).
inline std::vector<double> feature_values(const Dataset& data, Feature f) {
  if (!data.has_dense() && !data.has_sparse()) return {data.codes(f).begin(), data.codes(f).end()};
  std::vector<double> values(data.samples());
  data.copy_column(f, values);
  return values;
}

}  // namespace tamis::framework
