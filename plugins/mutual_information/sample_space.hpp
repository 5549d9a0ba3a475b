/// \file sample_space.hpp
/// The samples of a dataset as points: in the units of distances, with jitter, in any subset of features.
#pragma once

#include "distinct_features.hpp"

#include <tamis/numerics/near_points.hpp>
#include <tamis/sdk.hpp>

namespace tamis::mutual_information {

/// Coordinates that subsets of features choose from. A feature that is constant has no density and adds no
/// information, nor does a copy of another: they are left out of every subset.
class SampleSpace {
 public:
  SampleSpace() = default;
  /// \param samples  those that take part, ascending.
  /// \param metric   a norm whose balls have a volume: l1, l2 or linf.
  /// \param jitter   see feature_values().
  /// \throws ParamError  the metric is no such norm.
  /// \throws DataError  a value whose square overflows.
  SampleSpace(const Dataset& data, std::vector<numerics::Sample> samples, const PointMetric& metric,
              double jitter, const Component& component, const Runtime& runtime);

  std::size_t samples() const { return samples_.size(); }
  Geometry geometry() const { return geometry_; }
  const DistinctFeatures& distinct() const { return distinct_; }
  /// The coordinates of a subset: each of distinct().measured(subset) is one.
  std::vector<Feature> informative(Subset subset) const { return distinct_.measured(subset); }
  /// Those of all features together.
  std::vector<Feature> all_informative() const;
  /// \param features  as informative() has them.
  numerics::PointPanels panels(std::span<const Feature> features) const {
    return numerics::make_panels({values_.data(), samples_.size(), values_.size() / samples_.size()},
                                 features);
  }

 private:
  std::vector<numerics::Sample> samples_;
  Geometry geometry_ = Geometry::l2;
  std::vector<double> values_;  ///< samples x features
  DistinctFeatures distinct_;
};

}  // namespace tamis::mutual_information
