#include "sample_space.hpp"

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
      constant_(data.features()) {
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
        constant_[j] = std::ranges::min(x) == std::ranges::max(x);
        std::ranges::copy(x, values_.begin() + static_cast<std::ptrdiff_t>(j * samples_.size()));
      },
      1);
}

std::vector<Feature> SampleSpace::informative(Subset subset) const {
  std::vector<Feature> kept;
  for (Feature f : subset)
    if (!constant(f)) kept.push_back(f);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace tamis::mutual_information
