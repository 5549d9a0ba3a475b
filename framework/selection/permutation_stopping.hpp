/// \file permutation_stopping.hpp
/// How far a walk goes that is tested feature by feature.
#pragma once

#include "permutation_test.hpp"

#include <tamis/framework/selection/result.hpp>

namespace tamis::framework {

/// A walk that adds features is ended by the first one that fails, before it joins. One that removes features
/// goes to its end; then its features are tested in the order in which they would come back, the last to
/// leave first. A search that does both is taken by where it began.
class PermutationStopping {
 public:
  /// \param down   whether the search begins with all features.
  /// \param space  of a walk that has not begun; outlives this object, which stays where it is.
  PermutationStopping(PermutationTest test, bool down, KernelSpace& space);
  PermutationStopping(const PermutationStopping&) = delete;
  PermutationStopping& operator=(const PermutationStopping&) = delete;

  /// After a walk that came to its end: for one that went down, does the tests and marks in `result.ranking`
  /// what is selected.
  /// \throws Error  as PermutationTest::test; what has passed is marked.
  void test_ranking(StageResult& result);
  /// Nothing where no feature was tested, in a run that was cut short.
  std::optional<ChosenSize> chosen(const StageResult& result) const;

 private:
  bool passes(Subset subset, Feature feature);

  PermutationTest test_;
  bool down_;
  std::vector<SizeTest> tests_;
};

}  // namespace tamis::framework
