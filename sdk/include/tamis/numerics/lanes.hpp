/// \file lanes.hpp
/// Sums in an order that no processor and no thread changes.
#pragma once

#include <tamis/numerics/aligned.hpp>

namespace tamis::numerics {

/// Adds eight lanes in a fixed tree.
inline double add_lanes(const double* s) {
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

/// A sum whose term i goes to lane i % 8: a chain of additions eight times shorter, so rounding errors grow
/// eight times slower and additions overlap.
class LaneSum {
 public:
  void add(std::size_t i, double term) { lane_[i % kLanes] += term; }
  double total() const { return add_lanes(lane_); }

 private:
  double lane_[kLanes] = {};
};

/// The sum of term(0) ... term(n - 1), as a LaneSum adds them.
template <class Term>
double lane_sum(std::size_t n, const Term& term) {
  double lane[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) lane[k] += term(i + k);
  for (std::size_t k = 0; i < n; ++i, ++k) lane[k] += term(i);
  return add_lanes(lane);
}

}  // namespace tamis::numerics
