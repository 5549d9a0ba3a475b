/// \file criterion.hpp
/// Criteria: methods that score features and subsets.
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

/// A set of distinct features. A score must not depend on their order.
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
  Subset operator[](std::size_t i) const {
    return features_.subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }
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

/// add: the candidate joins the subset; remove: the candidate leaves it; whole: the subset itself, one score.
enum class Move : int { add = TAMIS_ADD, remove = TAMIS_REMOVE, whole = TAMIS_WHOLE };
/// The names of Move, in its order, as manifests and results write them.
inline constexpr std::string_view kMoveNames[] = {"add", "remove", "whole"};

/// A score with an optional remark, or the reason why the score is undefined. It converts from double, so that most methods
/// just return a number.
struct Score {
  double value = 0;         ///< NaN if undefined
  std::string_view reason;  ///< why it is undefined, or a remark; the text must outlive the call
  /// A number, or an infinity that needs no reason.
  constexpr Score(double v) : value(v) {}
  /// A number with a reason; see undefined().
  constexpr Score(double v, std::string_view why) : value(v), reason(why) {}
  /// Whether the score is undefined with a reason; a NaN without a reason is an error of the criterion.
  bool is_undefined() const { return std::isnan(value) && !reason.empty(); }
};
/// `return undefined("constant");` for a feature that cannot be scored; the text must outlive the call.
constexpr Score undefined(std::string_view reason) {
  return {std::numeric_limits<double>::quiet_NaN(), reason};
}

/// The output of a criterion: one place per candidate, in their order. Each place must be written once. Different places may
/// be written from different threads. A view, valid during Criterion::score().
class Scores {
 public:
  /// For the SDK and for tests.
  /// \param values   the places.
  /// \param reasons  as long as `values`, or nullptr: reasons are ignored.
  /// \param worst    the value of an undefined score.
  Scores(std::span<double> values, tamis_reason* reasons, double worst)
      : values_(values), reasons_(reasons), worst_(worst) {}
  /// The number of scores: one per candidate, one for Move::whole.
  std::size_t size() const { return values_.size(); }
  /// Place i, for a finite or infinite score. The kernel refuses NaN, which is also the content of an unwritten place, as
  /// an error of the criterion.
  double& operator[](std::size_t i) const { return values_[i]; }
  /// All places, to write them at once.
  std::span<double> values() const { return values_; }
  /// Place i alone.
  Scores only(std::size_t i) const {
    return {values_.subspan(i, 1), reasons_ ? reasons_ + i : nullptr, worst_};
  }

  /// Writes an undefined score (0/0 on a constant feature, say): the worst value with a short reason (at most 63 bytes),
  /// which the result shows. Unlike an exception, it lets the other features be ranked.
  void undefined(std::size_t i, std::string_view reason) const {
    values_[i] = worst_;
    explain(i, reason);
  }
  /// Adds a short remark to a score, which the result shows: why it is infinite (an infinite score needs a reason), or what
  /// was decided about the feature.
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

/// The expected cost of work, in elementary operations of about a nanosecond each on one core; the kernel turns it into an
/// estimate of time. Both numbers are finite and not negative. An estimate within a factor of a few is good enough.
struct Cost {
  double prepare = 0;        ///< of Criterion::prepare()
  double per_candidate = 0;  ///< of one score
};

/// Scores moves between feature subsets. The kernel creates it with its options, prepares it once for a dataset, and then
/// calls score() as often as the search needs.
///
/// A score is a pure function of data, options, seed, subset, move and candidate: state may only make it faster. describe()
/// declares what the score measures (a feature, a subset, a loss) and which direction is better.
///
/// For phases, threads and errors see Component. The kernel makes one call at a time; a criterion works in parallel within a
/// call, by Runtime::parallel_for(). For methods that score one feature or one subset at a time, derive from
/// UnivariateCriterion or SubsetCriterion, which need one function only.
class Criterion : public Component {
 public:
  /// [setup] Does the work that does not depend on the subset: ranks, bins, neighbour lists. Called once, after
  /// configured() and before any score. It also prepares the parts that its options name.
  ///
  /// Both arguments are views: copy them (data_ = data), since the arguments themselves are destroyed when prepare()
  /// returns. The memory that they show outlives this object.
  /// \param data     n >= 2 samples, d >= 1 features, finite, with a target of a kind that describe() lists (targets()).
  ///                 The target is known for every sample unless describe() says uses_unknown(); there are codes if it
  ///                 says discrete().
  /// \param runtime  for this call and all later ones, until the object is destroyed.
  /// \throws DataError   if no subset of `data` can be scored; with the cause and what was expected.
  /// \throws ParamError  an option that is impossible for `data`.
  /// \throws Error       exceptions of `runtime` and the parts, unchanged.
  virtual void prepare(const Dataset& data, const Runtime& runtime) = 0;

  /// [scoring] Writes one score per candidate, in the unit given on the method's page. A search makes one call per step, so
  /// that work common to the candidates is done once. Do not rely on any order of the subsets from call to call. The kernel
  /// has checked the arguments, and checks the scores.
  /// \param subset      distinct features in any order, possibly none; a score must not depend on the order.
  /// \param move        one of the moves that describe() lists.
  /// \param candidates  distinct; for Move::add outside `subset`, for Move::remove inside
  ///                    it, empty for Move::whole.
  /// \param scores      as long as `candidates` (one place for Move::whole); every place is written.
  /// \throws NumericError  a computation failed: no convergence, an overflow. For an undefined score call
  ///                       Scores::undefined() instead.
  /// \throws Error  exceptions of Runtime and the parts, unchanged. The run ends; the scores written are ignored.
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

