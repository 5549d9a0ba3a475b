/// \file uncertainties.hpp
/// Symmetrical uncertainty of features and the class, and of features with each other.
#pragma once

#include "table_sums.hpp"

#include <vector>

namespace tamis::information {

/// SU(a; b) = 2 I(a; b) / (H(a) + H(b)); 0 if both are constant. SU(x; y) is counted once; SU(x; z) of all x when z is first
/// asked for: O(n d), and d numbers of memory, for each z.
class Uncertainties {
 public:
  Uncertainties() = default;
  Uncertainties(const Dataset& data, const Runtime& runtime, const CountingOptions& options);

  bool single_class() const { return counting_.labels().single_class(); }
  bool is_constant(Feature x) const { return counting_.codes().is_constant(x); }
  double with_class(Feature x) const { return with_class_[x]; }
  /// Whether compare_with() was called with z.
  bool has(Feature z) const { return !with_feature_[z].empty(); }
  /// Counts what between() is asked for these z. Not from several threads.
  void compare_with(Subset features);
  /// SU(x; z) of a z that compare_with() was called with.
  double between(Feature x, Feature z) const { return with_feature_[z][x]; }

 private:
  Counting counting_;
  Runtime runtime_;
  std::vector<double> with_class_;
  std::vector<std::vector<double>> with_feature_;  // by z; empty: not counted yet
};

}  // namespace tamis::information
