#include "samples.hpp"

#include <numeric>

namespace tamis::knn_error {
namespace {

constexpr std::uint64_t kFeaturesPerBlock = 16;
constexpr double kLargest = 1e140;  // the sum of a million squares is still a double

// What one feature more makes of a distance.
double joined(Geometry geometry, double distance, double difference) {
  const double a = std::abs(difference);
  if (geometry == Geometry::linf) return std::max(distance, a);
  return distance + (geometry == Geometry::l2 ? a * a : a);
}

std::vector<Feature> all_of(ConstMatrix values) {
  std::vector<Feature> all(values.cols);
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

}  // namespace

Eigen::MatrixXd Samples::values(Subset features) const {
  Eigen::MatrixXd values(size(), features.size());
  runtime_.parallel_blocks(
      features.size(),
      [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<double> all(data_.samples());
        for (std::uint64_t j = begin; j < end; ++j) {
          numerics::column_with_gaps(data_, features[j], all);
          bool fit = true;
          for (std::size_t i = 0; i < size(); ++i) {
            const double x = values(i, j) = all[ids_[i]];
            fit &= !(std::abs(x) >= kLargest);
          }
          if (!fit)
            throw DataError("distances along this feature overflow; standardise the features",
                            at_feature(features[j]));
        }
      },
      kFeaturesPerBlock);
  return values;
}

numerics::PointPanels panels(ConstMatrix values) { return numerics::make_panels(values, all_of(values)); }

numerics::PaddedPointRows padded_rows(ConstMatrix values) {
  return numerics::make_padded_rows(values, all_of(values));
}

double distance(Geometry geometry, std::size_t i, std::size_t j, std::span<const Coordinate> subset) {
  double distance = 0;
  for (Coordinate x : subset) distance = joined(geometry, distance, x[i] - x[j]);
  return distance;
}

}  // namespace tamis::knn_error
