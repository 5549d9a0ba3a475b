#include "rank.hpp"

#include "features.hpp"

#include <functional>
#include <numeric>
#include <queue>

namespace tamis::searches {
namespace {

/// The order in which SearchSpace::choose would take the features one after the other, in O(d log d): of all
/// scores within the tolerance of the best that is left, the smallest index goes first.
std::vector<std::size_t> order_of_choice(const SearchSpace& space, Move move,
                                         std::span<const Feature> features, std::span<const double> scores) {
  // adding: the best score first. Removing: what is worst to remove first, so that it stays.
  const bool ascending =
      space.lower_is_better() == (move == Move::add || !properties(space.measures()).depends_on_subset);
  const double sign = ascending ? 1.0 : -1.0;
  std::vector<std::size_t> by_score(features.size());
  std::iota(by_score.begin(), by_score.end(), std::size_t{0});
  std::stable_sort(by_score.begin(), by_score.end(),
                   [&](std::size_t a, std::size_t b) { return sign * scores[a] < sign * scores[b]; });

  std::vector<std::size_t> order;
  std::vector<char> taken(features.size());
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>
      tied;  // candidates come in index order
  std::size_t best = 0, next = 0;
  while (order.size() < features.size()) {
    while (taken[by_score[best]]) ++best;
    const double least = sign * scores[by_score[best]];
    const auto ties = [&](double s) {
      return s == least || s - least <= space.tolerance();
    };  // inf - inf is NaN
    for (; next < features.size() && ties(sign * scores[by_score[next]]); ++next) tied.push(by_score[next]);
    order.push_back(tied.top());
    taken[tied.top()] = 1;
    tied.pop();
  }
  return order;
}

}  // namespace

void Rank::run(SearchSpace& space, const Goal& goal, const Runtime&) {
  if (goal.has_until())
    throw ParamError(
        "a ranking scores features one by one and no subset of several, so there is nothing to stop by "
        "`until`; leave it out, or use a search that goes feature by feature");
  const Move move = space.supports(Move::add) ? Move::add : Move::remove;
  const std::vector<Feature> candidates = features_outside(goal.always(), space.features());
  std::vector<Feature> subset(goal.always().begin(), goal.always().end());
  if (move == Move::remove) subset = features_outside({}, space.features());
  std::vector<double> scores(candidates.size());
  space.score(subset, move, candidates, scores);
  if (options.per_cost) {
    const double before = score_before(space, goal.always());
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] = gain_per_cost(space, candidates[i], scores[i], before);
  }
  const std::vector<std::size_t> order = order_of_choice(space, move, candidates, scores);
  const std::size_t wanted = goal.keep() - goal.always().size();
  for (std::size_t place = 0; place < wanted; ++place)
    space.accept(Move::add, candidates[order[place]], ScoreOf::feature);
}

double Rank::evaluations(Feature features, const Goal& goal) const {
  return static_cast<double>(features - goal.always().size());
}

}  // namespace tamis::searches
