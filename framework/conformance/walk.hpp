/// \file walk.hpp
/// A search on its way through the subsets of an AdditiveCriterion.
#pragma once

#include "additive_criterion.hpp"
#include "component_under_test.hpp"

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

struct WalkGoal {
  Measures measures = Measures::subset;
  std::uint64_t keep = 3;
  std::vector<Feature> always{};
  double until = std::nan("");
  std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t cancel_after = std::numeric_limits<std::uint64_t>::max();  ///< calls of the criterion
};

struct SearchTrace {
  std::vector<PathStep> path;
  std::vector<Feature> start, end;
  std::uint64_t evaluations = 0, calls = 0;  ///< of the criterion
  double expected_evaluations = 0;
  /// What was wrong with a score that it accepted, or with the thread that it called from; "": nothing.
  std::string invented, strayed;
  std::optional<tamis_code> stopped;  ///< by which error the search ended, of Cancelled and BudgetSpent
};

/// What the search's manifest can be combined with: the first of subset, feature and loss that fits.
Measures measures_for(const Registry& registry, const Descriptor& search);

/// \throws Failure  when it does what the kernel refuses.
SearchTrace walk(const ComponentUnderTest& subject, const WalkGoal& goal);

}  // namespace tamis::framework::conformance
