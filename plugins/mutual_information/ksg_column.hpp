/// \file ksg_column.hpp
/// One coordinate of the samples that take part.
#pragma once

#include <tamis/numerics/points.hpp>
#include <tamis/numerics/sorted_values.hpp>
#include <tamis/sdk.hpp>

namespace tamis::mutual_information {

struct KsgColumn {
  std::vector<double> value;
  numerics::SortedValues sorted;
  std::size_t distinct = 0;  ///< different values

  KsgColumn() = default;
  explicit KsgColumn(std::vector<double> x);
};

/// Known outputs in units of their standard deviation, as features are; all 0 where they are equal. O(n).
KsgColumn ksg_output(const Target& target, std::span<const numerics::Sample> samples);

}  // namespace tamis::mutual_information
