/// \file ksg_counts.hpp
/// What the nearest-neighbour estimators of mutual information count and average.
#pragma once

#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/log.hpp>
#include <tamis/numerics/ties.hpp>

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace tamis::mutual_information {

/// Samples inside the ball of one sample, itself included.
struct BallCounts {
  std::uint32_t joint;     ///< in features and target: k, but for ties
  std::uint32_t features;  ///< in the features
  std::uint32_t target;    ///< in the target: of the same class, or with a close output
};

/// A sample lies inside the ball that reaches the k-th neighbour where its distance is at most this, the
/// largest that is smaller than all that count as equal to the radius: so the k-th neighbour itself stays
/// outside, and with it those that only rounding brings nearer. Copies lie inside a ball of radius 0.
inline double inside_limit(double radius) {
  return radius > 0 ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(numerics::nearest_tied(radius)) - 1)
                    : 0.0;
}

inline std::uint32_t count_at_most(std::span<const double> distances, double limit) {
  std::uint32_t count = 0;
  for (double d : distances) count += d <= limit ? 1 : 0;
  return count;
}

/// psi(1), ..., psi(n), to be looked up. O(n).
class DigammaTable {
 public:
  DigammaTable() = default;
  explicit DigammaTable(std::size_t n) {
    value_.reserve(n + 1);
    value_.push_back(0);  // psi(0) is never asked for: a sample lies inside its own ball
    for (std::size_t m = 1; m <= n; ++m) value_.push_back(numerics::digamma(static_cast<double>(m)));
  }
  double operator()(std::size_t m) const { return value_[m]; }

 private:
  std::vector<double> value_;
};

/// The mean of psi(k_i) + psi(n) - psi(n_x) - psi(n_y) over n samples, from how often psi is taken of each
/// number: whole numbers, which come out the same in whatever order the samples are, and which cancel where
/// the terms do, so that a constant feature, a constant output and a single class give exactly 0.
class MeanInformation {
 public:
  explicit MeanInformation(std::size_t n) : times_(n + 1) {}
  void add(const BallCounts& inside, std::int64_t samples = 1) {
    times_[inside.joint] += samples;
    times_.back() += samples;
    times_[inside.features] -= samples;
    times_[inside.target] -= samples;
  }
  double value(const DigammaTable& psi) const {
    numerics::LaneSum sum;
    for (std::size_t m = 1; m < times_.size(); ++m) sum.add(m, static_cast<double>(times_[m]) * psi(m));
    return sum.total() / static_cast<double>(times_.size() - 1);
  }

 private:
  std::vector<std::int64_t> times_;
};

}  // namespace tamis::mutual_information
