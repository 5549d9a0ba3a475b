/// \file near_points.hpp
/// All points within a limit of a sample, in one subset of features and in each subset that differs from it
/// by one feature. For methods whose spheres grow until they hold enough, which a list of k neighbours cannot
/// say in advance.
///
/// Distances are what numerics::Distance calls them: sums of squares (l2), sums (l1) or maxima (linf) of
/// absolute differences. The same bits on every processor and for any blocking.
#pragma once

#include <tamis/distance_metric.hpp>
#include <tamis/numerics/points.hpp>

#include <algorithm>
#include <bit>

namespace tamis::numerics {

/// Points near one sample, by ascending position in the PointPanels that was searched. The sample itself is
/// left out.
class NearPoints {
 public:
  std::size_t size() const { return size_; }
  std::span<const double> distance() const { return {distance_.data(), size_}; }
  std::span<const Sample> position() const { return {position_.data(), size_}; }
  void clear() { size_ = 0; }
  void append(double distance, Sample position) {
    make_room();
    distance_[size_] = distance;
    position_[size_++] = position;
  }

  /// Of the eight points from `first` on, takes those whose bit is set in `hits`.
  void append(const double* distances, Sample first, unsigned hits) {
    make_room();
    double* const d = distance_.data();
    Sample* const p = position_.data();
    for (unsigned lane = 0; lane < kLanes; ++lane) {  // without a branch: hits are hard to foresee
      d[size_] = distances[lane];
      p[size_] = first + lane;
      size_ += hits >> lane & 1u;
    }
  }

 private:
  void make_room() {
    if (distance_.size() >= size_ + kLanes) return;
    distance_.resize(2 * size_ + 16 * kLanes);
    position_.resize(2 * size_ + 16 * kLanes);
  }
  std::size_t size_ = 0;
  std::vector<double> distance_;
  std::vector<Sample> position_;
};

/// The chosen columns of `values` (n x d) as panels; ids are the rows.
PointPanels make_panels(ConstMatrix values, std::span<const Feature> features);

/// Points at most `limits[q]` away from query `8 panel + q`; out[q] is cleared first. 8 of each, fewer for
/// the last panel. O(8 n d / step) in vector registers, less where limits let sums stop early.
/// \param limits  infinity: all points; below 0: none, the query does not ask.
/// \param step    only every step-th panel of points is looked at: a sample of them.
void near_points(const PointPanels& points, Geometry geometry, std::size_t panel,
                 std::span<const double> limits, std::span<NearPoints> out, std::size_t step = 1);

/// Points at most `limits[q]` away in all features but one: those that some removal of a feature may bring
/// within the limit. Their distances are those without the feature along which they differ most, added and
/// never subtracted. As near_points() otherwise.
void near_points_but_one(const PointPanels& points, Geometry geometry, std::size_t panel,
                         std::span<const double> limits, std::span<NearPoints> out);

/// Without each feature in turn: out[f] gets the points at most `limit` away from `query` in all features but
/// f. What comes before f and what comes after it are added, never subtracted, so nothing cancels.
/// O(n d) for all d subsets together.
void near_points_without_each(const PointPanels& points, Geometry geometry, std::size_t query, double limit,
                              std::span<NearPoints> out);
/// The same with a limit for each group of points: point p is of group[p].
/// \param first  out[k] is without feature first + k.
void near_points_without_each(const PointPanels& points, Geometry geometry, std::size_t query,
                              std::span<const std::uint16_t> group, std::span<const double> limits,
                              std::span<NearPoints> out, std::size_t first = 0);

/// Without each feature in turn: the distance of the farthest other point from `query`. O(n d).
void farthest_without_each(const PointPanels& points, Geometry geometry, std::size_t query,
                           std::span<double> out);

/// With one feature more: out[c] gets the points at most limits[c] away from `query` in the features of
/// `points` and feature c of `joining` (the same samples). O(n (d + c)).
void near_points_with_each(const PointPanels& points, const PointPanels& joining, Geometry geometry,
                           std::size_t query, std::span<const double> limits, std::span<NearPoints> out);

/// Buckets of distances, of equal width on the scale of the bits of a double. It is nearly logarithmic: it
/// parts both the few neighbours of a low dimension and the many at nearly one distance of a high one.
class DistanceBuckets {
 public:
  static constexpr std::size_t kMost = 256;
  /// For at least one distance; all in one bucket only where all are equal.
  /// \param most  a power of two.
  explicit DistanceBuckets(std::span<const double> distances, std::size_t points_per_bucket = 8,
                           std::size_t most = kMost);
  std::size_t count() const { return count_; }
  /// The bucket of one of the distances.
  std::size_t of(double distance) const {
    const double d = distance > low_ ? distance : low_;
    const std::uint64_t bucket =
        (std::bit_cast<std::uint64_t>(d) - std::bit_cast<std::uint64_t>(low_)) >> shift_;
    return std::min<std::size_t>(bucket,
                                 count_ - 1);  // of what is none of the distances, too: a NaN hides some
  }
  /// Sums from the first bucket on: sums[b * width + w] = sum of lines[position[p] * width + w] over the
  /// points p of buckets 0..b, inside each bucket first those at even places; bucket[p] says which one.
  /// `sums` has room for twice as many, to work in. O((points + buckets) * width) in vector registers. For at
  /// most kMost buckets.
  /// \param width  a multiple of 8.
  void cumulate(std::span<const double> distances, std::span<const Sample> position, const double* lines,
                std::size_t width, std::span<std::uint8_t> bucket, std::span<double> sums) const;
  /// The places p < count with bucket[p] == which, ascending: written to `places`, which has room for all.
  /// `bucket` is longer than count by kPadding. O(count) in vector registers.
  /// \returns how many.
  static std::size_t places_in(std::span<const std::uint8_t> bucket, std::size_t count, std::uint8_t which,
                               std::span<std::uint32_t> places);
  static constexpr std::size_t kPadding = 64;

 private:
  double low_;
  int shift_;
  std::size_t count_;
};

}  // namespace tamis::numerics