  /// [scoring] Reports results besides scores: fitted rates, blankets. Called at the end of a run, after the last score().
  /// The report is about the subset of the latest score() call; a criterion of losses may also report on each removed
  /// feature as it left. The kernel makes sure that the calls needed for this have been made, also when it continues an
  /// interrupted run. If the criterion measures subsets and scores Move::whole, the kernel first scores the selected subset
  /// as a whole. After a ranking, which scores no subset, a criterion of subsets is not asked to report. After a run that
  /// was cut short, only a criterion of subsets reports, and only if the budget of evaluations was spent. This is the only
  /// function that may read Dataset::clean_target().
  /// \param out  copies its arguments; valid during the call.
  /// \throws Error  the run then has no result, so report nothing rather than throw.
  virtual void report(const Diagnostics& /*out*/) const {}

  /// [scoring] For a criterion that measures features and knows the distribution of its scores under independence: writes
  /// the p value of each feature, the probability of a score at least as good if feature and target are independent. By
  /// default there are none; if the user asks for p values, the kernel then shuffles the target.
  /// \param features  distinct.
  /// \param p         as long as `features`, all NaN before the call. Write values of 0..1, and leave NaN where there is no
  ///                  p value: for a constant feature, or if the distribution does not hold for these data (soft labels,
  ///                  weights, dependent samples, too few samples).
  /// \throws Error  as score().
  virtual void p_values(std::span<const Feature> /*features*/, std::span<double> /*p*/) const {}

  /// [scoring] For a criterion that models the classes: writes p(true class of sample i = s | its features in `subset`, all
  /// labels), also for samples of unknown label. The kernel derives from it suspects (`tamis noise`), soft labels
  /// (`data.soft.from`) and predictions (`evaluate.classifier`). By default there are none. report() is about `subset`
  /// afterwards.
  /// \param subset  sorted, distinct, at least one feature. A criterion that measures features gets all of them.
  /// \param out     samples x classes, all NaN before the call. Write rows of 0..1 that sum to 1 within 1e-9, or nothing at
  ///                all if no estimate is possible: fewer than two classes have samples, or no feature varies.
  /// \throws Error  as score().
  virtual void memberships(Subset /*subset*/, Matrix /*out*/) {}

  /// [setup] Called before prepare(): the expected cost of the work on `data`, so that the user can be warned of a long
  /// run. It should be cheap itself.
  /// \param data  only its sizes and its target may be read; features may be absent, since an earlier stage may not have
  ///              chosen them yet (has_dense() and has_codes() may be false). prepare() may get other data: keep nothing.
  /// \returns two numbers that are finite and not negative. Any other number ends the run as an error of the criterion.
  /// \throws DataError, ParamError  if prepare() would refuse the data; thrown here, it wastes no time.
  virtual Cost cost(const Dataset& /*data*/) const { return {}; }
};

/// Keeps the arguments of prepare(). A class that overrides prepare() calls this one from it.
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

/// The base of methods that score one feature at a time (measures = feature): write one function, and the SDK loops over
/// the candidates in parallel.
class UnivariateCriterion : public PreparedCriterion {
 public:
  /// [scoring] The quality of one feature. Called from many threads at once.
  /// \param feature  n values, finite.
  /// \param target   as describe() asked for it.
  /// \throws Error  the run ends; an error without a subject names this feature. An undefined score is not an error:
  ///                `return undefined("constant");`.
  virtual Score score_column(Column feature, const Target& target) const = 0;
  /// [scoring] The same of a feature with missing cells; for a criterion that says takes_missing(), which overrides it.
  /// \param missing  n: not 0 where the cell is missing; at least one is. What stands in such a cell is arbitrary.
  /// \throws Error  as score_column().
  virtual Score score_known(Column feature, std::span<const std::uint8_t> missing,
                            const Target& target) const {
    static_cast<void>(missing);
    return score_column(feature, target);
  }

  /// Calls score_column() for each candidate, or score_known(); 8 in a block.
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
  /// score_column() of feature j, dense or sparse: a sparse feature is expanded to a column for the call. score_known() if
  /// cells of it are missing.
  Score score_feature(Feature j) const {
    if (data().has_missing(j)) return score_known(data().column(j), data().missing(j), data().target());
    if (data().has_dense()) return score_column(data().column(j), data().target());
    std::vector<double> values(data().samples());
    data().copy_column(j, values);
    return score_column(values, data().target());
  }
};

/// The base of methods that score whole subsets (measures = subset): write one function, and the SDK derives every move from
/// it, candidates in parallel.
class SubsetCriterion : public PreparedCriterion {
 public:
  /// [scoring] The quality of a subset. Called from many threads at once.
  /// \param subset  sorted, distinct; empty if the last feature is removed.
  /// \param data    as prepare() got it.
  /// \throws Error  the run ends. An undefined score is not an error: `return undefined("no feature");`.
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
