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

class Samples {
 public:
  Samples() = default;
  /// \param ids  those that take part, ascending.
  /// \throws DataError  a value whose square overflows; names the feature.
  Samples(const Dataset& data, std::vector<Sample> ids, const Runtime& runtime);

  std::size_t size() const { return ids_.size(); }
  std::span<const Sample> ids() const { return ids_; }
  double operator()(std::size_t i, Feature f) const { return values_(i, f); }

  numerics::PointPanels panels(Subset features) const { return numerics::make_panels(columns(), features); }
  numerics::PaddedPointRows padded_rows(Subset features) const {
    return numerics::make_padded_rows(columns(), features);
  }
  /// As PointMetric takes them: features.size() x size(), a point in each column.
  Eigen::MatrixXd points(Subset features) const;

  /// What numerics::near_points() calls the distance, bit by bit: summed over `features` in their order.
  double distance(Geometry geometry, std::size_t i, std::size_t j, Subset features) const;

 private:
  ConstMatrix columns() const { return view(values_); }

  std::vector<Sample> ids_;
  Eigen::MatrixXd values_;  ///< samples x features of the dataset
};

}  // namespace tamis::knn_error
