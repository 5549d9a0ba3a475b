#include <tamis/framework/selection/compatibility.hpp>

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace tamis::framework {
namespace {

constexpr std::array kNoun{"additions", "removals", "whole subsets"};
constexpr std::array kVerb{"adds features", "removes features", "compares whole subsets"};

bool moves_fit(const Traits& search, const Traits& criterion) {
  const unsigned both = search.moves & criterion.moves;
  return search.any_move ? both != 0 : both == search.moves;
}

bool fits(const Traits& search, const Traits& criterion) {
  return moves_fit(search, criterion) && (!search.subset_only || properties(criterion.measures).rates_subset);
}

/// A search that scores whole subsets and takes nothing back compares those of one size, which must be given.
bool has_sizes(const Traits& search) { return !search.subset_only || has_move(search, Move::remove); }

/// Why no rule can choose the size, or "".
std::string why_no_size(const Traits& search, const Descriptor& criterion, SizeRule::Kind rule) {
  if (!has_sizes(search))
    return "the search compares subsets of one size, and walks through no others; say the size, or use a "
           "search that goes feature by feature";
  if (rule == SizeRule::Kind::one_standard_error) return "";
  const std::string unfit =
      "; use a criterion of features or of subsets that reads the target and scores additions, or say the "
      "size";
  if (rule == SizeRule::Kind::p_values && properties(criterion.traits.measures).depends_on_subset)
    return fmt::format(
        "criterion '{}' measures {}, and p values are of single features; use a criterion of features, or "
        "keep = \"knockoffs\"",
        criterion.id, properties(criterion.traits.measures).plural);
  if (criterion.traits.measures == Measures::loss && rule == SizeRule::Kind::permutation)
    return fmt::format("criterion '{}' measures losses, which no shuffled feature can be compared with{}",
                       criterion.id, unfit);
  if (criterion.traits.targets == Targets::none)
    return fmt::format("criterion '{}' does not read the target, so nothing it measures is by chance{}",
                       criterion.id, unfit);
  if (!has_move(criterion.traits, Move::add) && rule != SizeRule::Kind::knockoffs)
    return fmt::format("criterion '{}' scores no additions{}", criterion.id, unfit);
  return "";
}

void check_size_rule(const Traits& search, const Descriptor& criterion, const GoalOptions& goal) {
  if (!goal.size_rule) return;
  const std::string why = why_no_size(search, criterion, goal.size_rule->kind);
  if (!why.empty())
    throw ParamError(fmt::format("{}.keep leaves the number of features to a rule, but {}", goal.path, why));
}

/// "stage[2]: ", of a goal in [[stage]]; else "".
std::string stage_of(const GoalOptions& goal) {
  const std::size_t dot = goal.path.rfind('.');
  return dot == std::string::npos ? "" : goal.path.substr(0, dot) + ": ";
}

std::string named(unsigned moves, std::span<const char* const> words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (moves >> i & 1u) out.emplace_back(words[i]);
  return fmt::format("{}", fmt::join(out, " and "));
}

}  // namespace

void check_compatible(const Registry& registry, const Descriptor& search, const Descriptor& criterion,
                      const GoalOptions& goal) {
  if (goal.until && !properties(criterion.traits.measures).rates_subset)
    throw ParamError(
        fmt::format("{}.until stops at a subset's score, but criterion '{}' measures {}; use keep "
                    "instead, or a criterion that measures subsets",
                    goal.path, criterion.id, properties(criterion.traits.measures).plural));
  if (fits(search.traits, criterion.traits)) return check_size_rule(search.traits, criterion, goal);
  std::vector<std::string> others;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == search.interface_id &&
        fits(entry->descriptor.traits, criterion.traits))
      others.push_back(fmt::format("'{}'", entry->descriptor.id));
  const std::string remedy =
      others.empty() ? "none of the searches found fits it" : "use " + alternatives(others);
  if (!moves_fit(search.traits, criterion.traits))
    throw ParamError(fmt::format("{}search '{}' {}; criterion '{}' scores {} only: {}", stage_of(goal),
                                 search.id, named(search.traits.moves, kVerb), criterion.id,
                                 named(criterion.traits.moves, kNoun), remedy));
  throw ParamError(fmt::format("{}search '{}' compares subsets; criterion '{}' measures {}: {}",
                               stage_of(goal), search.id, criterion.id,
                               properties(criterion.traits.measures).plural, remedy));
}

bool scores_groups(const Traits& criterion) {
  const MeasureProperties& p = properties(criterion.measures);
  return !p.depends_on_subset || (p.rates_subset && has_move(criterion, Move::whole));
}

void check_scores_groups(const Registry& registry, const Descriptor& criterion) {
  if (scores_groups(criterion.traits)) return;
  std::vector<std::string> others;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == criterion.interface_id && scores_groups(entry->descriptor.traits))
      others.push_back(fmt::format("'{}'", entry->descriptor.id));
  throw ParamError(
      fmt::format("criterion '{}' measures {} one feature at a time, so it cannot score a group; leave "
                  "out `data.feature_groups` and `data.categories`{}",
                  criterion.id, properties(criterion.traits.measures).plural,
                  others.empty() ? "" : ", or use " + alternatives(others)));
}

}  // namespace tamis::framework
