#include <tamis/framework/run/unit_scorer.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

/// The score of a group, and the member whose reason belongs to it.
struct ScoreOfGroup {
  double value;
  std::size_t member;
};

ScoreOfGroup best_of(std::span<const double> scores, double sign) {
  const auto best = std::ranges::max_element(scores, {}, [&](double s) { return sign * s; });
  return {*best, static_cast<std::size_t>(best - scores.begin())};
}

/// Of the scores that are defined: the worst infinity says that there is none.
ScoreOfGroup mean_of(std::span<const double> scores, double sign) {
  const double undefined = -sign * std::numeric_limits<double>::infinity();
  double sum = 0;
  std::size_t defined = 0, first = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] == undefined) continue;
    if (defined++ == 0) first = i;
    sum += scores[i];
  }
  return {defined == 0 ? undefined : sum / static_cast<double>(defined), first};
}

}  // namespace

void UnitScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                       std::span<double> scores, Reasons& reasons) {
  if (!units_.has_groups()) return scorer_.score(subset, move, candidates, scores, reasons);
  if (move == Move::whole) return scorer_.score(units_.features(subset), move, {}, scores, reasons);
  if (properties(traits_.measures).depends_on_subset)
    score_subsets_after(subset, move, candidates, scores, reasons);
  else
    score_members(units_.features(subset), move, candidates, scores, reasons);
}

void UnitScorer::score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) {
  if (!units_.has_groups()) return scorer_.score_subsets(subsets, scores, reasons);
  SubsetList of_features;
  for (std::size_t i = 0; i < subsets.size(); ++i) of_features.push_back(units_.features(subsets[i]));
  scorer_.score_subsets(of_features, scores, reasons);
}

void UnitScorer::score_members(Subset inside, Move move, std::span<const Feature> candidates,
                               std::span<double> scores, Reasons& reasons) {
  const double sign = traits_.better == Better::lower ? -1 : 1;
  const std::vector<Feature> members = units_.features(candidates);
  std::vector<double> of_members(members.size());
  Reasons beside;
  scorer_.score(inside, move, members, of_members, beside);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t size = units_.features(candidates[i]).size();
    const std::span<const double> of_group = std::span(of_members).subspan(begin, size);
    const ScoreOfGroup found =
        group_score_ == GroupScore::best ? best_of(of_group, sign) : mean_of(of_group, sign);
    scores[i] = found.value;
    if (const auto reason = beside.find(begin + found.member); reason != beside.end())
      reasons[i] = reason->second;
    begin += size;
  }
}

/// Single features are scored as moves, which may cost less than whole subsets, and groups by the subsets after the move.
void UnitScorer::score_subsets_after(Subset subset, Move move, std::span<const Feature> candidates,
                                     std::span<double> scores, Reasons& reasons) {
  std::vector<Feature> single;
  std::vector<std::size_t> place_of_single, place_of_group;
  SubsetList after;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (const std::span<const Feature> members = units_.features(candidates[i]); members.size() == 1) {
      single.push_back(members[0]);
      place_of_single.push_back(i);
      continue;
    }
    std::vector<Feature> units(subset.begin(), subset.end());
    if (move == Move::add)
      units.push_back(candidates[i]);
    else
      std::erase(units, candidates[i]);
    after.push_back(units_.features(units));
    place_of_group.push_back(i);
  }
  const auto take = [&](const std::vector<std::size_t>& places, const auto& score) {
    if (places.empty()) return;
    std::vector<double> found(places.size());
    Reasons beside;
    score(found, beside);
    for (std::size_t k = 0; k < places.size(); ++k) scores[places[k]] = found[k];
    for (auto& [k, reason] : beside) reasons[places[k]] = std::move(reason);
  };
  take(place_of_single, [&](std::span<double> found, Reasons& beside) {
    scorer_.score(units_.features(subset), move, single, found, beside);
  });
  take(place_of_group,
       [&](std::span<double> found, Reasons& beside) { scorer_.score_subsets(after, found, beside); });
}

}  // namespace tamis::framework
