/// \file search_strategy.hpp
/// A walk over feature subsets, guided by scores. A search sees no criterion, only the space.
#pragma once

#include <tamis/abi/search_strategy.h>
#include <tamis/criterion.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

namespace tamis {

/// What a criterion's score is about.
enum class Measures : int {
  feature = TAMIS_MEASURES_FEATURE,  ///< the candidate's own quality, whatever the subset
  subset = TAMIS_MEASURES_SUBSET,    ///< the quality of the subset after the move
  loss = TAMIS_MEASURES_LOSS         ///< what the removal of the candidate would lose
};
/// The names of Measures, in its order, as manifests and defaults.toml write them.
inline constexpr std::string_view kMeasuresNames[] = {"feature", "subset", "loss"};

/// Which score belongs to a step that a search accepts.
enum class ScoreOf : int {
  move = TAMIS_SCORE_OF_MOVE,        ///< of the same move from the same subset
  feature = TAMIS_SCORE_OF_FEATURE,  ///< the latest one of the feature, as a move from any subset: a ranking
  subset = TAMIS_SCORE_OF_SUBSET     ///< of the subset after the step, as a whole
};

/// What the user wants, the same for every search. A view, valid during the call that got it.
///
/// Budgets are no part of it: they are the kernel's. SearchSpace::score() throws when one is spent, and the
/// path so far stands.
class Goal {
 public:
  /// For the SDK and for tests; `g` outlives this object.
  explicit Goal(const tamis_goal* g) : g_(g) {}
  /// How many features are wanted, those of always() included: at least as many as always() has, at most
  /// d. At least 1, but for a criterion of losses: there it is 0 where the kernel wants to see every
  /// size on the way.
  std::size_t keep() const { return g_->keep; }
  /// Features that belong to every subset of the walk; sorted, distinct, perhaps none.
  Subset always() const { return {g_->always, g_->n_always}; }
  /// Whether there is a score that is good enough. Only with Measures::subset. A search that adds then stops
  /// at the first subset whose score is as good as until(), before keep() features are reached; one that
  /// removes stops before the first step to a subset that is worse. A search for which neither makes sense
  /// throws ParamError.
  bool has_until() const { return !std::isnan(g_->until); }
  /// That score; NaN where there is none.
  double until() const { return g_->until; }
  /// The goal as it crosses the boundary.
  const tamis_goal* raw() const { return g_; }

 private:
  const tamis_goal* g_;
};

/// The subsets that a search may visit, and the only way to the criterion behind them. It also keeps the path
/// of the walk: what was accepted stands, however the run ends.
///
/// A view, valid during SearchStrategy::run(). Its functions are called from the thread that run() was called
/// on and from no other; the criterion is what works in parallel. After one of them has thrown, let the error
/// through: the kernel knows what it means.
class SearchSpace {
 public:
  /// For the SDK and for tests; `s` outlives this object.
  explicit SearchSpace(const tamis_space* s) : s_(s) {}

  /// d: features are 0..d-1.
  Feature features() const { return s_->features; }
  /// The direction of all scores; see better().
  bool lower_is_better() const { return s_->better < 0; }
  /// What the scores are about.
  Measures measures() const { return static_cast<Measures>(s_->measures); }
  /// Whether the criterion scores this move. Those that the search's describe() names are there: all of them,
  /// or at least one where it said any_move().
  bool supports(Move m) const { return (s_->moves >> static_cast<unsigned>(m) & 1u) != 0; }
  /// Scores this close are equal; ties go to the smaller index.
  double tolerance() const { return s_->tolerance; }

