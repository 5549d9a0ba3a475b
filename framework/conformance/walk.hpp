/// \file walk.hpp
/// A search on its way through the subsets of a ToyCriterion.
#pragma once

#include "component_under_test.hpp"
#include "toy_criterion.hpp"

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>

#include <atomic>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

struct WalkGoal {
  Landscape landscape{};
  std::uint64_t keep = 3;
  std::vector<Feature> always{};
  double until = std::nan("");
  std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t cancel_after = std::numeric_limits<std::uint64_t>::max();  ///< calls of the criterion
};

/// "keep = 3 of 8 features, always = {2}, lower is better", for sentences.
std::string named(const WalkGoal& goal);

struct SearchTrace {
  std::vector<PathStep> path;
  std::vector<Feature> start, end;
  std::uint64_t evaluations = 0, calls = 0;  ///< of the criterion
  double expected_evaluations = 0;
  std::set<Feature> asked;  ///< that were a candidate, or in a subset that was scored as a whole
  /// What was wrong with a score that it accepted, or with the thread that it called from; "": nothing.
  std::string invented, strayed;
  bool read_budget = false;           ///< whether it asked how many scores are left
  std::optional<tamis_code> stopped;  ///< by which error the search ended, of Cancelled and BudgetSpent
};

/// What the search's manifest can be combined with: the first of subset, feature and loss that fits.
Measures measures_for(const Registry& registry, const Descriptor& search);

/// One instance of a search, which may walk several times.
class Walker {
 public:
  explicit Walker(const ComponentUnderTest& subject);
  /// \throws Failure  when it does what the kernel refuses.
  SearchTrace operator()(const WalkGoal& goal);

 private:
  const ComponentUnderTest& subject_;
  Composed<SearchStrategy> search_;
};

/// The walk of an instance that has made no other.
inline SearchTrace walk(const ComponentUnderTest& subject, const WalkGoal& goal) {
  return Walker(subject)(goal);
}

}  // namespace tamis::framework::conformance
