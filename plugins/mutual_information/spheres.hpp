/// \file spheres.hpp
/// Hyperspheres that grow around a sample until they hold enough (Algorithm 1).
#pragma once

#include <tamis/numerics/rough_order.hpp>

#include <deque>
#include <limits>
#include <span>
#include <vector>

namespace tamis::mutual_information {

/// What each sample weighs (at least 0), side by side for several columns: memberships of classes, or 1 for
/// "a neighbour".
class Weights {
 public:
  Weights() = default;
  /// Zeros: `columns` numbers for each sample.
  Weights(std::size_t samples, std::size_t columns)
      : width_(numerics::padded(columns)), values_(samples * width_) {}
  /// The columns with the zeros that fill them up for the vector kernels.
  std::size_t width() const { return width_; }
  double* of(std::size_t sample) { return values_.data() + sample * width_; }
  const double* of(std::size_t sample) const { return values_.data() + sample * width_; }

 private:
  std::size_t width_ = 0;
  numerics::AlignedArray values_;
};

/// A sphere to grow: until the weights of `column` inside, with `start` for the centre, reach `enough`.
struct SphereGoal {
  std::size_t column;
  double start, enough;
  /// What a sphere of all samples would hold, where that is known.
  double all = std::numeric_limits<double>::infinity();
  /// Not even all samples are enough: the sphere reaches the farthest and holds `all`, and need not be grown.
  bool is_hopeless() const { return all < enough; }
};

/// A sum of memberships counts as k when it is this close: memberships next to 0 or 1 put sums at k - 1e-12,
/// and the sphere would depend on the last digit of an exponential.
inline constexpr double kMassTolerance = 1e-6;

/// A grown sphere: the last sample inside, by (distance, index), and all that it holds.
struct Sphere {
  double distance = 0;        ///< as near_points.hpp orders by it
  double mass = 0;            ///< Gamma(s|i): the sum of the weights, `start` included
  numerics::Sample last = 0;  ///< the sample at this distance with which it was satisfied
};

/// Grows spheres from lists of near points. Holds working memory: not for several threads at once.
///
/// The list is never sorted as a whole: it is spread over buckets by distance, the weights of each bucket are
/// summed, and only the buckets where a sum reaches its goal are looked into again, until they are small
/// enough to sort. O(points x columns) for all spheres together.
class SphereGrower {
 public:
  /// \param near  by ascending index.
  /// \param out   one per goal. One that is not satisfied by all of `near` ends with its farthest point.
  /// \returns whether every goal was satisfied that is not hopeless; those are left alone.
  bool grow(const numerics::NearPoints& near, const Weights& weights, std::span<const SphereGoal> goals,
            std::span<Sphere> out);

 private:
  /// A sphere that still grows: what it holds of the points that are nearer than those in hand.
  struct Open {
    std::size_t goal;
    double mass;
    std::size_t bucket;  ///< where it will be satisfied
  };
  void descend(const numerics::NearPoints& points, std::span<Open> open, std::size_t depth);
  void sort_and_sum(const numerics::NearPoints& points, std::span<Open> open);

  const Weights* weights_ = nullptr;
  std::span<const SphereGoal> goals_;
  std::span<Sphere> out_;
  std::vector<Open> open_;
  struct Level {
    std::vector<std::uint8_t> bucket_of;
    std::vector<std::uint32_t> places;
    numerics::NearPoints inside;  ///< one bucket after the other
  };
  std::deque<Level> levels_;  ///< by depth
  std::vector<double> sums_;
};

/// The same in a list that is grown in more than once, and not empty. At most one goal of each column.
/// Faster: sums stop where they are satisfied.
bool grow(numerics::RoughOrder& near, const Weights& weights, std::span<const SphereGoal> goals,
          std::span<Sphere> out);

}  // namespace tamis::mutual_information
