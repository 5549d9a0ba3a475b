#include "annealing.hpp"

#include "features.hpp"
#include "present_subset.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace tamis::searches {
namespace {

constexpr double kCooled = 1e-3;       // the last temperature in units of the first
constexpr std::size_t kMeasured = 10;  // steps of all chains by which the first temperature is chosen

/// A subset on its walk: `chosen` beside `always`, and the features outside.
struct Chain {
  std::vector<Feature> chosen, outside;
  double score = 0;
  std::size_t out = 0, in = 0;  // the places of the exchange that is tried

  void exchange() { std::swap(chosen[out], outside[in]); }
};

void refuse_until(const Goal& goal) {
  if (goal.has_until())
    throw ParamError(
        "simulated annealing compares subsets of one size, so there is nothing to stop by `until`; leave it out, or use "
        "a search that goes feature by feature");
}

/// The walks of all chains.
class Walks {
 public:
  Walks(const SearchSpace& space, Subset always, std::size_t wanted, std::size_t chains, Rng rng)
      : space_(space), always_(always.begin(), always.end()), rng_(rng) {
    const std::vector<Feature> free = features_outside(always, space.features());
    for (std::size_t c = 0; c < chains; ++c) {
      std::vector<Feature> order = free;
      rng_.shuffle(order);
      Chain& chain = chains_.emplace_back();
      chain.chosen.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted));
      chain.outside.assign(order.begin() + static_cast<std::ptrdiff_t>(wanted), order.end());
    }
  }

  /// Scores the subsets where the chains begin.
  void begin() {
    const std::vector<double> scores = score();
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      chains_[c].score = scores[c];
      best_.push_back(scores[c]);
      keep_if_best(chains_[c]);
    }
  }
  /// One exchange in each chain, taken or not.
  void step(double temperature) {
    for (Chain& chain : chains_) {
      chain.out = rng_.below(chain.chosen.size());
      chain.in = rng_.below(chain.outside.size());
      chain.exchange();
    }
    const std::vector<double> scores = score();
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      Chain& chain = chains_[c];
      const double worse = chain.score == scores[c] ? 0 : sign() * (scores[c] - chain.score);
      if (std::isfinite(worse)) changes_ += std::abs(worse), ++measured_;
      const double chance = rng_.uniform();  // drawn in any case, so that streams do not depend on scores
      if (worse > 0 && !(chance < std::exp(-worse / temperature))) {
        chain.exchange();
        continue;
      }
      ++taken_;
      chain.score = scores[c];
      if (sign() * scores[c] < sign() * best_[c]) best_[c] = scores[c];
      keep_if_best(chain);
    }
  }
  /// The mean change of a score in the exchanges so far; 0 if there was none.
  double mean_change() const { return measured_ > 0 ? changes_ / measured_ : 0; }

  const std::vector<Feature>& best() const { return best_subset_; }
  const std::vector<double>& best_scores() const { return best_; }
  double taken() const { return taken_; }

 private:
  double sign() const { return space_.lower_is_better() ? 1.0 : -1.0; }
  std::vector<double> score() const {
    SubsetList subsets;
    for (const Chain& chain : chains_) {
      std::vector<Feature> subset = always_;
      subset.insert(subset.end(), chain.chosen.begin(), chain.chosen.end());
      subsets.push_back(subset);
    }
    std::vector<double> scores(chains_.size());
    space_.score_subsets(subsets, scores);
    return scores;
  }
  void keep_if_best(const Chain& chain) {
    if (!best_subset_.empty() && !space_.better(chain.score, best_score_)) return;
    best_score_ = chain.score;
    best_subset_ = chain.chosen;
    std::ranges::sort(best_subset_);
  }

  const SearchSpace& space_;
  std::vector<Feature> always_;
  Rng rng_;
  std::vector<Chain> chains_;
  std::vector<double> best_;
  std::vector<Feature> best_subset_;
  double best_score_ = 0, changes_ = 0, measured_ = 0, taken_ = 0;
};

}  // namespace

void Annealing::run(SearchSpace& space, const Goal& goal, const Runtime& runtime) {
  refuse_until(goal);
  found_ = {};
  const std::size_t wanted = goal.keep() - goal.always().size();
  if (wanted == 0) return;
  const auto chains = static_cast<std::size_t>(options.chains);
  Walks walks(space, goal.always(), wanted, chains, stream(runtime, *this));
  const bool can_exchange = goal.keep() < space.features();
  const double affordable =
      (static_cast<double>(space.evaluations_left()) - scores_to_present(static_cast<double>(wanted))) /
          static_cast<double>(chains) -
      1;
  const auto steps =
      can_exchange ? static_cast<std::size_t>(std::clamp<double>(affordable, 0, options.steps)) : 0;
  try {
    walks.begin();
    const double infinite = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < steps; ++s) {
      runtime.progress("annealing", s, steps);
      if (s <= kMeasured) found_.first_temperature = walks.mean_change() / std::log(2.0);
      found_.last_temperature =
          found_.first_temperature * std::pow(kCooled, static_cast<double>(s) / static_cast<double>(steps));
      walks.step(s == 0 ? infinite : found_.last_temperature);
    }
  } catch (...) {
    std::vector<Feature> found(goal.always().begin(), goal.always().end());
    found.insert(found.end(), walks.best().begin(), walks.best().end());
    space.begin(found);
    throw;
  }
  found_.tried = static_cast<double>(steps * chains);
  found_.taken = walks.taken();
  found_.best = walks.best_scores();
  present_subset(space, goal.always(), walks.best());
}

double Annealing::evaluations(Feature features, const Goal& goal) const {
  refuse_until(goal);
  const double wanted = static_cast<double>(goal.keep() - goal.always().size());
  if (wanted == 0) return 0;
  const double steps = goal.keep() < features ? options.steps : 0;
  return options.chains * (steps + 1) + scores_to_present(wanted);
}

void Annealing::report(const Diagnostics& out) const {
  if (found_.tried == 0) return;
  out.number("first_temperature", found_.first_temperature);
  out.number("last_temperature", found_.last_temperature);
  out.number("taken_exchanges", found_.taken / found_.tried);
  const std::string_view column[] = {"best_score"};
  out.table("chains", Axis::other, column, ConstMatrix(found_.best.data(), found_.best.size(), 1));
}

}  // namespace tamis::searches
