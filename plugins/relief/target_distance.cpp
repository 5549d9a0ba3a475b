#include "target_distance.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace tamis::relief {
namespace {

/// Which classes some sample may have.
std::vector<char> occurring(const Target& target, std::span<const Sample> samples) {
  std::vector<char> occurs(target.classes(), 0);
  for (const Sample i : samples) {
    if (target.kind() == TargetKind::classes) occurs[static_cast<std::size_t>(target.labels()[i])] = 1;
    for (std::size_t s = 0; target.kind() == TargetKind::soft && s < occurs.size(); ++s)
      if (target.soft()(i, s) > 0) occurs[s] = 1;
  }
  return occurs;
}

/// l x l, over the largest distance between two classes that occur.
std::vector<double> scaled_ground(const Dataset& data, std::span<const Sample> samples, ClassMetric* metric,
                                  const Runtime& runtime) {
  const std::size_t l = data.target().classes();
  std::vector<double> ground(l * l, 1.0);
  for (std::size_t s = 0; s < l; ++s) ground[s * l + s] = 0;
  if (!metric) return ground;
  metric->prepare(data, runtime);
  metric->distances(Matrix(ground.data(), l, l));
  const std::vector<char> occurs = occurring(data.target(), samples);
  double largest = 0;
  for (std::size_t s = 0; s < l; ++s)
    for (std::size_t t = 0; t < l; ++t)
      if (occurs[s] && occurs[t]) largest = std::max(largest, ground[s * l + t]);
  if (largest > 0)
    for (double& d : ground) d /= largest;
  return ground;
}

PairDistance between_classes(const Dataset& data, std::span<const Sample> samples, ClassMetric* metric,
                             const Runtime& runtime) {
  const std::size_t l = data.target().classes();
  std::vector<std::size_t> labels;
  for (const Sample i : samples) labels.push_back(static_cast<std::size_t>(data.target().labels()[i]));
  return [l, labels = std::move(labels), ground = scaled_ground(data, samples, metric, runtime)](
             std::size_t i, std::size_t j) { return ground[labels[i] + labels[j] * l]; };
}

PairDistance expected_between(const Dataset& data, std::span<const Sample> samples, ClassMetric* metric,
                              const Runtime& runtime) {
  const std::size_t l = data.target().classes();
  std::vector<double> rows;
  for (const Sample i : samples)
    for (std::size_t s = 0; s < l; ++s) rows.push_back(data.target().soft()(i, s));
  return [l, rows = std::move(rows), ground = scaled_ground(data, samples, metric, runtime)](std::size_t i,
                                                                                             std::size_t j) {
    double sum = 0;
    for (std::size_t s = 0; s < l; ++s)
      for (std::size_t t = 0; t < l; ++t) sum += rows[i * l + s] * rows[j * l + t] * ground[s + t * l];
    return sum;
  };
}

/// The classes of a distribution and their masses.
struct Masses {
  std::vector<std::uint32_t> classes;
  std::vector<double> masses;
};

double divergence_of(const DistributionMetric& metric, const Masses& p, const Masses& q) {
  const std::uint64_t ends[2][2] = {{0, p.classes.size()}, {0, q.classes.size()}};
  double distance = 0;
  metric.distances({ends[0], p.classes, {}, {}, p.masses}, {ends[1], q.classes, {}, {}, q.masses},
                   std::span(&distance, 1));
  return distance;
}

PairDistance divergence_between(const Dataset& data, std::span<const Sample> samples,
                                DistributionMetric& metric, const Runtime& runtime) {
  metric.prepare(data, runtime);
  const Target target = data.target();
  std::vector<Masses> masses(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (std::uint32_t s = 0; s < target.classes(); ++s)
      if (const double p = target.soft()(samples[i], s); p > 0) {
        masses[i].classes.push_back(s);
        masses[i].masses.push_back(p);
      }
  const std::vector<char> occurs = occurring(target, samples);
  double largest = 0;
  for (std::uint32_t s = 0; s < target.classes(); ++s)
    for (std::uint32_t t = 0; t < target.classes(); ++t)
      if (s != t && occurs[s] && occurs[t])
        largest = std::max(largest, divergence_of(metric, {{s}, {1.0}}, {{t}, {1.0}}));
  if (!std::isfinite(largest))
    throw DataError(
        "the divergence between two certain labels is infinite, so it cannot be scaled to 0..1; use a metric, as 'wasserstein_exact'");
  const double unit = largest > 0 ? largest : 1;
  return [unit, &metric, masses = std::move(masses)](std::size_t i, std::size_t j) {
    return i == j ? 0.0 : divergence_of(metric, masses[i], masses[j]) / unit;
  };
}

PairDistance between_values(const Dataset& data, std::span<const Sample> samples) {
  std::vector<double> y;
  for (const Sample i : samples) y.push_back(data.target().real()[i]);
  const double low = y.empty() ? 0 : std::ranges::min(y), high = y.empty() ? 0 : std::ranges::max(y);
  const double half = high / 2 - low / 2;  // the range itself may be more than a double holds
  return [half, y = std::move(y)](std::size_t i, std::size_t j) {
    return half > 0 ? std::abs(y[i] / 2 - y[j] / 2) / half : 0.0;
  };
}

/// The weight of a label by its depth: 1 of a, 2 of a/b.
double weight_of(std::string_view label, std::span<const double> weights) {
  const auto depth = static_cast<std::size_t>(std::ranges::count(label, '/'));
  return depth < weights.size() ? weights[depth] : 1.0;
}

PairDistance between_sets(const Dataset& data, std::span<const Sample> samples,
                          const TargetDistanceOptions& options) {
  const Target target = data.target();
  const SetDistance how = options.sets;
  std::vector<double> weights;
  for (std::uint32_t c = 0; c < target.classes(); ++c)
    weights.push_back(how == SetDistance::by_depth ? weight_of(target.class_name(c), options.depth_weights)
                                                   : 1.0);
  std::vector<std::vector<std::int32_t>> sets;
  for (const Sample i : samples) {
    const auto labels = target.label_set(i);
    sets.emplace_back(labels.begin(), labels.end());
  }
  const auto l = static_cast<double>(target.classes());
  const PairDistance plain = [how, l, weights, sets = std::move(sets)](std::size_t i, std::size_t j) {
    double both = 0, one = 0;
    auto a = sets[i].begin(), b = sets[j].begin();
    while (a != sets[i].end() || b != sets[j].end()) {
      if (a != sets[i].end() && b != sets[j].end() && *a == *b) {
        both += 1;
        ++a, ++b;
        continue;
      }
      const bool from_a = b == sets[j].end() || (a != sets[i].end() && *a < *b);
      one += weights[static_cast<std::size_t>(from_a ? *a++ : *b++)];
    }
    if (one == 0) return 0.0;
    switch (how) {
      case SetDistance::hamming:
        return one / l;
      case SetDistance::jaccard:
        return one / (one + both);
      case SetDistance::f1:
        return one / (one + 2 * both);
      case SetDistance::by_depth:
        break;
    }
    return one;
  };
  if (how != SetDistance::by_depth) return plain;
  double largest = 0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, plain(i, j));
  return
      [plain, unit = largest > 0 ? largest : 1](std::size_t i, std::size_t j) { return plain(i, j) / unit; };
}

}  // namespace

PairDistance target_distance(const Dataset& data, std::span<const Sample> samples,
                             const TargetDistanceOptions& options, const Runtime& runtime) {
  switch (data.target().kind()) {
    case TargetKind::classes:
      return between_classes(data, samples, options.ground, runtime);
    case TargetKind::soft:
      return options.divergence ? divergence_between(data, samples, *options.divergence, runtime)
                                : expected_between(data, samples, options.ground, runtime);
    case TargetKind::real:
      return between_values(data, samples);
    case TargetKind::sets:
      return between_sets(data, samples, options);
    case TargetKind::none:
      break;
  }
  throw DataError("relief needs a target");
}

}  // namespace tamis::relief
