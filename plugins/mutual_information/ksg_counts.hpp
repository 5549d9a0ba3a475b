/// \file ksg_counts.hpp
/// What the nearest-neighbour estimators of mutual information count and average.
#pragma once

#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/log.hpp>

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace tamis::mutual_information {

/// Samples inside the ball of one sample, itself included.
struct BallCounts {
  std::size_t joint;     ///< in features and target: k, but for ties
  std::size_t features;  ///< in the features
  std::size_t target;    ///< in the target: of the same class, or with a close output
};

/// A sample lies inside the ball that reaches the k-th neighbour where its distance is at most this: the next
/// smaller double, so that the k-th neighbour itself stays outside; copies lie inside a ball of radius 0.
inline double inside_limit(double radius) {
  return radius > 0 ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(radius) - 1) : 0.0;
}

inline std::size_t count_at_most(std::span<const double> distances, double limit) {
  std::size_t count = 0;
  for (double d : distances) count += d <= limit ? 1 : 0;
  return count;
}

/// In an order of additions that nothing changes.
inline double mean_of(std::span<const double> x) {
  numerics::LaneSum sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum.add(i, x[i]);
  return sum.total() / static_cast<double>(x.size());
}

/// psi(1), ..., psi(n), to be looked up for every sample. O(n).
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

}  // namespace tamis::mutual_information
