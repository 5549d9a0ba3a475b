#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/selection/select.hpp>

#include "outcome.hpp"

#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/preparation_undo.hpp>
#include <tamis/framework/labels/soft_labels.hpp>
#include <tamis/framework/run/cell_reader.hpp>
#include <tamis/framework/run/describe_data.hpp>
#include <tamis/framework/run/refuse_unused.hpp>
#include <tamis/framework/run/run_notes.hpp>
#include <tamis/framework/selection/compatibility.hpp>
#include <tamis/framework/selection/stage.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

/// The place of a unit among sorted ones that contain it.
Feature place_in(const std::vector<Feature>& sorted, Feature f) {
  return static_cast<Feature>(std::lower_bound(sorted.begin(), sorted.end(), f) - sorted.begin());
}

/// One run, step by step; what a step makes, the next ones use.
class Selection {
 public:
  Selection(Registry& registry, const SelectConfig& config, LoadedData data, const RuntimeOptions& options,
            Observer& observer)
      : registry_(registry),
        config_(config),
        data_(std::move(data)),
        kernel_(with_files(options), observer),
        notes_(observer, kernel_),
        units_(data_.parts()),
        numbers_(units_.size()) {
    std::iota(numbers_.begin(), numbers_.end(), Feature{0});
    result_.seed = options.seed;
    result_.feature_names = feature_names(UnitView(data_.view(), units_).view());
    result_.units = units_;
    result_.run =
        nlohmann::json{{"config", asked_for(config, {"data", "criterion", "search", "stage", "seed"})},
                       {"order_all", config.order_all}};
  }

  SelectionResult run(const Defaults& defaults) {
    notes_.announce(data_);
    if (config_.data.sample) draw_sample(data_, *config_.data.sample, result_.seed);
    notes_.announce(data_);
    find_always();
    soften_target();
    for (std::size_t s = 0; s < config_.stages.size(); ++s)
      stages_.push_back(std::make_unique<Stage>(registry_, config_.stages[s], defaults, data_.view().target(),
                                                goals_[s].order_all, goals_[s].one_from_each));
    refuse_unused();
    refuse_budget_without_costs();
    refuse_void_promises();
    if (units_.has_groups()) refuse_unscored_groups();
    set_keeps();
    if (config_.chained) forecast();
    nlohmann::json described = describe_data(data_);
    run_stages();
    if (config_.digest_inputs)
      for (const InputFile& file : kernel_.files()) result_.provenance.add(file);
    if (!config_.chained) described = describe_data(data_);  // as the criterion got them
    static_cast<StageResult&>(result_) =
        config_.chained ? outcome_of(result_.stages) : std::move(result_.stages.back());
    if (!config_.chained) result_.stages.clear();
    described["options"] = data_options_;
    result_.data = std::move(described);
    kernel_.say_counts();
    result_.notes = notes_.notes();
    result_.warnings = kernel_.warnings();
    return std::move(result_);
  }

 private:
  void soften_target() {
    data_options_ = to_json(config_.data);
    if (!config_.data.soft_from) return;
    result_.provenance.add(plan_soft_labels(registry_, config_.data));
    nlohmann::json fit = take_soft_labels(registry_, config_.data, data_, kernel_);
    fit_ = fit.value("use", "");
    data_options_["soft"] = {{"from", std::move(fit)}};
    notes_.announce(data_);
  }

  /// What later stages must always keep, the earlier ones must too.
  void find_always() {
    goals_.resize(config_.stages.size());
    for (std::size_t s = goals_.size(); s-- > 0;) {
      const GoalOptions& wanted = config_.stages[s].goal;
      goals_[s].always_names = wanted.always;
      goals_[s].always = find_units(wanted.always, wanted.path + ".always");
      goals_[s].order_all = config_.order_all && s + 1 == goals_.size();
      goals_[s].one_from_each = config_.data.one_from_each && !config_.order_all && s + 1 == goals_.size();
      goals_[s].score_selected = config_.score_selected;
      if (s + 1 == goals_.size()) continue;
      for (const std::string& name : goals_[s + 1].always_names)
        if (std::find(wanted.always.begin(), wanted.always.end(), name) == wanted.always.end())
          goals_[s].always_names.push_back(name);
      std::vector<Feature> both;
      std::set_union(goals_[s].always.begin(), goals_[s].always.end(), goals_[s + 1].always.begin(),
                     goals_[s + 1].always.end(), std::back_inserter(both));
      goals_[s].always = std::move(both);
    }
  }

