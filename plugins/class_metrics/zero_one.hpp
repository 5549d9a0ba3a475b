/// \file zero_one.hpp
/// No class is nearer to another than to the rest.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::class_metrics {

/// D(c, c') = [c != c']. The Wasserstein distance over it is the total variation distance (1/2) sum |p - q|.
/// Cost: O(l^2).
///
/// Villani. Optimal Transport, Old and New. Springer 2009, DOI 10.1007/978-3-540-71050-9, chapter 6.
class ZeroOne final : public ClassMetric {
 public:
  static constexpr auto describe() {
    return tamis::describe<ZeroOne>("zero_one", "Zero-one distance: all classes are equally far apart")
        .cites("Villani. Optimal Transport, Old and New. Springer 2009, DOI 10.1007/978-3-540-71050-9");
  }

  /// Warns when the names of the classes say more than this metric knows.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(Matrix out) const override;
  ClassShape shape() const override { return {Shape::zero_one, {}, {}, {}, {}}; }
};

}  // namespace tamis::class_metrics
