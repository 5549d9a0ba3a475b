/// \file kernel_space.hpp
/// The kernel's side of tamis::SearchSpace: it stands between every search and every criterion, checks what
/// crosses, counts, keeps what need not be computed twice, and records the path.
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

/// One step of a walk.
struct PathStep {
  Move move = Move::add;
  Feature feature = 0;
  double score = 0;
  std::size_t size = 0;  ///< of the subset after the step
  std::string reason;    ///< what the criterion says of the score, or ""
};

/// A score, and what the criterion says of it: why it is infinite, say, or "".
struct ReasonedScore {
  double value = 0;
  std::string reason;
};

/// One walk of one search through one criterion's scores. The search calls it through space(), from one
/// thread; the kernel reads the path, the counts and the scores afterwards, or after an error has stopped the
/// walk. The scorer and what `data` shows outlive it.
class KernelSpace {
 public:
  /// What the user allows of the scores.
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
  /// Asks `filter` before the walk reaches a size for the first time. Where it refuses, the walk ends there,
  /// and so does the search: with Cancelled, as by a spent budget.
  void set_step_filter(StepFilter filter) { step_filter_ = std::move(filter); }
  /// Whether a filter has stopped the walk.
  bool stopped() const { return stopped_; }

  /// What the search is handed.
  SearchSpace space() const { return SearchSpace(&table_); }
  /// The steps so far, also after an error.
  const std::vector<PathStep>& path() const { return path_; }
  /// The subset where the walk stands, sorted.
  std::vector<Feature> subset() const;
  /// Where the walk began.
  const std::vector<Feature>& start() const { return start_; }
  /// Scores that the criterion was asked for and that count.
  std::uint64_t evaluations() const { return evaluations_; }
  /// Whether scoring was refused because max_evaluations were spent.
  bool evaluations_spent() const { return evaluations_spent_; }
  /// Whether the walk went through subsets of which none was scored: single features were ranked, all as
  /// moves from one subset.
  bool ranked() const { return path_.size() > 1 && !compared_subsets_; }

  /// A feature's own score, where the criterion measures features and it was asked for.
  std::optional<ReasonedScore> feature_score(Feature f) const;
  /// The score of `subset` as a whole, for the kernel itself: neither counted nor part of the path. What the
  /// criterion reports next speaks of `subset`.
  /// \throws Error  what the criterion throws.
  ReasonedScore score_whole(Subset subset);
  /// The score of adding f, for the kernel itself: counted where it was not known.
  ReasonedScore score_of_adding(Subset subset, Feature f);
  /// Pays for n scores that were computed elsewhere.
  /// \throws BudgetSpent  there are not so many left.
  void count(std::uint64_t n);

 private:
  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void take_feature_scores(Subset subset, Move move, std::span<const Feature> candidates,
                           std::span<double> scores);
  void evaluate(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void ask(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores);
  void check_budget(std::uint64_t n);
  void check(Subset subset, Move move, std::span<const Feature> candidates) const;
  void note_comparison(Subset subset, Move move);
  void begin(Subset subset);
  void accept(Move move, Feature feature, double claimed);
  ReasonedScore score_of_step(Move move, Feature feature, double claimed);
  ReasonedScore with_reason(Feature feature, double score) const;
  void apply_step_filter(Feature feature, std::size_t size);
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
  std::vector<double> last_scores_;                          // the latest score of each feature; NaN: none
  /// Of whole subsets, sorted, that the search asked for of late.
  std::map<std::vector<Feature>, ReasonedScore> whole_scores_;
  std::vector<PathStep> path_;
  std::optional<std::vector<Feature>> first_scored_;  // the subset that was first asked about, sorted
  bool compared_subsets_ = false;                     // another one was asked about, or one as a whole
  std::uint64_t evaluations_ = 0;
  bool evaluations_spent_ = false;
  StepFilter step_filter_;
  std::size_t largest_ = 0;  // size of the walk's subsets so far
  bool stopped_ = false;
  tamis_space table_;
};

}  // namespace tamis::framework
