/// \file move_means.hpp
/// Means over samples in every subset that a move leads to: what the estimators of this folder share.
#pragma once

#include "feature_values.hpp"
#include "sphere_scan.hpp"

#include <tamis/numerics/lanes.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

namespace tamis::mutual_information {

/// What a move leads to.
struct MoveMean {
  std::size_t dimensions = 0;       ///< coordinates of the subset; 0: nothing was measured
  double mean = 0;                  ///< over samples of what `value` says
  std::string_view redundant = {};  ///< why a feature that is to join adds nothing; empty where it may

  /// `constant` + mean, 0 where nothing was measured. A feature that adds nothing has no score for joining:
  /// as large as that of the subset it would be ranked before every feature that is distinguished with an error.
  Score score(double constant) const {
    if (!redundant.empty()) return undefined(redundant);
    return dimensions == 0 ? 0.0 : constant + mean;
  }
};

namespace detail {

/// Sums by blocks of samples, which no number of threads changes.
class BlockSums {
 public:
  BlockSums(std::size_t samples, std::size_t subsets)
      : samples_(samples), subsets_(subsets), sums_((samples / kSamplesPerBlock + 1) * subsets) {}
  void add(std::size_t i, std::size_t subset, double value) {
    sums_[i / kSamplesPerBlock * subsets_ + subset] += value;
  }
  double mean(std::size_t subset) const {
    numerics::LaneSum sum;
    for (std::size_t b = 0; b * kSamplesPerBlock < samples_; ++b) sum.add(b, sums_[b * subsets_ + subset]);
    return sum.total() / static_cast<double>(samples_);
  }

 private:
  std::size_t samples_, subsets_;
  std::vector<double> sums_;
};

/// The place in `features`, the coordinates of `subset`, of the one that is gone when `leaving` has left;
/// features.size() where none is.
inline std::size_t lost_coordinate(const SampleSpace& space, Subset subset, std::span<const Feature> features,
                                   Feature leaving) {
  const DistinctFeatures& distinct = space.distinct();
  const Feature original = distinct.original(leaving);
  const auto copies =
      std::ranges::count_if(subset, [&](Feature f) { return distinct.original(f) == original; });
  if (distinct.constant(leaving) || copies > 1) return features.size();
  return static_cast<std::size_t>(std::ranges::find(features, original) - features.begin());
}

}  // namespace detail

/// The mean over samples i of `value(i, d, goals, spheres)`, with the spheres that `goals_of(i, goals)` asks
/// for, in the subset after each move (one mean for Move::whole). A weighted mean is that of values times weights, in units
/// of their mean. d is the number of coordinates of that
/// subset: constant features and copies have none, and neither add nor take anything. O(n^2 d) for the subset
/// itself and O(n^2) for each candidate, memory O(n (d + c)).
/// \param reach  a guess at the spheres of `subset` per sample, or infinities; becomes what they reach.
/// \param kept   lists of points near each other in `subset`, or nullptr.
template <class GoalsOf, class Value>
std::vector<MoveMean> move_means(const SampleSpace& space, Subset subset, Move move,
                                 std::span<const Feature> candidates, const Weights& weights,
                                 SearchRadii& reach, const GoalsOf& goals_of, const Value& value,
                                 const Runtime& runtime, NeighbourCache* kept = nullptr) {
  const std::vector<Feature> features = space.informative(subset);
  const std::size_t n = space.samples(), d = features.size();
  const numerics::PointPanels points = space.panels(features);

  std::optional<GroupLimits> limits;
  if (move == Move::remove) limits.emplace(weights, n);
  MoveMean whole{d, 0};
  if (d > 0) {
    detail::BlockSums sums(n, 1);
    each_sample(
        points, space.geometry(), weights, reach, goals_of,
        [&](std::size_t i, std::span<const SphereGoal> goals, std::span<const Sphere> spheres) {
          sums.add(i, 0, value(i, d, goals, spheres));
          if (limits) limits->note(i, goals, spheres);
        },
        runtime, kept);
    whole.mean = sums.mean(0);
  }
  if (move == Move::whole) return {whole};

  std::vector<MoveMean> means(candidates.size(), whole);  // as it is for candidates without a coordinate
  if (move == Move::remove) {
    // the place in `features` of the coordinate that leaves with a candidate, or `d`
    std::vector<std::size_t> leaving;
    for (const Feature candidate : candidates)
      leaving.push_back(detail::lost_coordinate(space, subset, features, candidate));
    std::vector<std::size_t> places;
    std::ranges::copy_if(leaving, std::back_inserter(places), [&](std::size_t f) { return f < d; });
    if (places.empty()) return means;
    detail::BlockSums sums(n, d);
    if (d > 1)
      each_sample_without(
          points, space.geometry(), weights, *limits, places, goals_of,
          [&](std::size_t i, std::size_t f, std::span<const SphereGoal> goals,
              std::span<const Sphere> spheres) { sums.add(i, f, value(i, d - 1, goals, spheres)); },
          runtime);
    for (std::size_t c = 0; c < candidates.size(); ++c)
      if (leaving[c] < d) means[c] = {d - 1, sums.mean(leaving[c])};
    return means;
  }

  std::vector<std::size_t> joining;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    means[c].redundant = space.distinct().redundancy(candidates[c], subset);
    if (means[c].redundant.empty()) joining.push_back(c);
  }
  for (std::size_t first = 0; first < joining.size(); first += kJoiningAtOnce) {
    const std::size_t count = std::min(kJoiningAtOnce, joining.size() - first);
    std::vector<Feature> chosen;
    for (std::size_t c = first; c < first + count; ++c)
      chosen.push_back(space.distinct().original(candidates[joining[c]]));
    detail::BlockSums sums(n, count);
    each_sample_with(
        points, space.panels(chosen), space.geometry(), weights, reach, goals_of,
        [&](std::size_t i, std::size_t c, std::span<const SphereGoal> goals,
            std::span<const Sphere> spheres) { sums.add(i, c, value(i, d + 1, goals, spheres)); },
        runtime);
    for (std::size_t c = 0; c < count; ++c) means[joining[first + c]] = {d + 1, sums.mean(c)};
  }
  return means;
}

}  // namespace tamis::mutual_information
