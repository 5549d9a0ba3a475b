/// \file stage.hpp
/// One search with one criterion, from the plan to what it found.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/defaults.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
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

/// What a stage is to reach on the features that it gets.
struct StageGoal {
  std::uint64_t keep = 0;
  std::vector<Feature> always;            ///< sorted
  std::vector<std::string> always_names;  ///< as the result shows them
  bool order_all = false;
  bool score_selected = false;  ///< as a whole, also after a ranking of single features

  /// The rule that chooses the size; null where there is none.
  const SizeRule* rule(const GoalOptions& options) const {
    return options.size_rule && !order_all ? &*options.size_rule : nullptr;
  }
};

/// Checks by the manifests what the config of a stage names, before any data are read.
/// \throws ParamError
void check_stage(const Registry& registry, const StageConfig& config);

/// Which columns a process of a team must have: all, those that it scores, or beside these the ones that are
/// selected.
enum class ColumnsRead { all, own, own_and_selected };
/// By the promises of the criterion; of one of subsets, where the search begins with none and adds.
/// \param order_all  as SelectConfig::order_all.
ColumnsRead columns_read(const Registry& registry, const StageConfig& config, const Defaults& defaults,
                         bool order_all);

/// Planned and composed when it is made; the data come later.
class Stage {
 public:
  /// \param config  outlives the stage.
  /// \param given   the target as it was loaded, for the default criterion.
  /// \param order_all  the goal is a ranking, for the default search.
  /// \throws ParamError, PluginError
  Stage(Registry& registry, const StageConfig& config, const Defaults& defaults, const Target& given,
        bool order_all);
  ~Stage();

  const StageConfig& config() const { return config_; }
  const Descriptor& criterion() const { return criterion_plan_.descriptor(); }
  /// What will be done, for people: "criterion 'x': what it does", the labels, the search, and what is kept, a line
  /// each.
  /// \param fit  the component that fits memberships in the place of the labels; "": none does.
  std::vector<std::string> announcements(const Dataset& data, const StageGoal& goal,
                                         const std::string& fit) const;
  /// Whether a ranking must walk through subsets, although nobody named a search that does.
  bool must_walk(Feature features, const StageGoal& goal) const;

  /// How many of the features this stage keeps, `always` included: where a rule chooses, as many as the
  /// search needs to show all sizes.
  /// \throws ParamError
  std::uint64_t keep(Feature features, const StageGoal& goal) const;
  /// Elementary operations, of which only the sizes and the target of `data` matter.
  double cost(const Dataset& data, const StageGoal& goal) const;
  /// Before the data are prepared, where knockoffs choose: makes what these need of the data as loaded.
  /// \param how  the data will be prepared.
  /// \throws ParamError, DataError  no knockoffs can be made of them.
  void take_unprepared(const LoadedData& data, const PreparationOptions& how, const StageGoal& goal,
                       KernelRuntime& kernel);
  /// Searches data that were prepared for the criterion.
  /// \param columns  where `data` are divided and subsets are scored; else null.
  /// \throws Error  what components throw.
  StageResult run(const LoadedData& data, const StageGoal& goal, KernelRuntime& kernel,
                  GatheredColumns* columns = nullptr);
  void record(Provenance& provenance) const;

 private:
  void search(KernelSpace& space, const Dataset& data, const StageGoal& goal, KernelRuntime& kernel);
  std::string labels_in_words(const Dataset& data, const std::string& fit) const;
  std::string search_in_words(Feature features, const StageGoal& goal) const;
  std::string keep_in_words(Feature features, const StageGoal& goal) const;
  /// As the search expects.
  double scores(Feature features, const StageGoal& goal) const;
  bool starts_full(Feature features, const StageGoal& goal) const;
  /// What is left to do of the rule that chooses the size, after the search; whether it came to its end.
  bool choose_size(PermutationStopping* size, KernelSpace& space, const LoadedData& loaded,
                   const StageGoal& goal, StageResult& result, bool finished, KernelRuntime& kernel);
  void report(ScoringChain& chain, const Dataset& data, const StageGoal& goal, StageResult& result, bool finished,
              KernelRuntime& kernel) const;
  Rng stream_of_rule(const KernelRuntime& kernel) const;
  static std::uint64_t smallest_size(const Traits& criterion, const StageGoal& goal);
  /// What the criterion says of the classes by the selected features, or by all that it is fitted to, beside what it
  /// reports.
  void add_memberships(StageResult& result, const Dataset& data) const;
  /// Scores the selected features as a whole; false where nothing was selected.
  static bool score_selected(KernelSpace& space, StageResult& result);

  Registry& registry_;
  const StageConfig& config_;
  bool criterion_by_default_, search_by_default_;
  std::string because_;  ///< of a default criterion: why it is one, and what it does not see
  Plan criterion_plan_, search_plan_;
  std::optional<Composed<Criterion>> criterion_;
  std::optional<Composed<SearchStrategy>> search_;
  std::unique_ptr<KnockoffFilter> knockoffs_;
};

}  // namespace tamis::framework
