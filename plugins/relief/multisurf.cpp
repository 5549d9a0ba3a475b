#include "multisurf.hpp"

#include "known_classes.hpp"
#include "pair_distances.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::relief {
namespace {

/// Below which distance samples are near to sample i.
double near_limit(std::size_t i, std::span<const double> distances) {
  const auto others = static_cast<double>(distances.size() - 1);
  double sum = 0, squares = 0;
  for (std::size_t j = 0; j < distances.size(); ++j) sum += j == i ? 0 : distances[j];
  const double mean = sum / others;
  for (std::size_t j = 0; j < distances.size(); ++j)
    if (j != i) squares += (distances[j] - mean) * (distances[j] - mean);
  const double limit = mean - std::sqrt(squares / others) / 2;
  return limit - 1e-12 * std::max(1.0, limit);  // at the limit is not near
}

}  // namespace

void MultiSurf::prepare(const Dataset& data, const Runtime& runtime) {
  ScoredFeatures::prepare(data, runtime);
  const KnownClasses known(data.target());
  if (known.share.size() < 2) return set({}, "single_class");
  const Differences differences(data, known.samples, known.classes, options.missing, runtime);
  const auto m = static_cast<double>(known.samples.size());
  const PairDistances pairs(differences, {});
  const std::vector<double> sums = sum_over_samples(pairs, runtime, differences.features(), [&] {
    return [&, near = std::vector<double>(known.share.size())](std::size_t i, const DistancesTo& all,
                                                               double* sums) mutable {
      const std::span<const double> distances = all.distance;
      const double limit = near_limit(i, distances);
      const auto is_near = [&](std::size_t j) { return j != i && distances[j] < limit; };
      std::ranges::fill(near, 0.0);
      for (std::size_t j = 0; j < distances.size(); ++j) near[known.classes[j]] += is_near(j) ? 1 : 0;
      const std::uint32_t own = known.classes[i];
      double others = 0;  // the share of the classes that are near
      for (std::size_t c = 0; c < near.size(); ++c)
        if (c != own && near[c] > 0) others += known.share[c];
      for (std::size_t j = 0; j < distances.size(); ++j) {
        if (!is_near(j)) continue;
        const std::uint32_t c = known.classes[j];
        const double factor = c == own ? -1 : known.share[c] / others;
        differences.add(i, j, factor / near[c] / m, sums);
      }
    };
  });
  set(differences.of_dataset(sums));
}

Cost MultiSurf::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {n * n * d, 1};
}

}  // namespace tamis::relief
