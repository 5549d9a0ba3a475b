/// \file kernel_space.hpp
/// The kernel's side of tamis::SearchSpace, between a search and the scorers: it checks every call, counts scores,
/// keeps scores that do not change, and records the path.
#pragma once

#include <tamis/framework/kernel/descriptor.hpp>
#include <tamis/framework/kernel/scorer.hpp>
#include <tamis/search_strategy.hpp>
#include <tamis/traits.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tamis::framework {

/// One accepted step of a search.
struct PathStep {
  Move move = Move::add;
  Feature feature = 0;
  double score = 0;
  std::size_t size = 0;  ///< of the subset after the step
  std::string reason;    ///< the reason that the criterion gave for the score, or ""
};

/// A score with the reason that the criterion gave for it (why it is infinite, say), or "".
struct ReasonedScore {
  double value = 0;
  std::string reason;
};

/// One run of one search over the scores of one criterion. The search calls it through space(), from one thread; the
/// kernel reads the path, the counts and the scores after the search has returned or was stopped by an error. The scorer
/// and the memory behind `data` outlive it.
class KernelSpace {
 public:
  /// The user's limits on scoring.
  struct Limits {
    double tolerance = 0;  ///< scores this close are equal
    std::uint64_t max_evaluations = std::numeric_limits<std::uint64_t>::max();  ///< beyond: BudgetSpent
  };

  /// \param traits  of the criterion behind `scorer`.
  KernelSpace(Scorer& scorer, const Dataset& data, const Traits& traits, std::vector<Feature> always,
              Limits limits, Runtime runtime);
  KernelSpace(const KernelSpace&) = delete;
  KernelSpace& operator=(const KernelSpace&) = delete;

  /// Whether the subset (sorted) may grow by the feature.
  using StepFilter = std::function<bool(Subset, Feature)>;
  /// Calls `filter` before the path reaches a size for the first time. If it returns false, the path ends there and the
  /// search is stopped by Cancelled, as by a spent budget.
  void set_step_filter(StepFilter filter) { step_filter_ = std::move(filter); }
  /// Which of the candidates may not be added to the subset, by position, each with the reason or "".
  using AddFilter = std::function<Reasons(Subset, std::span<const Feature>)>;
  /// Candidates that `filter` refuses are not scored as additions to a subset: they get the worst score. If it refuses all of
  /// them, or a step, the search is stopped by Cancelled; a step of a ranking is left out of the path instead. For searches
  /// that only add features.
  void set_add_filter(AddFilter filter) { add_filter_ = std::move(filter); }
  /// Why the filter refused to add a feature at last, or "".
  const std::string& why_refused(Feature f) const;
  /// Whether a filter has stopped the search.
  bool stopped() const { return stopped_; }

  /// The view that the search gets.
  SearchSpace space() const { return SearchSpace(&table_); }
  /// The steps so far, also after an error.
  const std::vector<PathStep>& path() const { return path_; }
  /// The subset at the end of the path, sorted.
  std::vector<Feature> subset() const;
  /// The subset at the beginning of the path.
  const std::vector<Feature>& start() const { return start_; }
  /// How many scores count against the budget.
  std::uint64_t evaluations() const { return evaluations_; }
  /// How many more may be, or the largest number if there is no budget.
  std::uint64_t evaluations_left() const {
    constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
    return limits_.max_evaluations == kNoLimit ? kNoLimit : limits_.max_evaluations - evaluations_;
  }
  /// Whether scoring was refused because max_evaluations were spent.
  bool evaluations_spent() const { return evaluations_spent_; }
  /// Whether the search ranked single features: all were scored as moves from one subset, and none of the subsets on
  /// the path was scored itself.
  bool ranked() const { return path_.size() > 1 && !compared_subsets_; }

  /// A feature's own score; none if the criterion measures subsets, or if nobody asked for it yet.
  std::optional<ReasonedScore> feature_score(Feature f) const;
  /// The score of `subset` as a whole, for the kernel itself: neither counted nor part of the path. The criterion's
  /// next report is about `subset`.
  /// \throws Error  what the criterion throws.
  ReasonedScore score_whole(Subset subset);
  /// The score of adding f, for the kernel itself; counted unless it was already known.
  ReasonedScore score_of_adding(Subset subset, Feature f);
  /// Counts n scores that were computed elsewhere.
  /// \throws BudgetSpent  there are not so many left.
  void count(std::uint64_t n);

 private:
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void score_checked(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void score_allowed(Subset subset, std::span<const Feature> candidates, std::span<double> scores);
  void score_subsets(const Subsets& subsets, std::span<double> scores);
  void keep_whole(Subset subset, ReasonedScore score);
  void take_feature_scores(Subset subset, Move move, std::span<const Feature> candidates,
                           std::span<double> scores);
  void evaluate(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void ask(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void check_budget(std::uint64_t n);
  void check(Subset subset, Move move, std::span<const Feature> candidates) const;
  void note_comparison(Subset subset, Move move);
  void begin(Subset subset);
  void accept(Move move, Feature feature, ScoreOf scored);
  void accept_claimed(Move move, Feature feature, double claimed);
  bool is_here(Subset subset) const;
  void check_step(Move move, Feature feature) const;
  void take_step(Move move, Feature feature, ReasonedScore score);
  ReasonedScore score_of(Move move, Feature feature, ScoreOf scored);
  ReasonedScore score_of_claim(Move move, Feature feature, double claimed);
  ReasonedScore score_step(Move move, Feature feature);
  std::vector<Feature> subset_after(Move move, Feature feature) const;
  ReasonedScore with_reason(Feature feature, double score) const;
  void apply_step_filter(Feature feature, std::size_t size);
  bool may_add(Feature feature, bool by_own_score);
  void note_refused(std::span<const Feature> candidates, const Reasons& refused);
  template <class Work>
  void with_step(Move move, const Work& work) const;
  std::string step_name(Move move) const;

  Scorer& scorer_;
  Traits traits_;
  std::vector<Feature> always_, start_;
  Limits limits_;
  Runtime runtime_;
  std::vector<char> inside_;            // of the walk's subset
  std::vector<double> feature_scores_;  // measures = feature: scores by feature
  std::vector<char> feature_score_known_;
  std::unordered_map<Feature, std::string> reasons_;  // beside the latest score of each candidate
  std::string whole_reason_;                          // of the latest score of a whole subset
  std::vector<double> last_scores_;       // the latest score of each feature as a candidate; NaN: none
  std::vector<std::uint64_t> last_call_;  // in which it was given
  std::uint64_t calls_ = 0;               // that scored candidates
  Move latest_move_ = Move::whole;        // of the latest of them
  bool latest_is_here_ = false;           // it started from the subset at the end of the path
  /// The scores of whole subsets, sorted, that the search recently asked for.
  std::map<std::vector<Feature>, ReasonedScore> whole_scores_;
  std::vector<PathStep> path_;
  std::optional<std::vector<Feature>> first_scored_;  // the subset that was first asked about, sorted
  bool compared_subsets_ = false;                     // another one was asked about, or one as a whole
  std::uint64_t evaluations_ = 0;
  bool evaluations_spent_ = false;
  StepFilter step_filter_;
  std::size_t largest_ = 0;  // size of the walk's subsets so far
  AddFilter add_filter_;
  std::unordered_map<Feature, std::string> why_refused_;
  bool stopped_ = false;
  tamis_space table_;
};

}  // namespace tamis::framework
