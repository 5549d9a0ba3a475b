/// \file partial_distances.hpp
/// Distances between samples with missing cells: over the features that both samples have, scaled up to all of them.
///
/// J. K. Dixon. Pattern recognition with partly missing data. IEEE Transactions on Systems, Man, and Cybernetics 9 (1979)
/// 617-621, DOI 10.1109/TSMC.1979.4310090. As scikit-learn's nan_euclidean_distances.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/numerics/points.hpp>

namespace tamis::numerics {

/// From one point to the eight of a panel. If m of d features are shared, d / m times the sum of squares (l2) or of absolute
/// differences (l1) of these, or their maximum (linf); NaN where none is. The bits of a plain loop, so that samples
/// without missing cells have the distances of all other searches. O(8 d) in vector registers.
/// \param point     its d values, NaN where a cell is missing.
/// \param panel     as PointPanels has it.
/// \param geometry  a norm.
void partial_distances(const double* point, const double* panel, std::size_t features, Geometry geometry,
                       std::span<double, kLanes> out);

/// \throws DataError  cells are missing, and the metric is no norm, so that it is not known how to leave out features.
void require_partial_distances(const Dataset& data, const PointMetric& metric);

}  // namespace tamis::numerics
