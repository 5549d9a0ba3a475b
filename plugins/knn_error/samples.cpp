#include "samples.hpp"

namespace tamis::knn_error {
namespace {

constexpr double kLargest = 1e140;  // the sum of a million squares is still a double

// What one feature more makes of a distance.
double joined(Geometry geometry, double distance, double difference) {
  const double a = std::abs(difference);
  if (geometry == Geometry::linf) return std::max(distance, a);
  return distance + (geometry == Geometry::l2 ? a * a : a);
}

}  // namespace

Samples::Samples(const Dataset& data, std::vector<Sample> ids, const Runtime& runtime)
    : ids_(std::move(ids)), values_(ids_.size(), data.features()) {
  runtime.parallel_for(data.features(), [&](std::uint64_t j) {
    const auto f = static_cast<Feature>(j);
    std::vector<double> x(data.samples());
    data.scaled_column(f, x);
    for (std::size_t i = 0; i < size(); ++i) {
      const double v = values_(i, f) = x[ids_[i]];
      if (!(std::abs(v) < kLargest))
        throw DataError("distances along this feature overflow; standardise the features", at_feature(f));
    }
  });
}

Eigen::MatrixXd Samples::points(Subset features) const {
  Eigen::MatrixXd points(features.size(), size());
  for (std::size_t j = 0; j < features.size(); ++j) points.row(j) = values_.col(features[j]).transpose();
  return points;
}

double Samples::distance(Geometry geometry, std::size_t i, std::size_t j, Subset features) const {
  double distance = 0;
  for (Feature f : features) distance = joined(geometry, distance, (*this)(i, f) - (*this)(j, f));
  return distance;
}

}  // namespace tamis::knn_error
