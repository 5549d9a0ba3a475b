// A search walks over subsets of features and sees nothing but their scores. This one adds features one by
// one as a forward search does, but tries a few candidates only, drawn at random: much cheaper, and nearly as
// good.
#include <tamis/sdk.hpp>

#include <algorithm>
#include <utility>
#include <vector>

struct @Class@ final : tamis::SearchStrategy {
  // What a user may set; the initialisers are the defaults.
  struct Options {
    int tries = 10;
  } options;

  // The compiler writes this into the library: tamis lists, checks and documents the method by it, and runs
  // none of its code for that. tamis/describe.hpp has all that can be said here.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Adds the best of a few random features, one at a time")
        .cites("Mirzasoleiman et al. Lazier than lazy greedy. AAAI 2015, arXiv 1409.7938")
        .moves(tamis::Move::add)
        .option<&Options::tries>("tries", tamis::at_least(1), "features that are tried before one is added");
  }

  // The goal is the user's: how many features to keep, and which always. The kernel counts scores and stops
  // the walk when a budget is spent; every accepted step is kept.
  void run(tamis::SearchSpace& space, const tamis::Goal& goal, const tamis::Runtime& runtime) override {
    tamis::Rng rng =
        tamis::stream(runtime, *this);  // keyed by the run's seed: the same run draws the same numbers
    std::vector<tamis::Feature> subset(goal.always().begin(), goal.always().end()), outside;
    for (tamis::Feature f = 0; f < space.features(); ++f)
      if (std::find(subset.begin(), subset.end(), f) == subset.end()) outside.push_back(f);
    while (subset.size() < goal.keep()) {
      const std::size_t tried = std::min(outside.size(), static_cast<std::size_t>(options.tries));
      for (std::size_t i = 0; i < tried; ++i)
        std::swap(outside[i], outside[i + rng.below(outside.size() - i)]);
      std::vector<double> scores(tried);
      space.score(subset, tamis::Move::add, {outside.data(), tried}, scores);
      const std::size_t best = space.choose(tamis::Move::add, {outside.data(), tried}, scores);
      space.accept(tamis::Move::add, outside[best]);
      subset.push_back(outside[best]);
      std::erase(outside, outside[best]);
      if (goal.has_until() && !space.better(goal.until(), scores[best])) return;
    }
  }

  // For the estimate of time that a user is shown.
  double evaluations(tamis::Feature, const tamis::Goal& goal) const override {
    return static_cast<double>(goal.keep()) * options.tries;
  }
};

TAMIS_PLUGIN(@Class@)
