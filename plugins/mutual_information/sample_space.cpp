#include "sample_space.hpp"

#include <tamis/numerics/random.hpp>

namespace tamis::mutual_information {
namespace {

constexpr double kLargest = 1e140;  // the sum of a million squares is still a double

double deviation(Column x) {
  double mean = 0, squares = 0;
  for (double v : x) mean += v;
  mean /= static_cast<double>(x.size());
  for (double v : x) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / static_cast<double>(x.size()));
}

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
        std::vector<double> all(data.samples());
        data.scaled_column(f, all);
        const std::span<double> x(values_.data() + j * samples_.size(), samples_.size());
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = all[samples_[i]];
        for (double v : x)
          if (!(std::abs(v) < kLargest))
            throw DataError("distances along this feature overflow; standardise the features", at_feature(f));
        constant_[j] = std::ranges::min(x) == std::ranges::max(x);
        if (jitter == 0 || constant_[j]) return;
        Rng rng = stream(runtime, component, {{f}});
        const double scale = jitter * deviation(x);
        for (double& v : all)
          v = scale * numerics::normal(rng);  // by sample of the dataset, taking part or not
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += all[samples_[i]];
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
