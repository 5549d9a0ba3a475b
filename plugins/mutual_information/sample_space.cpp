#include "sample_space.hpp"

#include "feature_values.hpp"

#include <numeric>

namespace tamis::mutual_information {
namespace {

constexpr double kLargest = 1e140;  // the sum of a million squares is still a double

}  // namespace

SampleSpace::SampleSpace(const Dataset& data, std::vector<numerics::Sample> samples,
                         const PointMetric& metric, double jitter, const Component& component,
                         const Runtime& runtime)
    : samples_(std::move(samples)),
      geometry_(metric.geometry()),
      values_(samples_.size() * data.features()),
      distinct_(data, samples_, runtime) {
  if (geometry_ == Geometry::general)
    throw ParamError(
        "metric is no norm whose balls have a known volume, which entropies need; use one of the L1, L2 or "
        "maximum norms");
  runtime.parallel_for(
      data.features(),
      [&](std::uint64_t j) {
        const auto f = static_cast<Feature>(j);
        const std::vector<double> x = feature_values(data, f, samples_, jitter, component, runtime);
        for (double v : x)
          if (!(std::abs(v) < kLargest))
            throw DataError("distances along this feature overflow; standardise the features", at_feature(f));
        std::ranges::copy(x, values_.begin() + static_cast<std::ptrdiff_t>(j * samples_.size()));
      },
      1);
}

std::vector<Feature> SampleSpace::all_informative() const {
  std::vector<Feature> all(values_.size() / samples_.size());
  std::iota(all.begin(), all.end(), Feature{0});
  return informative(all);
}

}  // namespace tamis::mutual_information
