/// \file stage.hpp
/// One search with one criterion, from the plan to the result.
#pragma once

#include <tamis/framework/data/feature_units.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/run/defaults.hpp>
#include <tamis/framework/run/gathered_columns.hpp>
#include <tamis/framework/selection/select.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

class KnockoffFilter;
class PermutationStopping;
class ScoringChain;

/// The goal of a stage for the units of features that it gets.
struct StageGoal {
  std::uint64_t keep = 0;
  std::vector<Feature> always;            ///< units, sorted
  std::vector<std::string> always_names;  ///< for the result
  bool order_all = false;
  bool one_from_each = false;  ///< at most one feature of an exclusive group
  bool score_selected =
      false;  ///< score the selected subset as a whole, even after a ranking of single features

  /// The rule that chooses the size; null if there is none.
  const SizeRule* rule(const GoalOptions& options) const {
    return options.size_rule && !order_all ? &*options.size_rule : nullptr;
  }
};

/// Checks the config of a stage against the manifests, before any data are read.
/// \throws ParamError
void check_stage(const Registry& registry, const StageConfig& config);

/// Why this stage cannot select groups of features as one, a sentence without a full stop; "": it can, or its criterion is the
/// default for the target.
/// \param order_all  as SelectConfig::order_all.
std::string why_no_groups(const Registry& registry, const StageConfig& config, bool order_all);

/// The columns that a process of a team must have: all; its own candidates; or these and the selected features.
enum class ColumnsRead { all, own, own_and_selected };
/// Derived from the traits of the criterion. `own_and_selected` requires a search that starts empty and adds features.
/// \param order_all  as SelectConfig::order_all.
ColumnsRead columns_read(const Registry& registry, const StageConfig& config, const Defaults& defaults,
                         bool order_all);

/// The constructor plans and composes the components; run() gets the data. Wherever features are counted here, groups that are
/// selected as one count as one (FeatureUnits).
class Stage {
 public:
  /// \param config  outlives the stage.
  /// \param given   the target as it was loaded, for the default criterion.
  /// \param order_all      the goal is a ranking, for the default search.
  /// \param one_from_each  as StageGoal::one_from_each.
  /// \throws ParamError, PluginError
  Stage(Registry& registry, const StageConfig& config, const Defaults& defaults, const Target& given,
        bool order_all, bool one_from_each = false);
  ~Stage();

  const StageConfig& config() const { return config_; }
  const Plan& criterion_plan() const { return criterion_plan_; }
  const Descriptor& criterion() const { return criterion_plan_.descriptor(); }
  /// A description of the work for the user, a line each: the criterion with its summary, the labels, the search, and how
  /// many features are kept.
  /// \param fit  the component whose fitted memberships replace the labels; "" if there is none.
  std::vector<std::string> announcements(const Dataset& data, const FeatureUnits& units,
                                         const StageGoal& goal, const std::string& fit) const;
  /// Whether a ranking needs a search through subsets although the user named no such search.
  bool must_walk(Feature features, const StageGoal& goal) const;

  /// How many features this stage keeps, including `always`. If a rule chooses the size, it is the number with which the
  /// search passes through all sizes.
  /// \throws ParamError
  std::uint64_t keep(Feature features, const StageGoal& goal) const;
  /// The expected cost in elementary operations. It depends only on the sizes and the target of `data`.
  double cost(const Dataset& data, Feature units, const StageGoal& goal) const;
  /// Call it before the data are prepared: if knockoffs choose the size, it derives them from the data as loaded.
  /// \param how  how the data will be prepared.
  /// \throws ParamError, DataError  the data admit no knockoffs.
  void take_unprepared(const LoadedData& data, const PreparationOptions& how, const StageGoal& goal,
                       KernelRuntime& kernel);
  /// Runs the search on data that were prepared for the criterion.
  /// \param units    of `data`.
  /// \param columns  if `data` are divided among processes and subsets are scored; else null.
  /// \throws Error  what components throw.
  StageResult run(const LoadedData& data, const FeatureUnits& units, const StageGoal& goal,
                  KernelRuntime& kernel, GatheredColumns* columns = nullptr);
  void record(Provenance& provenance) const;

 private:
  void search(KernelSpace& space, const Dataset& data, const StageGoal& goal, KernelRuntime& kernel);
  std::string labels_in_words(const Dataset& data, const std::string& fit) const;
  std::string search_in_words(Feature features, const StageGoal& goal) const;
  std::string keep_in_words(const FeatureUnits& units, const StageGoal& goal) const;
  /// The number of scores that the search expects to need.
  double scores(Feature features, const StageGoal& goal) const;
  bool starts_full(Feature features, const StageGoal& goal) const;
  /// Completes the rule that chooses the size, after the search. Returns whether it completed.
  bool choose_size(PermutationStopping* size, KernelSpace& space, const LoadedData& loaded,
                   const FeatureUnits& units, const StageGoal& goal, StageResult& result, bool finished,
                   KernelRuntime& kernel);
  void report(ScoringChain& chain, const Dataset& data, const FeatureUnits& units, const StageGoal& goal,
              StageResult& result, bool finished, KernelRuntime& kernel) const;
  Rng stream_of_rule(const KernelRuntime& kernel) const;
  static std::uint64_t smallest_size(const Traits& criterion, const StageGoal& goal);
  /// Adds to the report the criterion's class probabilities, given the selected features or, if it is always fitted to
  /// all features, given all.
  void add_memberships(StageResult& result, const Dataset& data, const FeatureUnits& units) const;
  /// Scores the selected features as a whole. Returns false if nothing was selected.
  static bool score_selected(KernelSpace& space, StageResult& result);

  Registry& registry_;
  const StageConfig& config_;
  bool criterion_by_default_, search_by_default_;
  std::string because_;  ///< why a default criterion was chosen, and what it cannot detect
  Plan criterion_plan_, search_plan_;
  std::optional<Composed<Criterion>> criterion_;
  std::optional<Composed<SearchStrategy>> search_;
  std::unique_ptr<KnockoffFilter> knockoffs_;
};

}  // namespace tamis::framework
