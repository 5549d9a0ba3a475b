#include <tamis/framework/run/compatibility.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace tamis::framework {
namespace {

constexpr std::array kNoun{"additions", "removals", "whole subsets"};
constexpr std::array kVerb{"adds features", "removes features", "compares whole subsets"};
constexpr std::array kMeasures{"single features", "subsets", "losses"};

bool moves_fit(const Traits& search, const Traits& criterion) {
  const unsigned both = search.moves & criterion.moves;
  return search.any_move ? both != 0 : both == search.moves;
}

bool fits(const Traits& search, const Traits& criterion) {
  return moves_fit(search, criterion) && (!search.subset_only || criterion.measures == Measures::subset);
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
  if (goal.until && criterion.traits.measures != Measures::subset)
    throw ParamError(
        fmt::format("{}.until stops at a subset's score, but criterion '{}' measures {}; use keep "
                    "instead, or a criterion that measures subsets",
                    goal.path, criterion.id, kMeasures[static_cast<std::size_t>(criterion.traits.measures)]));
  if (fits(search.traits, criterion.traits)) return;
  std::vector<std::string> others;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == search.interface_id &&
        fits(entry->descriptor.traits, criterion.traits))
      others.push_back(fmt::format("'{}'", entry->descriptor.id));
  const std::string remedy = others.empty() ? "no search that was found goes with it"
                                            : fmt::format("use {}", fmt::join(others, " or "));
  if (!moves_fit(search.traits, criterion.traits))
    throw ParamError(fmt::format("search '{}' {}; criterion '{}' scores {} only: {}", search.id,
                                 named(search.traits.moves, kVerb), criterion.id,
                                 named(criterion.traits.moves, kNoun), remedy));
  throw ParamError(fmt::format("search '{}' compares subsets; criterion '{}' measures {}: {}", search.id,
                               criterion.id, kMeasures[static_cast<std::size_t>(criterion.traits.measures)],
                               remedy));
}

}  // namespace tamis::framework
