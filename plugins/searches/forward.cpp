#include "forward.hpp"

#include "features.hpp"
#include "gain_per_cost.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace tamis::searches {
namespace {

/// The worst score that there is, which the kernel gives a feature without one.
bool is_undefined(const SearchSpace& space, double score) {
  return std::isinf(score) && (score > 0) == space.lower_is_better();
}

/// Scores the additions anew, as far as the choice of the best needs it. Where gains diminish, the scores of the step before are bounds, and
/// a feature whose bound is worse than the best score is not asked for: Minoux 1978. Features are asked for in the order of their
/// bounds, few at first and then twice as many at a time, so that calls are few and a criterion can work in parallel.
/// \param scores    of the step before; of this one, or bounds of them.
/// \param value_of  a score and its place: what is compared.
template <class ValueOf>
void rescore(const SearchSpace& space, Subset subset, std::span<const Feature> outside,
             std::span<double> scores, const ValueOf& value_of) {
  constexpr std::size_t kFirst = 8;
  const auto value = [&](std::size_t i) { return value_of(i, scores[i]); };
  const auto is_larger = [&](double a, double b) { return space.lower_is_better() ? a < b : a > b; };
  std::vector<std::size_t> order(outside.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return is_larger(value(a), value(b)); });
  double best = 0;
  std::vector<Feature> asked;
  std::vector<double> found;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    if (begin > 0 && space.better(best, value(order[begin]))) return;
    end = std::min(order.size(), 2 * begin + kFirst);
    asked.clear();
    for (std::size_t k = begin; k < end; ++k) asked.push_back(outside[order[k]]);
    found.resize(asked.size());
    space.score(subset, Move::add, asked, found);
    for (std::size_t k = begin; k < end; ++k) {
      scores[order[k]] = found[k - begin];
      if (k == 0 || is_larger(value(order[k]), best)) best = value(order[k]);
    }
  }
}

}  // namespace

void Forward::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  std::vector<Feature> subset(goal.always().begin(), goal.always().end());
  std::vector<Feature> outside = features_outside(subset, space.features());
  std::vector<double> scores(outside.size());
  double reached = options.per_cost ? score_before(space, subset) : 0;
  const auto value_of = [&](std::size_t i, double score) {
    return options.per_cost ? gain_per_cost(space, outside[i], score, reached) : score;
  };
  bool are_bounds = false;  // the scores of the step before
  while (subset.size() < goal.keep()) {
    runtime.progress("forward search", subset.size(), goal.keep());
    if (are_bounds)
      rescore(space, subset, outside, scores, value_of);
    else
      space.score(subset, Move::add, outside, scores);
    are_bounds = space.diminishing_gains();
    std::vector<double> values(scores.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_of(i, scores[i]);
    const std::size_t best = space.choose(Move::add, outside, values);
    if (space.measures() == Measures::gain && is_undefined(space, scores[best])) {
      runtime.warn(std::to_string(subset.size()) + " of " + std::to_string(goal.keep()) +
                   " features were added: beside them no other one has a score");
      return;
    }
    space.accept(Move::add, outside[best]);
    if (properties(space.measures()).rates_subset) reached = scores[best];
    subset.push_back(outside[best]);
    if (goal.has_until() && !space.better(goal.until(), scores[best])) return;
    outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(best));
    scores.erase(scores.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

double Forward::evaluations(Feature features, const Goal& goal) const {
  const auto steps = static_cast<double>(goal.keep() - goal.always().size());
  const auto outside = static_cast<double>(features - goal.always().size());
  return steps * outside - steps * (steps - 1) / 2;
}

}  // namespace tamis::searches