  /// By name; the name of a feature in a group is that of the group.
  std::vector<Feature> find_units(std::vector<std::string> names, const std::string& who) const {
    for (std::string& name : names) {
      const auto& known = data_.parts().feature_names;
      const auto at = std::ranges::find(known, name);
      if (at == known.end()) continue;
      const Feature unit = units_.unit_of(static_cast<Feature>(at - known.begin()));
      if (units_.is_group(unit)) name = units_.group_name(unit);
    }
    return find_features(UnitView(data_.view(), units_).view(), names, who);
  }

  void refuse_unscored_groups() const {
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      check_scores_groups(registry_, stages_[s]->criterion());
      const SizeRule* rule = goals_[s].rule(config_.stages[s].goal);
      if (rule && rule->kind == SizeRule::Kind::knockoffs)
        throw ParamError(fmt::format(
            "{}.keep asks for knockoffs, which are drawn for single features and not for groups; leave "
            "out `data.feature_groups` and `data.categories`, or use `search.keep = \"p_values\"`",
            config_.stages[s].goal.path));
    }
  }

  /// Knockoffs promise nothing of labels that were mended, or features that were chosen, by what they are to judge.
  void refuse_void_promises() const {
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      const SizeRule* rule = goals_[s].rule(config_.stages[s].goal);
      if (!rule || rule->kind != SizeRule::Kind::knockoffs) continue;
      const std::string& path = config_.stages[s].goal.path;
      if (config_.data.soft_from)
        throw ParamError(fmt::format(
            "{}.keep asks for knockoffs, and `data.soft` replaces the labels by memberships that are fitted to the "
            "features: of what is selected then half can be false, whatever share was asked for; give knockoffs the "
            "labels as they were observed, since flips that do not depend on the features void no promise",
            path));
      if (std::any_of(stages_.begin(), stages_.begin() + static_cast<std::ptrdiff_t>(s),
                      [](const auto& stage) { return stage->criterion().traits.targets != Targets::none; }))
        throw ParamError(fmt::format(
            "{}.keep asks for knockoffs of features that an earlier stage chose by the same labels, of which nothing "
            "can be promised; let the first stage ask for them, or let the earlier ones not read the target",
            path));
    }
  }

  void refuse_unused() const {
    std::vector<const Descriptor*> criteria;
    for (const auto& stage : stages_) {
      criteria.push_back(&stage->criterion());
      refuse_unused_weights(registry_, data_.parts(), stage->criterion_plan());
      refuse_missing_cells(registry_, data_.parts(), *criteria.back());
    }
    if (!config_.keeps_groups_whole() && !fit_uses_groups())
      refuse_unused_groups(
          registry_, data_.parts(), criteria,
          ", or ask for [evaluate], [stability] or `search.keep = \"auto\"`, which keep them whole");
  }

  void refuse_budget_without_costs() const {
    for (const StageConfig& stage : config_.stages)
      if (stage.goal.max_cost && data_.parts().feature_costs.empty())
        throw ParamError(fmt::format(
            "`{0}.max_cost` limits what the selected features cost, and no costs are given; give them with "
            "`data.feature_cost`, or say how many features to keep with `{0}.keep`",
            stage.goal.path));
  }

  /// Whether the fit behind the soft labels has used them.
  bool fit_uses_groups() const {
    return config_.data.soft_from && plan_soft_labels(registry_, config_.data).descriptor().traits.groups;
  }

  /// How many features each stage keeps of those that it will get, before the first one begins.
  void set_keeps() {
    Feature width = units_.size();
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      goals_[s].keep = stages_[s]->keep(width, goals_[s]);
      width = static_cast<Feature>(goals_[s].keep);
    }
  }

  /// Refuses what a later stage cannot work with, and announces the cost of all, before the first one begins.
  void forecast() {
    loaded_.emplace(data_);
    double operations = 0;
    Feature width = units_.size();
    const double features_per_unit = static_cast<double>(data_.features()) / width;
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      const Descriptor& criterion = stages_[s]->criterion();
      LoadedData expected = loaded_->without_features();
      prepare_data(expected, requirements_of(criterion.traits), Standardise::none, criterion.id);
      tamis_dataset view = *expected.view().raw();
      view.features = static_cast<Feature>(std::lround(width * features_per_unit));
      view.dense = {};
      operations += stages_[s]->cost(Dataset(&view), width, goals_[s]);
      width = static_cast<Feature>(goals_[s].keep);
    }
    kernel_.announce_cost(operations);
  }

  void run_stages() {
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      result_.stages.push_back(run_stage(s));
      stages_[s]->record(result_.provenance);
      stages_[s].reset();  // its components speak of data that are about to change
      const StageResult& found = result_.stages.back();
      if (found.status != StageResult::Status::complete || s + 1 == stages_.size()) return;
      if (std::none_of(found.ranking.begin(), found.ranking.end(),
                       [](const RankedFeature& f) { return f.selected; })) {
        kernel_.warn(
            fmt::format("stage {} selected no feature, so the later ones have none to work on", s + 1));
        return;
      }
    }
  }

  StageResult run_stage(std::size_t s) {
    Stage& stage = *stages_[s];
    const Descriptor& criterion = stage.criterion();
    if (config_.chained) notes_.set_prefix(fmt::format("stage {}: ", s + 1));
    if (s > 0) select_features(s);
    for (const std::string& line : stage.announcements(data_.view(), units_, goals_[s], fit_))
      notes_.note(line);
    stage.take_unprepared(data_, config_.data, goals_[s], kernel_);
    if (config_.chained)
      loaded_->prepare(data_, requirements_of(criterion.traits), config_.data, criterion.id);
    else
      prepare_data(data_, requirements_of(criterion.traits), config_.data, criterion.id);
    notes_.announce(data_);
    warn_of_doubtful_tests(s);
    if (!config_.chained)
      kernel_.announce_cost(stage.cost(data_.view(), units_.size(), goals_[s]),
                            stage.must_walk(units_.size(), goals_[s]));
    try {
      std::optional<GatheredColumns> columns;
      if (!data_.parts().is_whole() && properties(criterion.traits.measures).depends_on_subset)
        columns.emplace(data_, kernel_);
      StageResult result = stage.run(data_, units_, goals_[s], kernel_, columns ? &*columns : nullptr);
      if (result.status != StageResult::Status::interrupted)  // who stops a run waits for its end
        result.redundancy = redundancy_of(result);
      if (config_.chained) result.data = describe_data(data_);
      number_as_loaded(result, s);
      return result;
    } catch (const Error& e) {
      raise_named(e, data_);
    }
  }

  /// None where another process of a team has come to its end, and brings no columns.
  Redundancy redundancy_of(const StageResult& result) const {
    try {
      return redundancy(data_, best_of(result.ranking), units_, kernel_.team());
    } catch (const Cancelled&) {
    } catch (const BudgetSpent&) {
    }
    return {};
  }

  static std::vector<Feature> best_of(const std::vector<RankedFeature>& ranking) {
    std::vector<Feature> best;
    for (std::size_t i = 0; i < std::min(ranking.size(), Redundancy::kMost); ++i)
      best.push_back(ranking[i].feature);
    return best;
  }

  /// A permutation test takes features and target for such as have not seen each other before.
  void warn_of_doubtful_tests(std::size_t s) {
    const SizeRule* rule = goals_[s].rule(config_.stages[s].goal);
    if (!rule || rule->kind == SizeRule::Kind::one_standard_error) return;
    const auto warn = [&](const char* why) {
      kernel_.warn(fmt::format("{}.keep: {}, so the p values are too small and too many features may be kept",
                               config_.stages[s].goal.path, why));
    };
    if (s > 0) warn("the features were chosen by an earlier stage, from the same samples");
    if (config_.data.soft_from) warn("the soft labels were estimated from the features");
  }

  /// Goes on with the features that the stage before selected, all samples and the target as loaded.
  void select_features(std::size_t s) {
    std::vector<Feature> selected;  // as loaded
    for (const RankedFeature& f : result_.stages[s - 1].ranking)
      if (f.selected) selected.push_back(f.feature);
    std::sort(selected.begin(), selected.end());
    std::vector<Feature> units;  // as numbered in data_
    for (const Feature f : selected) units.push_back(place_in(numbers_, f));
    std::vector<Feature> kept = units_.features(units);
    std::ranges::sort(kept);
    loaded_->restore(data_, kept);
    numbers_ = std::move(selected);
    units_ = FeatureUnits(data_.parts());

    StageGoal& goal = goals_[s];
    for (Feature& f : goal.always) f = place_in(numbers_, f);
    // what the stage before would leave was not known: a rule chose, or `until` stopped early
    const bool share_of_chosen = config_.stages[s - 1].goal.size_rule && !config_.stages[s].goal.count;
    goal.keep = share_of_chosen ? stages_[s]->keep(units_.size(), goal)
                                : std::min<std::uint64_t>(goal.keep, units_.size());
  }

  void number_as_loaded(StageResult& result, std::size_t s) const {
    for (Feature& f : result.start) f = numbers_[f];
    for (PathStep& step : result.path) step.feature = numbers_[step.feature];
    if (result.chosen_size) {
      for (SizeTest& test : result.chosen_size->tests) test.feature = numbers_[test.feature];
      for (Feature& f : result.chosen_size->plainly_related) f = numbers_[f];
    }
    for (RankedFeature& f : result.ranking) {
      f.feature = numbers_[f.feature];
      if (config_.chained) f.stage = s + 1;
    }
  }

  Registry& registry_;
  const SelectConfig& config_;
  LoadedData data_;
  KernelRuntime kernel_;
  RunNotes notes_;
  std::vector<std::unique_ptr<Stage>> stages_;
  std::vector<StageGoal> goals_;           // one per stage; `always` numbered as in data_ once it runs
  std::optional<PreparationUndo> loaded_;  // of several stages
  FeatureUnits units_;                     // of data_
  std::vector<Feature> numbers_;           // of these units, as loaded; ascending
  nlohmann::json data_options_;
  std::string fit_;  // of the memberships that took the place of the labels; "": none did
  SelectionResult result_;
};

