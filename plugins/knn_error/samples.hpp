/// \file samples.hpp
/// The samples of known target as points in the units of distances, in any subset of features.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/distance_metric.hpp>
#include <tamis/eigen.hpp>
#include <tamis/numerics/distances_after_move.hpp>
#include <tamis/numerics/near_points.hpp>

namespace tamis::knn_error {

using numerics::Sample;

/// One feature of the samples that take part, in the units of distances.
using Coordinate = const double*;

/// Features of those samples, as they are asked for: nothing is read before, and nothing is kept.
class Samples {
 public:
  Samples() = default;
  /// \param ids  those that take part, ascending.
  Samples(const Dataset& data, std::vector<Sample> ids, const Runtime& runtime)
      : data_(data), ids_(std::move(ids)), runtime_(runtime) {}

  std::size_t size() const { return ids_.size(); }
  std::span<const Sample> ids() const { return ids_; }
  /// Whether cells are missing, in any feature.
  bool has_missing() const { return data_.has_missing(); }
  /// size() x features.size(), in their order; a missing cell is NaN. O(n |features|).
  /// \throws DataError  a value whose square overflows; names the feature.
  Eigen::MatrixXd values(Subset features) const;

 private:
  Dataset data_;
  std::vector<Sample> ids_;
  Runtime runtime_;
};

/// All columns of what values() gives, for kernels that choose some.
numerics::PointPanels panels(ConstMatrix values);
numerics::PaddedPointRows padded_rows(ConstMatrix values);

/// What numerics::near_points() calls the distance, bit by bit: summed over `subset` in its order.
double distance(Geometry geometry, std::size_t i, std::size_t j, std::span<const Coordinate> subset);

}  // namespace tamis::knn_error
