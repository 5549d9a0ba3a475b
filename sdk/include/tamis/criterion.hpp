/// \file criterion.hpp
/// How good is this move? The one question that every search asks.
#pragma once

#include <tamis/abi/criterion.h>
#include <tamis/component.hpp>
#include <tamis/dataset.hpp>
#include <tamis/diagnostics.hpp>
#include <tamis/runtime.hpp>

#include <cmath>
#include <limits>

namespace tamis {

/// Distinct features. Their order must not change a score.
using Subset = std::span<const Feature>;

/// add: the candidate joins the subset; remove: it leaves; whole: one score, of the subset itself.
enum class Move : int { add = TAMIS_ADD, remove = TAMIS_REMOVE, whole = TAMIS_WHOLE };
/// As manifests and results write them.
inline constexpr std::string_view kMoveNames[] = {"add", "remove", "whole"};

/// A score, or the reason why there is none. Converts from double, so that most methods just return a number.
struct Score {
  double value = 0;
  std::string_view reason;
  constexpr Score(double v) : value(v) {}
  constexpr Score(double v, std::string_view why) : value(v), reason(why) {}
  bool is_undefined() const { return std::isnan(value) && !reason.empty(); }
};
/// `return undefined("constant");` for a feature that cannot be scored; the text must outlive the call.
constexpr Score undefined(std::string_view reason) {
  return {std::numeric_limits<double>::quiet_NaN(), reason};
}

/// Where a criterion writes: one place per candidate. Places may be written from different threads.
class Scores {
 public:
  Scores(std::span<double> values, tamis_reason* reasons, double worst)
      : values_(values), reasons_(reasons), worst_(worst) {}
  std::size_t size() const { return values_.size(); }
  double& operator[](std::size_t i) const { return values_[i]; }
  std::span<double> values() const { return values_; }

  /// A score that does not exist (0/0 on a constant feature, say): the worst value, with the reason in a few
  /// words (at most 63 bytes), which the result shows.
  void undefined(std::size_t i, std::string_view reason) const {
    values_[i] = worst_;
    explain(i, reason);
  }
  /// A reason beside an infinite score that is not the worst one (a perfect feature of a ratio, say).
  void explain(std::size_t i, std::string_view reason) const {
    if (reasons_) detail::copy_text(reasons_[i].text, sizeof reasons_[i].text, reason);
  }
  /// The score, or undefined with its reason.
  void write(std::size_t i, const Score& score) const {
    if (score.is_undefined()) return undefined(i, score.reason);
    values_[i] = score.value;
    if (!score.reason.empty()) explain(i, score.reason);
  }
  tamis_reason* reasons() const { return reasons_; }

 private:
  std::span<double> values_;
  tamis_reason* reasons_;
  double worst_;
};

/// Elementary operations, about a nanosecond each on one core; the kernel turns them into an estimate of
/// time.
struct Cost {
  double prepare = 0;
  double per_candidate = 0;
};

/// Scores moves through the space of feature subsets. It is created with its options, prepared once for a
/// dataset, then asked for scores as often as a search wants.
///
/// A score is a pure function of data, options, seed, subset, move and candidate: state may only make it
/// faster. What the score means (of the feature, of the subset, of the loss) and which direction is better
/// stand in describe().
///
/// Phases: [setup] once, before scoring; [scoring] after prepare() returned. One call at a time; use
/// Runtime::parallel_for inside.
class Criterion : public Component {
 public:
  /// [setup] Does the work that no subset changes: ranks, bins, neighbour lists.
  /// \param data  n >= 2 samples, d >= 1 features, finite, with a target of a kind that describe() consumes;
  ///              what it shows outlives this object. Both are views: copy them (data_ = data), their own
  ///              addresses are gone when prepare() returns.
  /// \throws DataError  when no subset of `data` can be scored; says what is at fault and what was expected.
  virtual void prepare(const Dataset& data, Runtime& runtime) = 0;

  /// [scoring] Writes one score per candidate, in the unit that the method's page names. One call per step of
  /// a search, so that work which the candidates share is done once. \param candidates  for Move::add outside
  /// `subset`, for Move::remove inside it, empty for Move::whole. \param scores      as long as `candidates`
  /// (one place for Move::whole).
  virtual void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) = 0;

  /// [scoring] What the method found besides scores. It speaks of the subset of the latest score() call: of a
  /// criterion that measures subsets and scores Move::whole, the kernel first asks for the whole of what was
  /// selected, so that the report is about the outcome and not about the last step that was tried. A ranking
  /// of single features goes through no subset, and such a criterion is then not asked to report.
  virtual void report(const Diagnostics&) const {}

  /// Before prepare(): what the work on `data` will cost, so that a user is told before a long wait. Reads
  /// the sizes and the target only: of a later stage the features are not chosen yet (has_dense() is false).
  /// Both numbers are finite and not negative.
  virtual Cost cost(const Dataset&) const { return {}; }
};

/// For a method that looks at one feature at a time (measures = feature): write one function, and the SDK
/// loops over the candidates in parallel.
class UnivariateCriterion : public Criterion {
 public:
  /// The quality of one feature. Called from many threads.
  virtual Score score_column(Column feature, const Target& target) const = 0;

  void prepare(const Dataset& data, Runtime& runtime) override {
    data_ = data;
    runtime_ = runtime;
  }
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    runtime_.parallel_for(
        candidates.size(),
        [&](std::uint64_t i) {
          try {
            scores.write(i, score_column(data_.column(candidates[i]), data_.target()));
          } catch (Error& e) {
            if (e.at.subject == TAMIS_NOTHING) e.at = at_feature(candidates[i]);
            throw;
          }
        },
        8);
  }

 protected:
  const Dataset& data() const { return data_; }
  const Runtime& runtime() const { return runtime_; }

 private:
  Dataset data_;
  Runtime runtime_;
};

/// For a method that judges whole subsets (measures = subset): write one function, and the SDK makes every
/// move of it, one candidate after the other in parallel.
class SubsetCriterion : public Criterion {
 public:
  /// The quality of `subset`, sorted. Called from many threads.
  virtual Score score_subset(Subset subset, const Dataset& data) const = 0;

  void prepare(const Dataset& data, Runtime& runtime) override {
    data_ = data;
    runtime_ = runtime;
  }
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    runtime_.parallel_for(scores.size(), [&](std::uint64_t i) {
      std::vector<Feature> after(subset.begin(), subset.end());
      if (move == Move::add) after.push_back(candidates[i]);
      if (move == Move::remove) std::erase(after, candidates[i]);
      std::sort(after.begin(), after.end());
      scores.write(i, score_subset(after, data_));
    });
  }

 protected:
  const Dataset& data() const { return data_; }
  const Runtime& runtime() const { return runtime_; }

 private:
  Dataset data_;
  Runtime runtime_;
};

}  // namespace tamis