/// A selection alone has no losses.
/// \throws ParamError
void refuse_size_by_evaluation(const SelectConfig& config) {
  const GoalOptions& last = config.stages.back().goal;
  if (!config.order_all && last.size_rule && last.size_rule->kind == SizeRule::Kind::one_standard_error)
    throw ParamError(fmt::format(
        "{}.keep asks for the rule one_standard_error, which needs the losses of a study's evaluation",
        last.path));
}

}  // namespace

void check_components(const Registry& registry, const SelectConfig& config) {
  if (config.data.soft_from) plan_soft_labels(registry, config.data);
  for (const StageConfig& stage : config.stages) check_stage(registry, stage);
}

SelectionResult select_from(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                            LoadedData data, const RuntimeOptions& options, Observer& observer) {
  return Selection(registry, config, std::move(data), options, observer).run(defaults);
}

void decide_on_categories(const Registry& registry, const SelectConfig& config, LoadedData& data) {
  if (config.data.categories != Categories::automatic || !has_categories(data.parts())) return;
  for (const StageConfig& stage : config.stages)
    if (const std::string why = why_no_groups(registry, stage, config.order_all); !why.empty()) {
      data.notes.push_back("the values of categorical columns are selected one by one: " + why);
      return;
    }
  group_categories(data);
}

SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       const RuntimeOptions& options, Observer& observer) {
  refuse_size_by_evaluation(config);
  check_components(registry, config);
  const ThreadLimit limit(options.threads);
  std::vector<InputFile> read;
  tell_progress(observer, "reading the data", 0, 0);
  LoadedData data = load_data(config.data, options.seed, config.digest_inputs ? &read : nullptr);
  decide_on_categories(registry, config, data);
  SelectionResult result = select_from(registry, defaults, config, std::move(data), options, observer);
  for (const InputFile& file : read) result.provenance.add(file);
  return result;
}

SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       LoadedData data, const RuntimeOptions& options, Observer& observer) {
  refuse_size_by_evaluation(config);
  note_unread(config.data, observer);
  describe_features(data, config.data);
  decide_on_categories(registry, config, data);
  return select_from(registry, defaults, config, std::move(data), options, observer);
}

}  // namespace tamis::framework
