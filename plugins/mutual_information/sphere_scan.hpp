/// \file sphere_scan.hpp
/// Spheres around every sample: in one subset of features, and in all subsets that are a move away. Nothing
/// of size n x n is ever held: distances are computed in tiles, and only points that can lie inside a sphere
/// are kept.
#pragma once

#include "sample_space.hpp"
#include "spheres.hpp"

namespace tamis::mutual_information {

/// Samples whose spheres are grown together; also the unit that threads take.
inline constexpr std::uint64_t kPanelsPerBlock = 4;
inline constexpr std::size_t kSamplesPerBlock = kPanelsPerBlock * numerics::kLanes;

/// Per sample the distance beyond which no sphere is expected to reach: a guess saves time, a wrong one costs
/// a second look, and neither changes a result.
using SearchRadii = std::vector<double>;
inline constexpr double kEverywhere = std::numeric_limits<double>::infinity();
/// A distance may be summed in another order than the one that made its bound.
inline constexpr double kSlack = 1 + 1e-12;

/// What a reach is multiplied by so that spheres that hold `ratio` times as much fit in d dimensions, with
/// room for error.
double enlargement(Geometry geometry, std::size_t d, double ratio);

/// How far to look around each sample in subsets where no distance is larger than in the one whose spheres
/// were noted. A point matters to a sphere only if it weighs there: points that weigh in the same columns
/// form a group, which is looked for as far as the largest of their spheres reaches. The members of a far
/// class are few, and the many others need not be looked at that far away.
class GroupLimits {
 public:
  explicit GroupLimits(const Weights& weights, std::size_t samples);
  /// Of each sample.
  std::span<const std::uint16_t> group() const { return group_; }
  /// Spheres around sample i. One that is not satisfied, though not hopeless, reaches points of every group.
  void note(std::size_t i, std::span<const SphereGoal> goals, std::span<const Sphere> spheres);
  /// The distances of sample i, by group.
  std::span<const double> of(std::size_t i) const { return {limits_.data() + i * groups(), groups()}; }

 private:
  static constexpr std::size_t kMostGroups = 64;  // if there are more, all points are of one
  std::size_t groups() const { return columns_.size(); }
  std::vector<std::uint16_t> group_;
  std::vector<std::vector<char>> columns_;  ///< of each group: whether its points weigh in a column
  std::vector<double> limits_;              ///< samples x groups
};

/// Lists of near points that are worth keeping while the weights change and the points do not. Bounded in
/// memory, the same share for each block of samples: what does not fit is searched again.
class NeighbourCache {
 public:
  NeighbourCache() = default;
  /// Forgets the lists, of other points; their memory is used again.
  void clear(std::size_t samples);
  /// Empty where none is kept.
  numerics::RoughOrder& of(std::size_t i) { return lists_[i]; }
  /// The distance of the farthest sample, below 0 where it was not asked for.
  double& farthest(std::size_t i) { return farthest_[i]; }
  /// Keeps a list if there is room for it. Called by one thread for each block.
  /// \returns whether there is: of(i) has it.
  bool keep(std::size_t i, const numerics::NearPoints& near);

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  std::vector<numerics::RoughOrder> lists_;
  std::vector<double> farthest_;
  std::vector<std::size_t> used_;  ///< bytes, by block
};

/// Lets the hopeless spheres around a sample hold everything.
inline void hold_all(std::span<const SphereGoal> goals, double farthest, std::span<Sphere> spheres) {
  for (std::size_t g = 0; g < goals.size(); ++g)
    if (goals[g].is_hopeless()) spheres[g] = {farthest, goals[g].all, 0};
}

/// Grows spheres around the samples of one panel after the other; one per block of them.
class PanelSearch {
 public:
  /// \param kept  or nullptr.
  PanelSearch(const numerics::PointPanels& points, Geometry geometry, const Weights& weights,
              SearchRadii& reach, NeighbourCache* kept);
  /// Around each sample of the panel: goals()[q] into spheres()[q]. Replaces their `reach`.
  void grow(std::size_t panel);
  std::vector<SphereGoal>& goals(std::size_t q) { return goals_[q]; }
  std::span<const Sphere> spheres(std::size_t q) const { return spheres_[q]; }

 private:
  /// Whether all spheres of sample q of the panel are satisfied in a list.
  bool grow_in(const numerics::NearPoints& near, std::size_t q) {
    return grower_.grow(near, weights_, goals_[q], spheres_[q]);
  }
  bool grow_in(numerics::RoughOrder& near, std::size_t q) {
    return near.size() > 0 && mutual_information::grow(near, weights_, goals_[q], spheres_[q]);
  }
  /// Lets hopeless spheres hold everything.
  void hold_all(std::size_t panel, std::size_t count);
  /// Whether a list of so many points has all others, though no sphere may be satisfied.
  bool complete(std::size_t near) const { return near + 1 == points_.size(); }

