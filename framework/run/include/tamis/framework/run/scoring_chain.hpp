/// \file scoring_chain.hpp
/// Everything between a search and a criterion, put together in one place.
#pragma once

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/kernel/scorer.hpp>
#include <tamis/framework/run/gathered_columns.hpp>
#include <tamis/framework/run/observed_scorer.hpp>
#include <tamis/framework/run/score_cache.hpp>
#include <tamis/framework/run/shared_scorer.hpp>
#include <tamis/framework/run/unit_scorer.hpp>

#include <optional>
#include <vector>

namespace tamis::framework {

/// The way of a candidate from the search to the criterion. Each part calls the next one:
///
///     search
///       KernelSpace      checks the call, counts it, keeps scores that do not change, records the path
///       UnitScorer       scores groups of features; above it features are units, below it the features of the data
///       ObservedScorer   reports scores and progress to the observer
///       CachingScorer    takes scores from the memory of the run (a checkpoint), and stores new ones there
///       SharedScorer     divides the candidates among the processes; only in a team
///       CriterionScorer  calls the criterion and checks what it writes
///     criterion
class ScoringChain {
 public:
  /// What a run asks for. References and pointers outlive the chain.
  struct Request {
    Composed<Criterion>& criterion;  ///< prepared before the first score
    const Plan& plan;                ///< of the criterion
    const LoadedData& data;          ///< as the criterion was prepared with
    const FeatureUnits& units;       ///< of the data: the features of the search
    std::vector<Feature> always{};   ///< units
    KernelSpace::Limits limits{};
    GroupScore group_score = GroupScore::best;
    double expected_scores = 0;          ///< for the observer; 0 or infinity: unknown
    GatheredColumns* columns = nullptr;  ///< of a divided table whose subsets are scored, else null
  };
  /// Who else takes part.
  enum class Company {
    run,    ///< the processes of the run share the work, and its observer is informed
    nobody  ///< one process scores by itself and informs nobody
  };

  /// \param runtime  that the criterion and the search use.
  ScoringChain(const Request& request, KernelRuntime& kernel, const Runtime& runtime,
               Company company = Company::run);
  ScoringChain(const ScoringChain&) = delete;
  ScoringChain& operator=(const ScoringChain&) = delete;

  KernelSpace& space() { return space_; }
  /// The data as the search sees them.
  Dataset seen_by_search() const { return view_.view(); }
  /// Call it before the criterion reports. If scores came from the cache or another process, it scores again so that the
  /// criterion's state matches its report: the latest call; for losses also each removed feature as it left.
  /// \throws Error  as Criterion::score().
  void bring_criterion_up_to_date();

 private:
  KernelRuntime& kernel_;
  Traits traits_;
  UnitView view_;
  bool is_divided_;
  GatheredColumns* columns_;
  CriterionScorer criterion_;
  std::optional<SharedScorer> shared_;
  CachingScorer cache_;
  ObservedScorer observed_;
  UnitScorer unit_scorer_;
  KernelSpace space_;
};

}  // namespace tamis::framework
