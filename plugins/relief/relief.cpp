#include "relief.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::relief {

std::vector<double> supervision(const Differences& differences, std::span<const char> known, double least,
                                double most, const Runtime& runtime) {
  std::vector<double> nearest(differences.samples(), 0.0);  // mean difference to the nearest known sample
  const std::vector<std::uint32_t> is_known(known.begin(), known.end());
  const PairDistances distances(differences, {1, is_known});
  sum_over_samples(distances, runtime, 0, [&] {
    return [&](std::size_t i, const DistancesTo& others, double*) {
      if (known[i]) return;
      double least_of_all = std::numeric_limits<double>::infinity();
      for (std::size_t o = 0; o < others.samples.size(); ++o)
        if (known[others.samples[o]]) least_of_all = std::min(least_of_all, others.distance[o]);
      nearest[i] = least_of_all / static_cast<double>(differences.features());
    };
  });
  const double farthest = std::ranges::max(nearest);
  std::vector<double> s(nearest.size(), 1.0);
  for (std::size_t i = 0; i < s.size(); ++i)
    if (!known[i]) s[i] = most - (farthest > 0 ? (most - least) * nearest[i] / farthest : 0);
  return s;
}

ReliefSums relief_sums(const Differences& differences, const PairDistance& targets,
                       std::span<const double> supervision, const NearestOptions& how,
                       const Runtime& runtime) {
  const std::size_t d = differences.features();
  const PairDistances distances(differences, {how.neighbours});
  const std::vector<double> sums = sum_over_samples(distances, runtime, 2 * d + 2, [&] {
    return [&, nearest = Nearest({}, 1, how)](std::size_t i, const DistancesTo& others, double* to) mutable {
      for (const Neighbour& n : nearest.find(i, others)[0]) {
        const double w = supervision.empty() ? n.weight : n.weight * supervision[i] * supervision[n.sample];
        const double apart = targets(i, n.sample);
        differences.add(i, n.sample, w * apart, to);
        differences.add(i, n.sample, w * (1 - apart), to + d);
        to[2 * d] += w * apart;
        to[2 * d + 1] += w * (1 - apart);
      }
    };
  });
  const auto half = sums.begin() + static_cast<std::ptrdiff_t>(d);
  return {{sums.begin(), half}, {half, half + static_cast<std::ptrdiff_t>(d)}, sums[2 * d], sums[2 * d + 1]};
}

std::size_t Relief::neighbours(const Target& target) const {
  constexpr std::size_t kOfEachClass = 10, kOtherwise = 70;
  if (options.neighbours > 0) return static_cast<std::size_t>(options.neighbours);
  const bool of_classes = target.kind() == TargetKind::classes || target.kind() == TargetKind::soft;
  return of_classes ? kOfEachClass * target.classes() : kOtherwise;
}

void Relief::prepare(const Dataset& data, const Runtime& runtime) {
  ScoredFeatures::prepare(data, runtime);
  const Target target = data.target();
  const std::vector<Sample> known = target.known_samples();
  if (known.size() < 2) return set({}, "fewer than two known targets");
  const bool with_unknown = options.unknown == UnknownTargets::features && known.size() < data.samples();
  std::vector<Sample> samples = known;
  if (with_unknown) {
    samples.resize(data.samples());
    std::iota(samples.begin(), samples.end(), Sample{0});
  }
  const Differences differences(data, samples, {}, options.missing, runtime);
  const PairDistance of_known = target_distance(
      data, known,
      {options.ground ? &*options.ground : nullptr, options.divergence ? &*options.divergence : nullptr,
       options.sets, options.depth_weights},
      runtime);

  PairDistance targets = of_known;
  std::vector<double> s;
  if (with_unknown) {
    std::vector<char> is_known(samples.size(), 0);
    std::vector<std::size_t> place(samples.size(), 0);  // among the known ones
    for (std::size_t k = 0; k < known.size(); ++k) is_known[known[k]] = 1, place[known[k]] = k;
    s = supervision(differences, is_known, options.least_supervision, options.most_supervision, runtime);
    targets = [&differences, of_known, is_known, place](std::size_t i, std::size_t j) {
      if (is_known[i] && is_known[j]) return of_known(place[i], place[j]);
      double sum = 0;
      for (std::size_t f = 0; f < differences.features(); ++f) sum += differences.of(f, i, j);
      return sum / static_cast<double>(differences.features());
    };
  }
  const ReliefSums sums = relief_sums(
      differences, targets, s, {neighbours(target), options.weights, options.sigma, options.ties}, runtime);
  const auto m = static_cast<double>(samples.size());
  const double agree =
      options.second_term == SecondTerm::weights ? sums.targets_agree : m - sums.targets_differ;
  constexpr double kNone = 1e-12;
  if (sums.targets_differ <= kNone * m) return set({}, "near samples have the same target");
  if (agree <= kNone * m) return set({}, "no near samples have similar targets");
  std::vector<double> scores(differences.features());
  for (std::size_t f = 0; f < scores.size(); ++f)
    scores[f] = sums.differ[f] / sums.targets_differ - sums.agree[f] / agree;
  set(differences.of_dataset(scores));
}

Cost Relief::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {0.5 * n * n * d + 2 * n * static_cast<double>(neighbours(data.target())) * d, 1};
}

}  // namespace tamis::relief
