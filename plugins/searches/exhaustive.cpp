#include "exhaustive.hpp"

#include "features.hpp"
#include "present_subset.hpp"

#include <charconv>
#include <deque>
#include <numeric>

namespace tamis::searches {
namespace {

/// How many subsets are scored by one call: enough for a criterion or several processes to work on in parallel.
constexpr std::size_t kAtOnce = 64;

struct Choice {
  std::vector<Feature> features;
  double score;
};

/// C(n, k), exact below 2^53 / n; infinity beyond the largest double.
double binomial(std::size_t n, std::size_t k) {
  k = std::min(k, n - k);
  double count = 1;  // C(n - k + i, i) is an integer; rounding to it keeps it exact
  for (std::size_t i = 1; i <= k && std::isfinite(count); ++i)
    count = std::floor(count * static_cast<double>(n - k + i) / static_cast<double>(i) + 0.5);
  return count;
}

std::string text_of(double count) {
  if (std::isinf(count)) return "more than 1e308";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, count, std::chars_format::general, 15).ptr};
}

/// The next choice of places.size() of n places, each ascending, in lexicographic order.
/// False after the last.
bool next_choice(std::vector<std::size_t>& places, std::size_t n) {
  const std::size_t k = places.size();
  for (std::size_t i = k; i-- > 0;)
    if (places[i] < n - k + i) {
      std::iota(places.begin() + static_cast<std::ptrdiff_t>(i), places.end(), places[i] + 1);
      return true;
    }
  return false;
}

/// The features to choose beside `always`, and the score of all together.
Choice best_choice(const SearchSpace& space, Subset always, std::size_t wanted, double count,
                   const Runtime& runtime) {
  const std::vector<Feature> free = features_outside(always, space.features());
  const double sign = space.lower_is_better() ? 1.0 : -1.0;
  // each better than the one before it, the first within the tolerance of the last
  std::deque<Choice> rising;
  std::vector<std::size_t> places(wanted);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::vector<std::vector<Feature>> choices;
  std::vector<double> scores;
  SubsetList subsets;
  std::uint64_t done = 0;
  for (bool more = true; more;) {
    runtime.progress("exhaustive search", done, static_cast<std::uint64_t>(count));
    choices.clear();
    subsets.clear();
    for (; more && choices.size() < kAtOnce; more = next_choice(places, free.size())) {
      std::vector<Feature>& chosen = choices.emplace_back();
      for (std::size_t p : places) chosen.push_back(free[p]);
      std::vector<Feature> subset(always.begin(), always.end());
      subset.insert(subset.end(), chosen.begin(), chosen.end());
      subsets.push_back(subset);
    }
    scores.resize(choices.size());
    space.score_subsets(subsets, scores);
    done += choices.size();
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (rising.empty() || sign * scores[i] < sign * rising.back().score)
        rising.push_back({std::move(choices[i]), scores[i]});
      while (space.better(rising.back().score, rising.front().score)) rising.pop_front();
    }
  }
  return rising.front();
}

}  // namespace

void Exhaustive::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  const double count = count_subsets(space.features(), goal);
  const std::size_t wanted = goal.keep() - goal.always().size();
  if (wanted > 0)
    present_subset(space, goal.always(), best_choice(space, goal.always(), wanted, count, runtime).features);
}

double Exhaustive::evaluations(Feature features, const Goal& goal) const {
  const double count = count_subsets(features, goal);
  const auto wanted = static_cast<double>(goal.keep() - goal.always().size());
  return wanted > 0 ? count + scores_to_present(wanted) : 0;
}

double Exhaustive::count_subsets(Feature features, const Goal& goal) const {
  if (goal.has_until())
    throw ParamError(
        "an exhaustive search compares subsets of one size, so there is nothing to stop by `until`; leave it "
        "out, or use a search that goes feature by feature");
  const std::size_t free = features - goal.always().size(), wanted = goal.keep() - goal.always().size();
  const double count = binomial(free, wanted);
  if (count > options.max_subsets)
    throw ParamError("there are " + text_of(count) + " subsets of " + std::to_string(wanted) + " out of " +
                     std::to_string(free) +
                     " features, more than max_subsets = " + std::to_string(options.max_subsets) +
                     "; raise it, keep fewer features or nearly all, or use a search that goes feature by "
                     "feature");
  return count;
}

}  // namespace tamis::searches
