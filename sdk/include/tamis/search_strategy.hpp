/// \file search_strategy.hpp
/// Searches over feature subsets, guided by scores. A search has no access to the criterion, only to the space.
#pragma once

#include <tamis/abi/search_strategy.h>
#include <tamis/criterion.hpp>
#include <tamis/measures.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace tamis {

/// Which score belongs to a step that a search accepts.
enum class ScoreOf : int {
  move = TAMIS_SCORE_OF_MOVE,        ///< of the same move from the same subset
  feature = TAMIS_SCORE_OF_FEATURE,  ///< the latest one of the feature, as a move from any subset: a ranking
  subset = TAMIS_SCORE_OF_SUBSET     ///< of the subset after the step, as a whole
};

/// What the user asks of a search. A view, valid during the call that receives it.
///
/// The goal contains no budget, because the kernel keeps budgets itself: SearchSpace::score() throws when one is spent,
/// and the path so far becomes the result. A search may ask how much is left (SearchSpace::evaluations_left()).
class Goal {
 public:
  /// For the SDK and for tests; `g` outlives this object.
  explicit Goal(const tamis_goal* g) : g_(g) {}
  /// How many features are wanted, including those of always(): at least as many as always() has, and at most d. It is
  /// at least 1, except with Measures::loss, where 0 asks for a path through every size.
  std::size_t keep() const { return g_->keep; }
  /// Features that belong to every subset of the path; sorted, distinct, possibly none.
  Subset always() const { return {g_->always, g_->n_always}; }
  /// Whether the search may stop early at a score that is good enough; only with Measures::subset. A search that adds
  /// features then stops at the first subset whose score is as good as until(), even if it has fewer than keep()
  /// features. A search that removes features stops before the first step to a worse subset. A search for which neither
  /// makes sense throws ParamError.
  bool has_until() const { return !std::isnan(g_->until); }
  /// That score; NaN if there is none.
  double until() const { return g_->until; }
  /// The goal as it crosses the boundary.
  const tamis_goal* raw() const { return g_; }

 private:
  const tamis_goal* g_;
};

