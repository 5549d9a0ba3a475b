#include "sum_of.hpp"

#include <limits>
#include <tamis/errors.hpp>
#include <tamis/numerics/partial_distances.hpp>

namespace tamis::numerics {

void partial_distances(const double* point, const double* panel, std::size_t features, Geometry geometry,
                       std::span<double, kLanes> out) {
  double shared[kLanes];
  kernels().shared_tile[sum_of(geometry)]({point, panel, features, out.data(), shared});
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (shared[lane] == 0)
      out[lane] = std::numeric_limits<double>::quiet_NaN();
    else if (geometry != Geometry::linf)
      out[lane] *= static_cast<double>(features) / shared[lane];
}

void require_partial_distances(const Dataset& data, const PointMetric& metric) {
  if (!data.has_missing() || metric.geometry() != Geometry::general) return;
  throw DataError(
      "cells are missing, and by this metric a distance over some of the features is not defined: leave out `metric`, or fill "
      "the cells with `data.missing = \"median\"` or \"neighbours\"");
}

}  // namespace tamis::numerics
