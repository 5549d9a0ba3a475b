/// \file optimal_plan.hpp
/// The cheapest way to carry masses from classes to classes, for any ground distances.
#pragma once

#include <tamis/matrix.hpp>

#include <cstdint>
#include <vector>

namespace tamis::transport {

/// A mass at a class: one that is to be carried away, or one that is to arrive.
struct PointMass {
  std::uint32_t c;
  double mass;
};

/// min sum Q_ij D_ij over plans Q >= 0 of given row and column sums (Li 2024, eq. 2-3), by LEMON's network
/// simplex (Kovacs. Minimum-cost flow algorithms: an experimental evaluation. Optimization Methods and
/// Software 30 (2015) 94-127, DOI 10.1080/10556788.2014.895828), which asks for integers. So masses are
/// counted in units of 2^-60 of their sum, about the precision of doubles, and distances in units of 2^-44 of
/// the largest: the plan is optimal up to 2^-43 max D, and its cost is taken with D itself.
class OptimalPlan {
 public:
  OptimalPlan() = default;
  /// \param d  l x l, finite; row i is where mass comes from. Copied.
  explicit OptimalPlan(ConstMatrix d);

  /// \param from, to masses above 0, at least one on each side. Their sums are equal but for
  ///              rounding: where they are not, the shares of each side's own sum are carried. May be
  ///              called from many threads.
  double cost(std::span<const PointMass> from, std::span<const PointMass> to) const;

  double distance(std::uint32_t i, std::uint32_t j) const { return distances_[i * classes_ + j]; }

 private:
  std::size_t classes_ = 0;
  std::vector<double> distances_;      ///< by rows
  std::vector<std::int64_t> lengths_;  ///< the same as integers
};

}  // namespace tamis::transport
