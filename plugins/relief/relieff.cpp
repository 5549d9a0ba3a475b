#include "relieff.hpp"

#include "known_classes.hpp"

namespace tamis::relief {

void ReliefF::prepare(const Dataset& data, const Runtime& runtime) {
  ScoredFeatures::prepare(data, runtime);
  const KnownClasses known(data.target());
  if (known.share.size() < 2) return set({}, "single_class");
  const Differences differences(data, known.samples, known.classes, options.missing, runtime);
  const NearestOptions how{static_cast<std::size_t>(options.neighbours), options.weights, options.sigma,
                           options.ties};
  const std::size_t m = known.samples.size();
  const PairDistances distances(differences, {how.neighbours, known.classes});
  const std::vector<double> sums = sum_over_samples(distances, runtime, differences.features(), [&] {
    return [&, nearest = Nearest(known.classes, known.share.size(), how)](
               std::size_t i, const DistancesTo& others, double* sums) mutable {
      const auto& near = nearest.find(i, others);
      const std::uint32_t own = known.classes[i];
      for (std::size_t c = 0; c < near.size(); ++c) {
        const double factor = c == own ? -1 : known.share[c] / (1 - known.share[own]);
        for (const Neighbour& n : near[c])
          differences.add(i, n.sample, factor * n.weight / static_cast<double>(m), sums);
      }
    };
  });
  set(differences.of_dataset(sums));
}

Cost ReliefF::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {0.5 * n * n * d + n * options.neighbours * data.target().classes() * d, 1};
}

}  // namespace tamis::relief