  const numerics::PointPanels& points_;
  Geometry geometry_;
  const Weights& weights_;
  SearchRadii& reach_;
  NeighbourCache* kept_;
  SphereGrower grower_;
  numerics::RoughOrder spare_;  ///< for a list that is not kept
  std::vector<std::vector<SphereGoal>> goals_;
  std::vector<std::vector<Sphere>> spheres_;
  std::vector<numerics::NearPoints> near_;
};

/// Grows the spheres that `goals_of(i, goals)` asks for around each sample i, and hands them to
/// `take(i, goals, spheres)`. `reach` is replaced by the largest distance of each sample's spheres.
/// \param kept  lists of an earlier call with the same points, or nullptr. O(n^2 d) in vector registers.
template <class GoalsOf, class Take>
void each_sample(const numerics::PointPanels& points, Geometry geometry, const Weights& weights,
                 SearchRadii& reach, const GoalsOf& goals_of, const Take& take, const Runtime& runtime,
                 NeighbourCache* kept = nullptr) {
  runtime.parallel_blocks(
      points.panels(),
      [&](std::uint64_t first, std::uint64_t last) {
        PanelSearch search(points, geometry, weights, reach, kept);
        for (std::uint64_t panel = first; panel < last; ++panel) {
          runtime.check_cancelled();  // with thousands of classes a block takes minutes
          const std::size_t begin = panel * numerics::kLanes;
          const std::size_t count = std::min(numerics::kLanes, points.size() - begin);
          for (std::size_t q = 0; q < count; ++q) {
            search.goals(q).clear();
            goals_of(begin + q, search.goals(q));
          }
          search.grow(panel);
          for (std::size_t q = 0; q < count; ++q) take(begin + q, search.goals(q), search.spheres(q));
        }
      },
      kPanelsPerBlock);
}

/// The same in the subsets without one feature; `take(i, f, goals, spheres)` for its place f among those that
/// `points` was made of.
/// \param leaving  the places, distinct; at least one.
/// \param limits   of the spheres in `points`: no distance grows when a feature leaves, so these bound the
///   search. O(n^2 d) for all subsets together, and O(1) in each for each point within.
template <class GoalsOf, class Take>
void each_sample_without(const numerics::PointPanels& points, Geometry geometry, const Weights& weights,
                         const GroupLimits& limits, std::span<const std::size_t> leaving,
                         const GoalsOf& goals_of, const Take& take, const Runtime& runtime) {
  const auto [least, most] = std::ranges::minmax(leaving);
  runtime.parallel_blocks(
      points.size(),
      [&, least = least, most = most](std::uint64_t first, std::uint64_t last) {
        std::vector<numerics::NearPoints> near(most - least + 1);
        std::vector<double> farthest(points.features);
        SphereGrower grower;
        std::vector<SphereGoal> goals;
        std::vector<Sphere> spheres;
        for (std::uint64_t i = first; i < last; ++i) {
          runtime.check_cancelled();
          numerics::near_points_without_each(points, geometry, i, limits.group(), limits.of(i), near, least);
          goals.clear();
          goals_of(i, goals);
          spheres.resize(goals.size());
          if (std::ranges::any_of(goals, &SphereGoal::is_hopeless))
            numerics::farthest_without_each(points, geometry, i, farthest);
          for (const std::size_t f : leaving) {
            grower.grow(near[f - least], weights, goals, spheres);
            hold_all(goals, farthest[f], spheres);
            take(i, f, goals, spheres);
          }
        }
      },
      kSamplesPerBlock);
}

/// How far a search has to look for the spheres around a sample once one of the features of `joining` has
/// joined. A radius within which some samples already weigh enough is an upper bound, whatever the other
/// samples are. So the distances of the samples in the old spheres, `near`, are looked at with each new
/// feature (or those of a few hundred samples, where there was no feature yet).
class CandidateBounds {
 public:
  CandidateBounds(const numerics::PointPanels& joining, Geometry geometry)
      : joining_(joining), geometry_(geometry) {}
  /// \param nowhere  whether there is no feature yet, and so no `near`.
  void find(std::size_t i, const numerics::NearPoints& near, const Weights& weights, bool nowhere,
            std::span<const SphereGoal> goals, std::span<double> limits);

 private:
  double coordinate(std::size_t i, std::size_t feature) const;
  double joined(double distance, double difference) const;

  const numerics::PointPanels& joining_;
  Geometry geometry_;
  SphereGrower grower_;
  numerics::NearPoints with_;
  std::vector<Sphere> spheres_;
};

/// The same in each subset with one feature more, of `joining`; `take(i, c, goals, spheres)`. `points` may
/// have no feature.
/// \param reach  of the spheres in `points`.
template <class GoalsOf, class Take>
void each_sample_with(const numerics::PointPanels& points, const numerics::PointPanels& joining,
                      Geometry geometry, const Weights& weights, const SearchRadii& reach,
                      const GoalsOf& goals_of, const Take& take, const Runtime& runtime) {
  using numerics::kLanes;
  runtime.parallel_blocks(
      points.panels(),
      [&](std::uint64_t first, std::uint64_t last) {
        const std::size_t candidates = joining.features;
        std::vector<numerics::NearPoints> inside(kLanes), near(candidates);
        CandidateBounds bounds(joining, geometry);
        SphereGrower grower;
        std::vector<SphereGoal> goals;
        std::vector<Sphere> spheres;
        std::vector<double> limits(candidates);
        for (std::uint64_t panel = first; panel < last; ++panel) {
          const std::size_t begin = panel * kLanes, end = std::min(begin + kLanes, points.size());
          if (points.features > 0)
            numerics::near_points(points, geometry, panel, {reach.data() + begin, end - begin}, inside);
          for (std::size_t i = begin; i < end; ++i) {
            runtime.check_cancelled();
            goals.clear();
            goals_of(i, goals);
            for (SphereGoal& g : goals) g.all = kEverywhere;  // they are walked to, in each subset
            spheres.resize(goals.size());
            bounds.find(i, inside[i - begin], weights, points.features == 0, goals, limits);
            numerics::near_points_with_each(points, joining, geometry, i, limits, near);
            for (std::size_t c = 0; c < candidates; ++c) {
              grower.grow(near[c], weights, goals, spheres);
              take(i, c, goals, spheres);
            }
          }
        }
      },
      kPanelsPerBlock);
}

}  // namespace tamis::mutual_information
