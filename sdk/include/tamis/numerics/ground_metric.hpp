/// \file ground_metric.hpp
/// What holds of a matrix of ground distances between classes, and where the triangle inequality fails.
#pragma once

#include <tamis/matrix.hpp>
#include <tamis/runtime.hpp>

#include <cstdint>
#include <optional>

namespace tamis::numerics {

/// A detour that is shorter than the straight way: d(i, k) = d(i, j) + d(j, k) + excess.
struct Triangle {
  std::uint32_t i, j, k;
  double excess;
};

/// What holds of a matrix of ground distances.
struct GroundExamination {
  bool zero_diagonal, non_negative, symmetric;  ///< to the bit
  /// The largest excess, of equal ones the smallest (i, j, k); empty when none is above rounding.
  std::optional<Triangle> violation;
  bool triangle() const { return !violation; }
};

/// Excess up to this share of the largest |d| is rounding: distances that are sums of a few edges or square
/// roots meet the triangle inequality no better.
inline constexpr double kTriangleRounding = 1e-12;

/// Looks at all triples of classes, also those with i = k, and takes (i, k) and (k, i) apart where d is not
/// symmetric: O(l^3). 1000 classes: 0.1 s on two cores.
///
/// \param d  l x l, finite; need not be a metric.
GroundExamination examine_ground(ConstMatrix d, const Runtime& runtime);

}  // namespace tamis::numerics
