/// \file neighbours.hpp
/// Exact k nearest neighbours, with ties settled by the sample's index.
///
/// A list holds the k first samples by (computed distance, index), the sample itself left out. "Computed" is
/// meant to the bit: differences are summed over the features in order, squares are compared and never their
/// roots (a root merges neighbouring doubles), so the k-d tree, the blocked search and a plain loop give the
/// same lists, on every processor and for any number of threads.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/numerics/points.hpp>

#include <cmath>
#include <optional>

namespace tamis::numerics {

/// What a list is ordered by: sums of squares (l2), sums or maxima of absolute differences (l1, linf), or
/// what PointMetric::feature_distances says (general).
struct Distance {
  Geometry geometry = Geometry::l2;
  const PointMetric* metric = nullptr;  ///< used by Geometry::general only
  /// Of the dataset that the metric was prepared with, those that the points have; empty: 0, 1, ...
  std::span<const Feature> features{};

  Distance() = default;
  /// \param m         prepared; it and `of` outlive this object.
  Distance(const PointMetric& m, std::span<const Feature> of = {})
      : geometry(m.geometry()), metric(&m), features(of) {}
  /// The distance itself, from what lists are ordered by.
  double root(double order) const { return geometry == Geometry::l2 ? std::sqrt(order) : order; }
  double square(double order) const { return geometry == Geometry::l2 ? order : order * order; }
};

/// One list per query, in ascending order of (distance, index).
struct NeighbourLists {
  std::vector<std::uint64_t> start;  ///< queries + 1
  std::vector<Sample> index;         ///< samples of the dataset
  std::vector<double> distance;      ///< as ordered: squared for l2
  std::size_t queries() const { return start.size() - 1; }
  std::span<const Sample> indices(std::size_t q) const {
    return {index.data() + start[q], start[q + 1] - start[q]};
  }
  std::span<const double> distances(std::size_t q) const {
    return {distance.data() + start[q], start[q + 1] - start[q]};
  }
};

/// For each of `queries` the k nearest of `candidates` (both ascending; they may overlap, and a sample is not
/// its own neighbour). A list is shorter than k where there are fewer candidates. Cost: a k-d tree for a few
/// features, O(n log n) when neighbours are local; else queries x candidates x d operations in vector
/// registers: on one core with AVX-512 (AVX2) about 0.04 (0.1) ns each by doubles, 0.015 (0.025) by the
/// screen that l2 uses where it pays. Memory O(n d + n k), never n x n.
///
/// If cells are missing, distances are those of partial_distances.hpp, and who shares no feature with a query is not in its
/// list. All distances are then computed, at about 0.1 ns for each feature on one core with AVX-512.
/// \throws DataError  as require_partial_distances().
NeighbourLists nearest_neighbours(const Dataset& data, std::span<const Sample> queries,
                                  std::span<const Sample> candidates, std::size_t k, Distance distance,
                                  const Runtime& runtime);

/// Every sample's k nearest among all others.
NeighbourLists nearest_neighbours(const Dataset& data, std::size_t k, Distance distance,
                                  const Runtime& runtime);

/// The searches behind it, for tests and benchmarks: a k-d tree, all distances in double, or (l2 only) a
/// screen of inner products of floats before the few distances that decide. Where a search cannot be used, as
/// for the geometry or the range of the values, brute_force is used.
enum class NeighbourAlgorithm : int { kd_tree, brute_force, float_filter };
/// The fastest one for k of `candidates` in `features` dimensions.
NeighbourAlgorithm choose_algorithm(std::size_t candidates, std::size_t k, std::size_t features,
                                    Geometry geometry);
NeighbourLists nearest_neighbours(const Dataset& data, std::span<const Sample> queries,
                                  std::span<const Sample> candidates, std::size_t k, Distance distance,
                                  const Runtime& runtime, NeighbourAlgorithm algorithm);

/// Operations of nearest_neighbours on n samples, for Criterion::cost.
double neighbours_cost(std::size_t n, std::size_t features, Geometry geometry);

namespace detail {

/// Empty lists of the right lengths.
NeighbourLists make_lists(std::span<const Sample> queries, std::span<const Sample> candidates, std::size_t k);

/// Keeps the best of what is offered to one list, sorted.
class BestK {
 public:
  BestK(NeighbourLists& lists, std::size_t query)
      : index_(lists.index.data() + lists.start[query]),
        distance_(lists.distance.data() + lists.start[query]),
        room_(lists.start[query + 1] - lists.start[query]) {}
  bool full() const { return size_ == room_; }
  std::size_t size() const { return size_; }
  /// The last distance of a full list; below all distances where the list has no room.
  double worst() const { return room_ == 0 ? -1.0 : distance_[room_ - 1]; }
  void offer(double distance, Sample index) {
    if (full()) {
      if (room_ == 0 || !before(distance, index, distance_[size_ - 1], index_[size_ - 1])) return;
      --size_;
    }
    std::size_t at = size_++;
    for (; at > 0 && before(distance, index, distance_[at - 1], index_[at - 1]); --at) {
      distance_[at] = distance_[at - 1];
      index_[at] = index_[at - 1];
    }
    distance_[at] = distance;
    index_[at] = index;
  }

 private:
  static bool before(double d, Sample i, double e, Sample j) { return d < e || (d == e && i < j); }
  Sample* index_;
  double* distance_;
  std::size_t room_, size_ = 0;
};

NeighbourLists search_tree(const PointRows& queries, const PointRows& candidates, std::size_t k,
                           Geometry geometry, const Runtime& runtime);
NeighbourLists search_blocks(const PointPanels& queries, const PointPanels& candidates, std::size_t k,
                             Geometry geometry, const Runtime& runtime);
/// What a screen by rounded points has found.
struct Screened {
  NeighbourLists lists;
  std::vector<std::size_t> left;  ///< queries whose neighbours a screen cannot tell apart: lists not filled
};
/// None where the values do not allow a screen.
std::optional<Screened> search_screen(const PointRows& queries, const PointRows& candidates, std::size_t k,
                                      const Runtime& runtime);
/// Where cells are missing; a list has no candidates that share no feature with the query.
NeighbourLists search_partial(const PointRows& queries, const PointPanels& candidates, std::size_t k,
                              Geometry geometry, const Runtime& runtime);
NeighbourLists search_metric(const PointRows& queries, const PointRows& candidates, std::size_t k,
                             const Distance& distance, const Runtime& runtime);

}  // namespace detail
}  // namespace tamis::numerics
