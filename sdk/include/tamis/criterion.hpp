/// \file criterion.hpp
/// How good is this move? The one question that every search asks.
#pragma once

#include <tamis/abi/criterion.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/diagnostics.hpp>
#include <tamis/runtime.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace tamis {

/// Distinct features. Their order must not change a score.
using Subset = std::span<const Feature>;

/// Several subsets, one after the other in one list of features. A view.
class Subsets {
 public:
  /// \param features  of all subsets.
  /// \param starts    where each subset begins in `features`, and where the last one ends: one more than there are
  ///                  subsets, ascending; at least one.
  Subsets(std::span<const Feature> features, std::span<const std::uint64_t> starts)
      : features_(features), starts_(starts) {}
  /// How many subsets there are.
  std::size_t size() const { return starts_.size() - 1; }
  /// Subset i.
  Subset operator[](std::size_t i) const { return features_.subspan(starts_[i], starts_[i + 1] - starts_[i]); }
  /// As they cross the boundary.
  std::span<const Feature> features() const { return features_; }
  /// As they cross the boundary.
  std::span<const std::uint64_t> starts() const { return starts_; }

 private:
  std::span<const Feature> features_;
  std::span<const std::uint64_t> starts_;
};

/// Several subsets, owned.
class SubsetList {
 public:
  /// Appends a subset of distinct features.
  void push_back(Subset subset) {
    features_.insert(features_.end(), subset.begin(), subset.end());
    starts_.push_back(features_.size());
  }
  /// Removes all of them.
  void clear() {
    features_.clear();
    starts_.resize(1);
  }
  /// How many there are.
  std::size_t size() const { return starts_.size() - 1; }
  /// A view, valid until the list changes.
  operator Subsets() const { return {features_, starts_}; }

 private:
  std::vector<Feature> features_;
  std::vector<std::uint64_t> starts_{0};
};

/// add: the candidate joins the subset; remove: it leaves; whole: one score, of the subset itself.
enum class Move : int { add = TAMIS_ADD, remove = TAMIS_REMOVE, whole = TAMIS_WHOLE };
/// The names of Move, in its order, as manifests and results write them.
inline constexpr std::string_view kMoveNames[] = {"add", "remove", "whole"};

/// A score, and a few words on it; or the reason why there is none. Converts from double, so that most
/// methods just return a number.
struct Score {
  double value = 0;         ///< NaN where there is none
  std::string_view reason;  ///< why, or what there is to say of it; a view that outlives the call
  /// A number, or an infinity that needs no reason.
  constexpr Score(double v) : value(v) {}
  /// A number with a reason; see undefined().
  constexpr Score(double v, std::string_view why) : value(v), reason(why) {}
  /// Whether there is a reason in the place of a number; a NaN without one is an error of the criterion.
  bool is_undefined() const { return std::isnan(value) && !reason.empty(); }
};
/// `return undefined("constant");` for a feature that cannot be scored; the text must outlive the call.
constexpr Score undefined(std::string_view reason) {
  return {std::numeric_limits<double>::quiet_NaN(), reason};
}

/// Where a criterion writes: one place per candidate, in their order. Each must be written once, and none
/// outside. Different places may be written from different threads. A view, valid during Criterion::score().
class Scores {
 public:
  /// For the SDK and for tests.
  /// \param values   the places.
  /// \param reasons  as long as `values`, or nullptr: reasons are dropped.
  /// \param worst    what an undefined score becomes.
  Scores(std::span<double> values, tamis_reason* reasons, double worst)
      : values_(values), reasons_(reasons), worst_(worst) {}
  /// How many scores are wanted: one per candidate, one for Move::whole.
  std::size_t size() const { return values_.size(); }
  /// Place i, for a score that is a number or infinite. NaN, which is also what an unwritten place holds, is
  /// refused by the kernel as an error of the criterion.
  double& operator[](std::size_t i) const { return values_[i]; }
  /// All places, for what writes them at once.
  std::span<double> values() const { return values_; }
  /// Place i alone.
  Scores only(std::size_t i) const {
    return {values_.subspan(i, 1), reasons_ ? reasons_ + i : nullptr, worst_};
  }

  /// A score that does not exist (0/0 on a constant feature, say): the worst value, with the reason in a few
  /// words (at most 63 bytes), which the result shows. Then the rest of the features can still be ranked,
  /// which an exception would not allow.
  void undefined(std::size_t i, std::string_view reason) const {
    values_[i] = worst_;
    explain(i, reason);
  }
  /// A few words beside a score, which the result shows: why it is infinite (a perfect feature of a ratio,
  /// say; an infinite score has a reason), or what was decided about the feature.
  void explain(std::size_t i, std::string_view reason) const {
    if (reasons_) detail::copy_text(reasons_[i].text, sizeof reasons_[i].text, reason);
  }
  /// The score, or undefined with its reason.
  void write(std::size_t i, const Score& score) const {
    if (score.is_undefined()) return undefined(i, score.reason);
    values_[i] = score.value;
    if (!score.reason.empty()) explain(i, score.reason);
  }
  /// As they cross the boundary, or nullptr.
  tamis_reason* reasons() const { return reasons_; }

