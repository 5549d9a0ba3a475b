#include "subset_limits.hpp"

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <vector>

namespace tamis::framework {
namespace {

/// Costs are sums of doubles: 0.1 + 0.2 is not above 0.3.
bool is_above(double cost, double most) { return cost > most * (1 + 1e-9); }

/// Whether the path grows by what the search scored last. One that compares whole subsets would find its limits too late.
bool only_adds(const Traits& search) {
  return has_move(search, Move::add) &&
         (search.any_move || (!has_move(search, Move::remove) && !has_move(search, Move::whole)));
}

}  // namespace

SubsetLimits::SubsetLimits(const Dataset& features, const FeatureUnits& units, std::uint64_t keep,
                           std::optional<double> max_cost, bool one_from_each)
    : features_(features), units_(units), keep_(keep), max_cost_(max_cost), one_from_each_(one_from_each) {}

double SubsetLimits::cost(Subset subset) const {
  double sum = 0;
  for (const Feature f : subset) sum += features_.feature_cost(f);
  return sum;
}

Reasons SubsetLimits::why_not_add(Subset subset, std::span<const Feature> candidates) const {
  Reasons reasons;
  if (subset.size() >= keep_) {
    for (std::size_t i = 0; i < candidates.size(); ++i) reasons[i] = "";
    return reasons;
  }
  std::vector<std::optional<Feature>> member(units_.exclusive_groups());  // which of each group is selected
  for (const Feature f : subset)
    if (one_from_each_ && units_.exclusive_group(f)) member[*units_.exclusive_group(f)] = f;
  const double spent = max_cost_ ? cost(subset) : 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Feature f = candidates[i];
    const double its = features_.feature_cost(f);
    const auto group = units_.exclusive_group(f);
    if (group && member[*group])
      reasons[i] = fmt::format("{} of the same group is selected", features_.feature_name(*member[*group]));
    else if (max_cost_ && is_above(its, *max_cost_))
      reasons[i] = fmt::format("costs {}, more than {} in all", shortest(its), shortest(*max_cost_));
    else if (max_cost_ && is_above(spent + its, *max_cost_))
      reasons[i] = fmt::format("costs {}, and {} of {} is left", shortest(its), shortest(*max_cost_ - spent),
                               shortest(*max_cost_));
  }
  return reasons;
}

void SubsetLimits::check_always(Subset always, const std::string& path) const {
  if (max_cost_ && is_above(cost(always), *max_cost_))
    throw ParamError(fmt::format(
        "`{0}.max_cost` is {1}, but the features of `{0}.always` cost {2}; raise it, or leave some of them out",
        path, shortest(*max_cost_), shortest(cost(always))));
  if (!one_from_each_) return;
  for (std::size_t i = 0; i < always.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (units_.exclusive_group(always[i]) &&
          units_.exclusive_group(always[i]) == units_.exclusive_group(always[j]))
        throw ParamError(fmt::format(
            "`{}.always` names {} and {}, which are in one group, and `data.one_from_each` asks for at most one of a group; "
            "leave one of them out",
            path, in_quotes(features_.feature_name(always[j])),
            in_quotes(features_.feature_name(always[i]))));
}

void check_limits(const Registry& registry, const Descriptor& search, const GoalOptions& goal,
                  bool one_from_each) {
  if (!goal.max_cost && !one_from_each) return;
  const std::string limit =
      fmt::format("`{}`", goal.max_cost ? goal.path + ".max_cost" : "data.one_from_each");
  if (goal.size_rule)
    throw ParamError(fmt::format(
        "{0} limits what is selected, and `{1}.keep` leaves the number of features to a rule, whose tests know of no such "
        "limit; leave one of them out, or let `{1}.keep` be a number",
        limit, goal.path));
  if (only_adds(search.traits)) return;
  std::vector<std::string> others;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == search.interface_id && only_adds(entry->descriptor.traits))
      others.push_back(fmt::format("'{}'", entry->descriptor.id));
  throw ParamError(
      fmt::format("{} limits what may be added, and search '{}' does not only add features; use {}", limit,
                  search.id, alternatives(others)));
}

}  // namespace tamis::framework
