/// \file subset_limits.hpp
/// What a selected subset may hold besides a number of features: a budget for what they cost, one feature of a group.
#pragma once

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/selection/goal_options.hpp>

#include <cstdint>
#include <optional>

namespace tamis::framework {

/// The limits of a selection that adds features.
class SubsetLimits {
 public:
  /// \param features  as a search sees them: with the costs of units.
  /// \param units     of the data; both outlive this object.
  /// \param keep      the most features.
  SubsetLimits(const Dataset& features, const FeatureUnits& units, std::uint64_t keep,
               std::optional<double> max_cost, bool one_from_each);

  /// Whether a number of features is the only limit.
  bool only_counts() const { return !max_cost_ && !one_from_each_; }
  /// Which candidates may not be added to the subset, and why: by position; "" if enough features are kept. O(subset + candidates).
  Reasons why_not_add(Subset subset, std::span<const Feature> candidates) const;
  /// What the features of a subset cost together.
  double cost(Subset subset) const;
  /// \throws ParamError  the features that must be in every subset break a limit.
  void check_always(Subset always, const std::string& path) const;

 private:
  Dataset features_;
  const FeatureUnits& units_;
  std::uint64_t keep_;
  std::optional<double> max_cost_;
  bool one_from_each_;
};

/// Refuses a search that could not keep to the limits of a goal, and rules of `keep` beside them.
/// \throws ParamError
void check_limits(const Registry& registry, const Descriptor& search, const GoalOptions& goal,
                  bool one_from_each);

}  // namespace tamis::framework