 private:
  std::span<double> values_;
  tamis_reason* reasons_;
  double worst_;
};

/// What work will cost, in elementary operations of about a nanosecond each on one core; the kernel turns
/// them into an estimate of time. Both are finite and not negative; a guess within a factor of a few will do.
struct Cost {
  double prepare = 0;        ///< of Criterion::prepare()
  double per_candidate = 0;  ///< of one score
};

/// Scores moves through the space of feature subsets. It is created with its options, prepared once for a
/// dataset, then asked for scores as often as a search wants.
///
/// A score is a pure function of data, options, seed, subset, move and candidate: state may only make it
/// faster. What the score means (of the feature, of the subset, of the loss) and which direction is better
/// stand in describe().
///
/// Phases, threads, errors: see Component. Calls come one at a time; a criterion works in parallel inside of
/// one, by Runtime::parallel_for(). For a method that looks at one feature or one subset at a time,
/// UnivariateCriterion and SubsetCriterion need one function only.
class Criterion : public Component {
 public:
  /// [setup] Does the work that no subset changes: ranks, bins, neighbour lists. Once, after configured() and
  /// before all scores. It also prepares the parts that its options name.
  ///
  /// Both arguments are views: copy them (data_ = data), their own addresses are gone when prepare() returns.
  /// What they show outlives this object.
  /// \param data     n >= 2 samples, d >= 1 features, finite, with a target of a kind that describe() names
  ///                 (targets()), prepared as it says: known for every sample unless it says uses_unknown(),
  ///                 codes where it says discrete().
  /// \param runtime  for this call and all later ones, until the object is destroyed.
  /// \throws DataError   when no subset of `data` can be scored; says what is at fault and what was expected.
  /// \throws ParamError  an option that does not go with `data`.
  /// \throws Error       what `runtime` and the parts throw, unchanged.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] Writes one score per candidate, in the unit that the method's page names. One call per step of
  /// a search, so that work which the candidates share is done once; subsets come in no order that can be
  /// relied on. The kernel has checked what is asked, and checks what is written.
  /// \param subset      distinct features in any order, perhaps none; a score must not depend on the order.
  /// \param move        one of those that describe() says are scored.
  /// \param candidates  distinct; for Move::add outside `subset`, for Move::remove inside
  ///                    it, empty for Move::whole.
  /// \param scores      as long as `candidates` (one place for Move::whole); every place is written.
  /// \throws NumericError  a computation failed: an iteration that does not settle, an overflow. A score that
  ///                       does not exist is Scores::undefined() instead.
  /// \throws Error  what Runtime and the parts throw, unchanged. The run ends; what was written is dropped.
  virtual void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) = 0;

  /// [scoring] Writes one score per subset: what score() with Move::whole gives for each of them. Searches that
  /// compare many subsets (exhaustive, say) call it, so that a method which is serial within one subset can work on
  /// several at once. By default it calls score() for one subset after the other.
  /// \param subsets  at least one, of distinct features in any order; only if describe() lists Move::whole.
  /// \param scores   one place per subset; every place is written.
  /// \throws Error  as score().
  virtual void score_subsets(const Subsets& subsets, Scores& scores) {
    for (std::size_t i = 0; i < subsets.size(); ++i) {
      Scores one = scores.only(i);
      score(subsets[i], Move::whole, {}, one);
    }
  }

  /// [scoring] What the method found besides scores: fitted rates, blankets, memberships. At the end of a
  /// run, after the last score(). It speaks of the subset of the latest score() call, and a criterion of
  /// losses perhaps of each feature as it left; a run that goes on where it was stopped asks for no more. Of
  /// a criterion that measures subsets and scores Move::whole, the kernel first asks for the whole of what
  /// was selected. A ranking scores no subset, so a criterion of subsets is then not asked to report. After a
  /// run that was cut short only a criterion of subsets is asked, where the budget of evaluations was what
  /// ended it. This is the only place that may look at Dataset::clean_target().
  /// \param out  copies what it is given; gone after the call.
  /// \throws Error  the run then has no result, so report nothing rather than throw.
  virtual void report(const Diagnostics& /*out*/) const {}

  /// [scoring] Of a criterion that measures features and knows the law of its scores under independence: the
  /// probability of a score at least as good as that of each feature, where the feature and the target are
  /// independent. By default there are none, and where a user asks for them the kernel shuffles the target.
  /// \param features  distinct.
  /// \param p         as long as `features`, NaN to begin with; 0..1 is written, and NaN is left where there is
  ///                  no such number: of a constant feature, or where the law does not hold for these data
  ///                  (soft labels, weights, groups of samples that go together, hardly any samples).
  /// \throws Error  as score().
  virtual void p_values(std::span<const Feature> /*features*/, std::span<double> /*p*/) const {}

  /// [scoring] Of a criterion that models the classes: p(true class of sample i = s | its features in `subset`, all
  /// labels), for samples of unknown label too. From it come suspects (`tamis noise`), soft labels
  /// (`data.soft.from`) and predictions (`evaluate.classifier`). By default there are none. report() speaks of
  /// `subset` afterwards.
  /// \param subset  sorted, distinct, at least one. Of a criterion that measures features: all of them.
  /// \param out     samples x classes, NaN to begin with. Rows of 0..1 that sum to 1 within 1e-9 are written, or
  ///                nothing, where nothing can be said: no two classes have samples, no feature varies.
  /// \throws Error  as score().
  virtual void memberships(Subset /*subset*/, Matrix /*out*/) {}

  /// [setup] Before prepare(): what the work on `data` will cost, so that a user is told before a long wait.
  /// Should be cheap itself.
  /// \param data  its sizes and its target only: of a later stage the features are not chosen yet
  ///              (has_dense() and has_codes() may be false). prepare() may get another one: keep nothing.
  /// \returns two numbers that are finite and not negative; anything else ends the run
  ///   as the criterion's error.
  /// \throws DataError, ParamError  what prepare() would refuse, so that no time is lost.
  virtual Cost cost(const Dataset& /*data*/) const { return {}; }
};

