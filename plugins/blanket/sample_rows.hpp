/// \file sample_rows.hpp
/// Coded features by samples.
#pragma once

#include "coded_features.hpp"

namespace tamis::blanket {

/// Sample r is away from level 0 in features[e], at levels[e], for start[r] <= e < start[r + 1].
struct SampleRows {
  SampleRows() = default;
  /// O(n d) at most: the listed cells.
  explicit SampleRows(const CodedFeatures& coded);

  std::vector<std::uint64_t> start;
  std::vector<Feature> features;
  std::vector<std::uint8_t> levels;
};

}  // namespace tamis::blanket
