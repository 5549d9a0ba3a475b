/// \file point_metrics.hpp
/// The distances between samples that need no options. Each fills a block of distances in O(d) per pair; a
/// method that reads geometry() may use an index instead.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::point_metrics {

/// sqrt(sum_f (a_f - b_f)^2).
struct Euclidean final : PointMetric {
  static constexpr auto describe() {
    return tamis::describe<Euclidean>("euclidean", "Euclidean distance (L2)");
  }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override;
  Geometry geometry() const override { return Geometry::l2; }
};

/// sum_f |a_f - b_f|.
struct Manhattan final : PointMetric {
  static constexpr auto describe() {
    return tamis::describe<Manhattan>("manhattan",
                                      "Manhattan distance: the sum of absolute differences (L1)");
  }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override;
  Geometry geometry() const override { return Geometry::l1; }
};

/// max_f |a_f - b_f|.
struct Chebyshev final : PointMetric {
  static constexpr auto describe() {
    return tamis::describe<Chebyshev>(
        "chebyshev", "Chebyshev distance: the largest difference of a feature (maximum norm)");
  }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override;
  Geometry geometry() const override { return Geometry::linf; }
};

/// 1 - a'b / (|a| |b|), from 0 (same direction) to 2 (opposite). A zero vector has no direction: its distance
/// is 0 to another zero vector and 1 to everything else. Not a metric (no triangle inequality); depends on
/// where the origin is, so z-scores and raw values give different neighbours.
struct Cosine final : PointMetric {
  static constexpr auto describe() {
    return tamis::describe<Cosine>("cosine",
                                   "Cosine distance: one minus the cosine of the angle between two samples");
  }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override;
};

}  // namespace tamis::point_metrics
