/// \file search_strategy.hpp
/// A walk over feature subsets, guided by scores. A search sees no criterion, only the space.
#pragma once

#include <tamis/abi/search_strategy.h>
#include <tamis/criterion.hpp>

#include <cmath>
#include <vector>

namespace tamis {

/// What a criterion's score is about. feature: the candidate's own quality, whatever the subset; subset: the
/// quality of the subset after the move; loss: what the removal would lose.
enum class Measures : int {
  feature = TAMIS_MEASURES_FEATURE,
  subset = TAMIS_MEASURES_SUBSET,
  loss = TAMIS_MEASURES_LOSS
};
/// As manifests and defaults.toml write them.
inline constexpr std::string_view kMeasuresNames[] = {"feature", "subset", "loss"};

/// The user's goal, the same for every search. Budgets are the kernel's: score() throws when one is spent,
/// and the path so far stands.
class Goal {
 public:
  explicit Goal(const tamis_goal* g) : g_(g) {}
  /// Features wanted, `always` included: 1..d.
  std::size_t keep() const { return g_->keep; }
  /// Features that belong to every subset; sorted.
  Subset always() const { return {g_->always, g_->n_always}; }
  /// Stop where the subset's score is this good (adding), or before it gets worse (removing); only with
  /// Measures::subset.
  bool has_until() const { return !std::isnan(g_->until); }
  double until() const { return g_->until; }
  const tamis_goal* raw() const { return g_; }

 private:
  const tamis_goal* g_;
};

/// The subsets that a search may visit.
class SearchSpace {
 public:
  explicit SearchSpace(const tamis_space* s) : s_(s) {}

  Feature features() const { return s_->features; }
  bool lower_is_better() const { return s_->better < 0; }
  Measures measures() const { return static_cast<Measures>(s_->measures); }
  bool supports(Move m) const { return (s_->moves >> static_cast<unsigned>(m) & 1u) != 0; }
  /// Scores this close are equal; ties go to the smaller index.
  double tolerance() const { return s_->tolerance; }

  /// Scores of the candidates, in their order; counted, cached and checked by the kernel.
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores) const {
    detail::call("", s_->score, s_->self, subset.data(), subset.size(), static_cast<int>(move),
                 candidates.data(), scores.size(), scores.data());
  }
  /// Where the walk starts; `Goal::always` unless said otherwise.
  void begin(Subset subset) const { detail::call("", s_->begin, s_->self, subset.data(), subset.size()); }
  /// Emits one step of the path. `score` is what score() said of the feature, or of the whole subset that the
  /// step leads to; where it is neither, the kernel asks the criterion and writes down what that says.
  void accept(Move move, Feature feature, double score) const {
    detail::call("", s_->accept, s_->self, static_cast<int>(move), feature, score);
  }

  /// Whether a is a better score than b, by more than the tolerance.
  bool better(double a, double b) const {
    return lower_is_better() ? a < b - tolerance() : a > b + tolerance();
  }
  /// The place of the move to make among `scores`: for add the best, for remove the one that leaves the best
  /// subset, loses least, or drops the worst feature. Of scores within the tolerance, the smallest feature
  /// index.
  std::size_t choose(Move move, std::span<const Feature> candidates, std::span<const double> scores) const {
    const bool want_worst = move == Move::remove && measures() == Measures::feature;
    const double sign = lower_is_better() != want_worst ? 1.0 : -1.0;
    double least = sign * scores[0];
    for (double s : scores) least = std::min(least, sign * s);
    // infinities: inf - inf is NaN, so equality is tested first
    std::size_t chosen = scores.size();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double s = sign * scores[i];
      const bool tied = s == least || s - least <= tolerance();
      if (tied && (chosen == scores.size() || candidates[i] < candidates[chosen])) chosen = i;
    }
    return chosen;
  }
  const tamis_space* raw() const { return s_; }

 private:
  const tamis_space* s_;
};

/// A search strategy. It emits its path step by step, so that what was found stands when the run is
/// interrupted.
class SearchStrategy : public Component {
 public:
  virtual void run(SearchSpace& space, const Goal& goal, Runtime& runtime) = 0;
  /// How many scores run() will ask for at most; for the estimate of time.
  virtual double evaluations(Feature features, const Goal& goal) const = 0;
};

}  // namespace tamis
