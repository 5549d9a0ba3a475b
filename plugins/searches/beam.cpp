#include "beam.hpp"

#include "features.hpp"

#include <set>

namespace tamis::searches {
namespace {

struct Member {
  std::vector<Feature> features;  ///< in the order in which they joined
  double score = 0;               ///< of the subset as a whole

  std::vector<Feature> sorted() const {
    std::vector<Feature> ascending = features;
    std::ranges::sort(ascending);
    return ascending;
  }
};

/// The subset with each of its best additions, without the subsets that are in `known`.
void extend(const SearchSpace& space, const Member& member, std::size_t width,
            std::set<std::vector<Feature>>& known, std::vector<Member>& extended) {
  std::vector<Feature> outside = features_outside(member.features, space.features());
  std::vector<double> scores(outside.size());
  space.score(member.features, Move::add, outside, scores);
  for (std::size_t i = 0; i < width && !outside.empty(); ++i) {
    const std::size_t best = space.choose(Move::add, outside, scores);
    Member child = member;
    child.features.push_back(outside[best]);
    outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(best));
    scores.erase(scores.begin() + static_cast<std::ptrdiff_t>(best));
    if (known.insert(child.sorted()).second) extended.push_back(std::move(child));
  }
}

void score_all(const SearchSpace& space, std::vector<Member>& members) {
  SubsetList subsets;
  for (const Member& member : members) subsets.push_back(member.features);
  std::vector<double> scores(members.size());
  space.score_subsets(subsets, scores);
  for (std::size_t i = 0; i < members.size(); ++i) members[i].score = scores[i];
}

/// The best ones, best first: of scores within the tolerance of the best, the subset that comes first in the order of feature
/// indices.
std::vector<Member> best_of(const SearchSpace& space, std::vector<Member> members, std::size_t width) {
  std::ranges::sort(members, {}, &Member::sorted);
  std::vector<Member> best;
  while (best.size() < width && !members.empty()) {
    double top = members[0].score;
    for (const Member& member : members)
      if (space.lower_is_better() ? member.score < top : member.score > top) top = member.score;
    const auto first =
        std::ranges::find_if(members, [&](const Member& member) { return !space.better(top, member.score); });
    best.push_back(std::move(*first));
    members.erase(first);
  }
  return best;
}

}  // namespace

void Beam::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  const auto width = static_cast<std::size_t>(options.width);
  std::vector<Member> beam{{{goal.always().begin(), goal.always().end()}}};
  try {
    while (beam[0].features.size() < goal.keep()) {
      runtime.progress("beam search", beam[0].features.size(), goal.keep());
      std::set<std::vector<Feature>> known;
      std::vector<Member> extended;
      for (const Member& member : beam) extend(space, member, width, known, extended);
      score_all(space, extended);
      beam = best_of(space, std::move(extended), width);
      if (goal.has_until() && !space.better(goal.until(), beam[0].score)) break;
    }
  } catch (...) {
    space.begin(beam[0].features);  // what was found until now
    throw;
  }
  const std::vector<Feature>& found = beam[0].features;
  for (std::size_t i = goal.always().size(); i < found.size(); ++i)
    space.accept(Move::add, found[i], ScoreOf::subset);
}

double Beam::evaluations(Feature features, const Goal& goal) const {
  const double width = options.width;
  double members = 1, scores = 0;
  for (std::uint64_t size = goal.always().size(); size < goal.keep(); ++size) {
    const double outside = static_cast<double>(features) - static_cast<double>(size);
    const double extended = members * std::min(width, outside);
    scores += members * outside + extended;
    members = std::min(width, extended);
  }
  return scores;
}

}  // namespace tamis::searches
