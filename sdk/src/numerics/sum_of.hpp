/// \file sum_of.hpp
/// Which kernel belongs to a norm.
#pragma once

#include <tamis/distance_metric.hpp>

#include "kernels.hpp"

namespace tamis::numerics {

/// A place in the arrays of kernels by Sum; for norms only.
constexpr int sum_of(Geometry geometry) {
  return static_cast<int>(geometry == Geometry::l1     ? Sum::absolutes
                          : geometry == Geometry::linf ? Sum::maximum
                                                       : Sum::squares);
}

}  // namespace tamis::numerics