/// The space of feature subsets: it gives a search the scores of the criterion, and records the path of accepted steps,
/// which is kept however the run ends.
///
/// A view, valid during SearchStrategy::run(). Call its functions only from the thread that called run(); the criterion
/// itself works in parallel. If one of them throws, let the exception propagate: the kernel handles it.
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
  /// Whether the criterion scores this move. It scores every move that the search's describe() lists, or at least one of
  /// them if describe() says any_move().
  bool supports(Move m) const { return (s_->moves >> static_cast<unsigned>(m) & 1u) != 0; }
  /// Whether scores are gains, and no score of a feature is better than an earlier one of adding it to fewer features of the
  /// same subset.
  bool diminishing_gains() const {
    return detail::has_member(*s_, &tamis_space::diminishing_gains) && s_->diminishing_gains != 0;
  }
  /// Scores this close are equal; ties go to the smaller index.
  double tolerance() const { return s_->tolerance; }
  /// The name of feature f, for messages and reports; or "".
  std::string_view feature_name(Feature f) const {
    if (!detail::has_slot(*s_, &tamis_space::feature_names)) return {};
    return {s_->feature_names[f].data, s_->feature_names[f].size};
  }
  /// The group of feature f, as Dataset::feature_group().
  std::int32_t feature_group(Feature f) const {
    return detail::has_slot(*s_, &tamis_space::feature_groups) ? s_->feature_groups[f] : -1;
  }
  /// What it costs to measure feature f, as Dataset::feature_cost().
  double feature_cost(Feature f) const {
    return detail::has_slot(*s_, &tamis_space::feature_costs) ? s_->feature_costs[f] : 1.0;
  }
  /// How many scores may still be asked for before BudgetSpent; the largest number if there is no such budget. A search that
  /// divides its work by it (annealing, say) takes another path with another budget. Others do not read it, so that the path of
  /// an interrupted run is the beginning of the path of the complete run.
  std::uint64_t evaluations_left() const {
    return detail::has_slot(*s_, &tamis_space::evaluations_left) ? s_->evaluations_left(s_->self)
                                                                 : std::numeric_limits<std::uint64_t>::max();
  }

  /// Writes the score of each candidate, in the order of the candidates. An undefined score is infinite, never NaN. The
  /// kernel checks the arguments and the scores and counts the scores against the budget. With Measures::feature it
  /// calls the criterion once per feature and then repeats the score.
  /// \param subset      distinct features in any order; it need not be the subset at the end of the path.
  /// \param move        one that supports() allows.
  /// \param candidates  distinct; for Move::add outside `subset`, for Move::remove inside it, for Move::whole
  ///                    ignored.
  /// \param scores      as long as `candidates`; one place for Move::whole.
  /// \throws BudgetSpent, Cancelled  the run is over; the path so far is its result.
  /// \throws PluginError  the arguments break the rules above, or the criterion broke its contract.
  /// \throws Error  whatever else the criterion throws.
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores) const {
    detail::call("", s_->score, s_->self, subset.data(), subset.size(), static_cast<int>(move),
                 candidates.data(), scores.size(), scores.data());
  }
  /// Sets the first subset of the path; by default it is Goal::always(). O(d).
  /// \param subset  distinct features that include those of Goal::always().
  /// \throws PluginError  the subset breaks these rules, or a step was accepted before.
  void begin(Subset subset) const { detail::call("", s_->begin, s_->self, subset.data(), subset.size()); }
  /// Writes the score of each subset as a whole, as score() with Move::whole would. One call for many subsets lets a
  /// criterion score them in parallel, and processes share them.
  /// \param subsets  at least one, of distinct features in any order; only if supports(Move::whole).
  /// \param scores   one place per subset.
  /// \throws Error  as score(); PluginError also if the host is older than SDK revision 2.
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
  /// The candidate to move. For add it is the best one. For remove it is the one whose removal leaves the best subset or
  /// loses least, or the worst feature, depending on measures(). Among scores within the tolerance, the smallest feature
  /// index is chosen. O(candidates).
  /// \param move        add or remove.
  /// \param candidates  at least one, in any order; the behaviour is undefined for an empty span.
  /// \param scores      as long as `candidates`, as score() wrote them.
  /// \returns the index of the candidate in both spans.
  std::size_t choose(Move move, std::span<const Feature> candidates, std::span<const double> scores) const {
    const bool want_worst = move == Move::remove && !properties(measures()).depends_on_subset;
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

/// Moves from subset to subset by the scores of the space, one step at a time, so that an interrupted run still has a
/// result. It has no access to the data or the criterion. For phases, threads and errors see Component.
///
/// describe() lists the moves whose scores the search uses (moves()), whether one of them is enough (any_move()), and
/// whether it needs scores of subsets (subset_only()). The kernel refuses a criterion that does not fit before anything
/// runs.
class SearchStrategy : public Component {
 public:
  /// [scoring] Searches until the goal is reached. It may set the first subset once (SearchSpace::begin). Then it scores
  /// moves and accepts steps, one feature at a time, until the subset has Goal::keep() features or its score is good
  /// enough (Goal::has_until). Each accepted step is recorded at once, so there is nothing to return. The features are
  /// ranked by the path, so the order of the steps matters, not only the last subset.
  ///
  /// When a budget is spent or the user stops the run, score() throws. Let the exception propagate: the path so far is
  /// the result. Unless a search reads SearchSpace::evaluations_left(), the path of an interrupted run is the beginning of the
  /// path of the complete run.
  ///
  /// Called on one thread, which is the only one that may call `space`. Each run starts afresh: keep no state of an
  /// earlier run that could change it.
  /// \param space    the subsets and their scores; invalid after the call, as are `goal` and `runtime`.
  /// \param goal     what the user asks for.
  /// \param runtime  for progress, random numbers (stream() in rng.hpp) and warnings. If the search itself computes for
  ///                 long, it calls runtime.check_cancelled().
  /// \throws ParamError  a goal that this search cannot reach, such as `until` in a ranking.
  /// \throws Error       what `space` and `runtime` throw, unchanged.
  virtual void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) = 0;

  /// [setup] An upper bound on the number of scores that run() will need, for an estimate of the time. It is called before
  /// the criterion prepares, possibly for several goals, and should be cheap.
  /// \param features  d, as SearchSpace::features() will return it.
  /// \param goal      as run() would get it.
  /// \returns 0 or more; infinity if it cannot be known. Any other number ends the run as an error of the search.
  /// \throws ParamError  run() would refuse the goal, or the work would take far too long. Thrown here, it wastes no time.
  virtual double evaluations(Feature features, const Goal& goal) const = 0;

  /// [scoring] Reports results besides the path: temperatures, sizes of populations, restarts. Called once after run(), also
  /// if a spent budget of evaluations ended it, but not if the time was up or the user stopped the run. By default there are
  /// none.
  /// \param out  copies its arguments; valid during the call.
  /// \throws Error  the run then has no result, so report nothing rather than throw.
  virtual void report(const Diagnostics& /*out*/) const {}
};

}  // namespace tamis