/// Keeps what prepare() is handed. A class that overrides prepare() calls this one from it.
class PreparedCriterion : public Criterion {
 public:
  /// Keeps both for data() and runtime().
  void prepare(const Dataset& data, const Runtime& runtime) override {
    data_ = data;
    runtime_ = runtime;
  }

 protected:
  /// As prepare() got it.
  const Dataset& data() const { return data_; }
  /// As prepare() got it.
  const Runtime& runtime() const { return runtime_; }

 private:
  Dataset data_;
  Runtime runtime_;
};

/// For a method that looks at one feature at a time (measures = feature): write one function, and the SDK
/// loops over the candidates in parallel.
class UnivariateCriterion : public PreparedCriterion {
 public:
  /// [scoring] The quality of one feature. Called from many threads at once.
  /// \param feature  n values, finite.
  /// \param target   as describe() asked for it.
  /// \throws Error  the run ends; without a place of its own, the error names this feature. A score that does
  ///                not exist is no error: `return undefined("constant");`.
  virtual Score score_column(Column feature, const Target& target) const = 0;

  /// Calls score_column() for each candidate, 8 in a block.
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    runtime().parallel_for(
        candidates.size(),
        [&](std::uint64_t i) {
          try {
            scores.write(i, score_feature(candidates[i]));
          } catch (Error& e) {
            if (e.at.subject == TAMIS_NOTHING) e.at = at_feature(candidates[i]);
            throw;
          }
        },
        8);
  }

 protected:
  /// score_column() of feature j, be it dense or sparse: of a sparse one a column is made for the call.
  Score score_feature(Feature j) const {
    if (data().has_dense()) return score_column(data().column(j), data().target());
    std::vector<double> values(data().samples());
    data().copy_column(j, values);
    return score_column(values, data().target());
  }
};

/// For a method that judges whole subsets (measures = subset): write one function, and the SDK makes every
/// move of it, the candidates in parallel.
class SubsetCriterion : public PreparedCriterion {
 public:
  /// [scoring] The quality of a subset. Called from many threads at once.
  /// \param subset  sorted, distinct; none where the last feature is removed.
  /// \param data    as prepare() got it.
  /// \throws Error  the run ends. A score that does not exist is no error: `return undefined("no feature");`.
  virtual Score score_subset(Subset subset, const Dataset& data) const = 0;

  /// Calls score_subset() for the subset after each move.
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    runtime().parallel_for(scores.size(), [&](std::uint64_t i) {
      std::vector<Feature> after(subset.begin(), subset.end());
      if (move == Move::add) after.push_back(candidates[i]);
      if (move == Move::remove) std::erase(after, candidates[i]);
      std::sort(after.begin(), after.end());
      scores.write(i, score_subset(after, data()));
    });
  }
  /// Calls score_subset() for each subset.
  void score_subsets(const Subsets& subsets, Scores& scores) override {
    runtime().parallel_for(subsets.size(), [&](std::uint64_t i) {
      std::vector<Feature> sorted(subsets[i].begin(), subsets[i].end());
      std::sort(sorted.begin(), sorted.end());
      scores.write(i, score_subset(sorted, data()));
    });
  }
};

}  // namespace tamis