  /// Writes the score of each candidate, in their order: infinite where there is none, never NaN. The kernel
  /// checks what is asked and what is answered, counts the scores against the budget, and answers what it
  /// knows without asking the criterion again (of a criterion that measures features, every score once).
  /// \param subset      distinct features in any order; the walk need not stand there.
  /// \param move        one that supports() allows.
  /// \param candidates  distinct; for Move::add outside `subset`, for Move::remove inside it, for Move::whole
  ///                    not looked at.
  /// \param scores      as long as `candidates`; one place for Move::whole.
  /// \throws BudgetSpent, Cancelled  the run is over, and the path so far stands.
  /// \throws PluginError  the search asked for what is not possible, or the criterion broke its contract.
  /// \throws Error  and whatever else the criterion throws.
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores) const {
    detail::call("", s_->score, s_->self, subset.data(), subset.size(), static_cast<int>(move),
                 candidates.data(), scores.size(), scores.data());
  }
  /// Says where the walk starts: at Goal::always() unless said otherwise. O(d).
  /// \param subset  distinct features that hold those of Goal::always().
  /// \throws PluginError  another subset, or after a step was accepted.
  void begin(Subset subset) const { detail::call("", s_->begin, s_->self, subset.data(), subset.size()); }
  /// Writes the score of each subset as a whole, as score() with Move::whole would. One call for many subsets lets a
  /// criterion score them in parallel, and processes share them.
  /// \param subsets  at least one, of distinct features in any order; only if supports(Move::whole).
  /// \param scores   one place per subset.
  /// \throws Error  as score(); PluginError also where the host is older than SDK revision 2.
  void score_subsets(const Subsets& subsets, std::span<double> scores) const {
    detail::call("", since_revision_2(&tamis_space::score_subsets), s_->self, subsets.features().data(),
                 subsets.starts().data(), subsets.size(), scores.data());
  }
  /// Makes one step of the path, from the subset where the path ends. O(1) to O(d).
  /// \param move     add or remove.
  /// \param feature  one that joins or leaves; never one of Goal::always() that leaves.
  /// \param scored   which score the path records beside the step. If the kernel no longer has it (the search scored
  ///                 other subsets since), the criterion scores the step again, which is not counted.
  /// \throws PluginError  a step that is not possible there, a feature that was never scored, or a host that is older
  ///                      than SDK revision 2.
  /// \throws Cancelled    the search stopped: more features add no information.
  /// \throws Error        whatever the criterion throws if it scores again.
  void accept(Move move, Feature feature, ScoreOf scored = ScoreOf::move) const {
    detail::call("", since_revision_2(&tamis_space::accept_scored), s_->self, static_cast<int>(move), feature,
                 static_cast<int>(scored));
  }

  /// Whether a is a better score than b, by more than the tolerance.
  bool better(double a, double b) const {
    return lower_is_better() ? a < b - tolerance() : a > b + tolerance();
  }
  /// Which of the candidates to move: for add the best, for remove the one that leaves the best subset, loses
  /// least, or is the worst feature, by what the scores measure. Of scores within the tolerance, the one with
  /// the smallest feature index. O(candidates).
  /// \param move        add or remove.
  /// \param candidates  at least one, in any order; of none the behaviour is undefined.
  /// \param scores      as long as `candidates`, as score() wrote them.
  /// \returns its place in both spans.
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
  /// The space as it crosses the boundary.
  const tamis_space* raw() const { return s_; }

 private:
  template <class Slot>
  Slot since_revision_2(Slot tamis_space::*slot) const {
    if (!detail::has_slot(*s_, slot))
      throw PluginError("this search needs a host of SDK revision 2; install a newer tamis");
    return s_->*slot;
  }

  const tamis_space* s_;
};

/// Walks from subset to subset by the scores that the space gives, step by step, so that what
/// was found stands when the run is interrupted. It sees no data and no criterion. Phases,
/// threads, errors: see Component.
///
/// describe() says which moves the search asks for (moves()), whether one of them is enough (any_move()), and
/// whether it needs scores of subsets (subset_only()); the kernel refuses a criterion that does not fit
/// before anything runs.
class SearchStrategy : public Component {
 public:
  /// [scoring] Walks to the goal: may say once where it begins (SearchSpace::begin), then scores moves and
  /// accepts steps, one feature at a time, until the subset has Goal::keep() features (or its score is good
  /// enough: Goal::has_until). Each accepted step is recorded at once; there is nothing to return. The
  /// features on the path are ranked by it, so the order of the steps matters, not only where they end.
  ///
  /// When a budget is spent or the user stops the run, score() throws. Let it through: the path that was
  /// accepted is the result. A search does not know its budget, so a run that is cut short has walked the
  /// first part of the way of the whole one.
  ///
  /// Called on one thread, which is the only one that may call `space`. Another run begins anew: keep nothing
  /// of the last one that could change it.
  /// \param space    the subsets and their scores; gone after the call, as are `goal` and `runtime`.
  /// \param goal     what the user wants.
  /// \param runtime  for progress, random numbers (stream() in rng.hpp) and warnings. Where the
  ///                 search itself works for long, call runtime.check_cancelled().
  /// \throws ParamError  a goal that this search cannot reach, such as `until` in a ranking.
  /// \throws Error       what `space` and `runtime` throw, unchanged.
  virtual void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) = 0;

  /// [setup] How many scores run() will ask for at most, so that the user is told how long it may take. It is
  /// asked before the criterion prepares, perhaps for several goals, and should be cheap.
  /// \param features  d, as SearchSpace::features() will be.
  /// \param goal      as run() would get it.
  /// \returns 0 or more; infinity where it cannot be known. Anything else ends the run as the search's error.
  /// \throws ParamError  run() would refuse the goal, or the work is hopeless: said here, no time is lost.
  virtual double evaluations(Feature features, const Goal& goal) const = 0;
};

}  // namespace tamis
