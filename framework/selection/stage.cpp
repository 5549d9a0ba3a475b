#include <tamis/framework/selection/stage.hpp>

#include "knockoff_filter.hpp"
#include "p_value_rule.hpp"
#include "permutation_stopping.hpp"
#include "plain_test.hpp"
#include "subset_limits.hpp"

#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/labels/fit_memberships.hpp>
#include <tamis/framework/run/estimates.hpp>
#include <tamis/framework/run/report.hpp>
#include <tamis/framework/run/scoring_chain.hpp>
#include <tamis/framework/selection/compatibility.hpp>
#include <tamis/framework/selection/ranking.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/stream_of.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

Plan plan_criterion(const Registry& registry, const StageConfig& config, const std::string& by_default) {
  return plan_component(registry, config.criterion, config.path + "criterion",
                        tamis::detail::Abi<Criterion>::kId, by_default);
}
Plan plan_search(const Registry& registry, const StageConfig& config, const std::string& by_default) {
  return plan_component(registry, config.search, config.path + "search",
                        tamis::detail::Abi<SearchStrategy>::kId, by_default, goal_keys());
}

std::string default_criterion(const StageConfig& config, const Defaults& defaults, TargetKind target) {
  if (!config.default_criterion.empty()) return config.default_criterion;
  const std::optional<SizeRule>& rule = config.goal.size_rule;
  return defaults.criterion(target,
                            rule ? framework::name_of(rule->kind, kSizeRuleNames) : std::string_view());
}

/// The goal as searches see it; it points into both arguments.
tamis_goal to_c(const StageGoal& goal, const GoalOptions& options) {
  return {sizeof(tamis_goal), goal.keep, goal.always.data(), goal.always.size(),
          options.until.value_or(std::numeric_limits<double>::quiet_NaN())};
}

SubsetLimits limits_of(const StageGoal& goal, const GoalOptions& options, const Dataset& features,
                       const FeatureUnits& units) {
  return {features, units, goal.keep, goal.order_all ? std::nullopt : options.max_cost, goal.one_from_each};
}

/// The goal with which a search offers every feature, so that one that a limit refuses can be made up for by a later one.
StageGoal offering_all(StageGoal goal, Feature features) {
  goal.keep = features;
  return goal;
}

nlohmann::json describe_goal(const StageGoal& goal, const GoalOptions& options, bool has_groups) {
  nlohmann::json out;
  if (const SizeRule* rule = goal.rule(options))
    out["keep"] = to_json(*rule);
  else
    out["keep"] = goal.keep;
  if (!goal.always.empty()) out["always"] = goal.always_names;
  if (options.until) out["until"] = *options.until;
  if (options.tolerance) out["tolerance"] = *options.tolerance;
  if (options.max_evaluations) out["max_evaluations"] = *options.max_evaluations;
  if (options.max_cost) out["max_cost"] = *options.max_cost;
  if (goal.one_from_each) out["one_from_each"] = true;
  if (has_groups) out["group_score"] = name_of(options.group_score, kGroupScoreNames);
  return out;
}

/// Finds features that the rule left out although a plain test finds them associated with the target; of a group, some
/// member, at a level that is divided by their number.
void find_plainly_related(ChosenSize& chosen, const std::vector<RankedFeature>& ranking,
                          const LoadedData& loaded, const FeatureUnits& units, Team* team) {
  const Dataset data = loaded.view();
  chosen.plain_test = plain_test_name(data.target().kind());
  for (const RankedFeature& f : ranking) {
    if (f.selected) continue;
    const std::span<const Feature> members = units.features(f.feature);
    const double level = kPlainLevel / static_cast<double>(members.size());
    if (std::ranges::any_of(read_columns(loaded, members, team), [&](const std::vector<double>& column) {
          return plain_test(data, column).value_or(1) < level;
        }))
      chosen.plainly_related.push_back(f.feature);
  }
}

void name_members(std::vector<RankedFeature>& ranking, const FeatureUnits& units, const Dataset& data) {
  for (RankedFeature& ranked : ranking)
    if (units.is_group(ranked.feature))
      for (const Feature f : units.features(ranked.feature))
        ranked.members.emplace_back(data.feature_name(f));
}

void take_costs(StageResult& result, const Dataset& features) {
  result.cost = 0;
  for (RankedFeature& ranked : result.ranking) {
    ranked.cost = features.feature_cost(ranked.feature);
    if (ranked.selected) *result.cost += *ranked.cost;
  }
}

/// In ascending order.
std::vector<Feature> selected_features(const StageResult& result) {
  std::vector<Feature> selected;
  for (const RankedFeature& f : result.ranking)
    if (f.selected) selected.push_back(f.feature);
  std::ranges::sort(selected);
  return selected;
}

/// Runs `work` and returns whether it completed. If it did not, the result records why. A signal or the clock may stop it
/// in one process of a team; then it stops in all.
template <class Work>
bool ran_to_end(StageResult& result, const KernelSpace& space, const KernelRuntime& kernel, Work&& work) {
  Team* const team = kernel.team();
  try {
    work();
    return true;
  } catch (const Cancelled& e) {
    kernel.refuse_false_end(e);
    result.status = StageResult::Status::interrupted;
    result.status_text = e.what();
    if (team) team->end(e);
  } catch (const BudgetSpent& e) {
    if (!space.evaluations_spent()) kernel.refuse_false_end(e);
    result.status = StageResult::Status::out_of_budget;
    result.status_text = e.what();
    if (team && !space.evaluations_spent()) team->end(e);
  }
  return false;
}

}  // namespace

void check_stage(const Registry& registry, const StageConfig& config) {
  std::optional<Plan> criterion, search;
  if (names_component(config.criterion)) criterion = plan_criterion(registry, config, "");
  if (names_component(config.search)) search = plan_search(registry, config, "");
  if (criterion && search)
    check_compatible(registry, search->descriptor(), criterion->descriptor(), config.goal);
  if (search) check_limits(registry, search->descriptor(), config.goal, false);
}

std::string why_no_groups(const Registry& registry, const StageConfig& config, bool order_all) {
  if (!order_all && config.goal.size_rule && config.goal.size_rule->kind == SizeRule::Kind::knockoffs)
    return "knockoffs are drawn for single features";
  if (!names_component(config.criterion)) return "";
  const Plan criterion = plan_criterion(registry, config, "");
  if (scores_groups(criterion.descriptor().traits)) return "";
  return fmt::format("criterion '{}' measures {} one feature at a time", criterion.descriptor().id,
                     properties(criterion.descriptor().traits.measures).plural);
}

ColumnsRead columns_read(const Registry& registry, const StageConfig& config, const Defaults& defaults,
                         bool order_all) {
  if (!names_component(config.criterion)) return ColumnsRead::all;  // the default depends on the target
  const Plan criterion = plan_criterion(registry, config, "");
  const Traits& t = criterion.descriptor().traits;
  if (!t.own_column || !t.prepares_from_target || t.discrete) return ColumnsRead::all;
  if (!properties(t.measures).depends_on_subset)
    return t.distances || has_move(t, Move::whole) ? ColumnsRead::all : ColumnsRead::own;
  const Plan search = plan_search(
      registry, config, names_component(config.search) ? "" : defaults.search(t.measures, order_all));
  const Traits& moves = search.descriptor().traits;
  const bool only_adds = has_move(moves, Move::add) && has_move(t, Move::add) &&
                         (moves.any_move || !has_move(moves, Move::remove));
  return only_adds ? ColumnsRead::own_and_selected : ColumnsRead::all;
}

Stage::Stage(Registry& registry, const StageConfig& config, const Defaults& defaults, const Target& given,
             bool order_all, bool one_from_each)
    : registry_(registry),
      config_(config),
      criterion_by_default_(!names_component(config.criterion)),
      search_by_default_(!names_component(config.search)) {
  criterion_plan_ = plan_criterion(
      registry, config, criterion_by_default_ ? default_criterion(config, defaults, given.kind()) : "");
  search_plan_ = plan_search(
      registry, config, search_by_default_ ? defaults.search(criterion().traits.measures, order_all) : "");
  if (criterion_by_default_) because_ = defaults.because(criterion().id);
  check_compatible(registry, search_plan_.descriptor(), criterion(), config.goal);
  if (!order_all) check_limits(registry, search_plan_.descriptor(), config.goal, one_from_each);
  criterion_.emplace(registry, criterion_plan_);
  search_.emplace(registry, search_plan_);
}

Stage::~Stage() = default;

std::vector<std::string> Stage::announcements(const Dataset& data, const FeatureUnits& units,
                                              const StageGoal& goal, const std::string& fit) const {
  std::vector<std::string> lines{fmt::format("criterion '{}': {}", criterion().id, criterion().summary)};
  if (criterion_by_default_)
    lines[0] += fmt::format(" (the default for this target{}{})", because_.empty() ? "" : ": ", because_);
  // for a criterion that ignores the target the note on preparation says so
  if (data.target().kind() != TargetKind::none && criterion().traits.targets != Targets::none)
    lines.push_back(labels_in_words(data, fit));
  lines.push_back(search_in_words(units.size(), goal));
  if (goal.order_all) return lines;
  lines.push_back(keep_in_words(units, goal));
  if (criterion().traits.size_biased && !goal.rule(config_.goal))
    lines.push_back(fmt::format(
        "scores of '{}' get better with more features even if these tell nothing, so they do not say how many to keep; "
        "`{}.keep = \"auto\"` compares what a feature adds with chance",
        criterion().id, config_.goal.path));
  return lines;
}

std::string Stage::labels_in_words(const Dataset& data, const std::string& fit) const {
  const char* const what = data.target().kind() == TargetKind::real ? "target values" : "labels";
  const auto model = std::ranges::find_if(criterion_plan_.parts, [](const Plan& part) {
    return part.descriptor().interface_id == tamis::detail::Abi<NoiseModel>::kId;
  });
  const bool modelled = model != criterion_plan_.parts.end();
  return fmt::format(
      "{}: {}, {}", what,
      fit.empty() ? "as given, no memberships" : fmt::format("replaced by memberships that '{}' fits", fit),
      modelled ? fmt::format("noise model '{}'", model->descriptor().id) : "no noise model");
}

bool Stage::must_walk(Feature features, const StageGoal& goal) const {
  return goal.order_all && search_by_default_ && scores(features, goal) > features;
}

std::string Stage::search_in_words(Feature features, const StageGoal& goal) const {
  const Descriptor& search = search_plan_.descriptor();
  std::string line =
      fmt::format("search '{}': {}{}", search.id, search.summary, search_by_default_ ? " (the default)" : "");
  if (!must_walk(features, goal)) return line;
  line += "; the criterion scores no single features, so the ranking is found by a search through subsets";
  const double most = scores(features, goal);
  return std::isfinite(most) ? fmt::format("{}: at most {:.0f} scores", line, most) : line;
}

std::string Stage::keep_in_words(const FeatureUnits& units, const StageGoal& goal) const {
  const GoalOptions& asked = config_.goal;
  if (const SizeRule* rule = goal.rule(asked)) return "keeps: " + in_words(*rule);
  const std::string until = asked.until ? fmt::format(", or fewer where `{}.until` = {} stops the search",
                                                      asked.path, shortest(*asked.until))
                                        : "";
  const std::string all = units.has_groups() ? fmt::format("{} features and groups", units.size())
                                             : counted(units.size(), "feature");
  std::string limits;
  if (asked.max_cost) limits += fmt::format(", of a cost of at most {} together", shortest(*asked.max_cost));
  if (goal.one_from_each) limits += ", at most one of each group";
  if (!limits.empty()) return fmt::format("keeps: at most {} of {}{}{}", goal.keep, all, limits, until);
  if (goal.keep < units.size()) return fmt::format("keeps: {} of {}{}", goal.keep, all, until);
  return fmt::format("keeps: all {}{}{}", all, until,
                     asked.count || asked.fraction || asked.until
                         ? ""
                         : fmt::format(", as no number is given (`{}.keep`)", asked.path));
}

std::uint64_t Stage::keep(Feature features, const StageGoal& goal) const {
  const std::uint64_t keep = config_.goal.keep(features, goal.always.size());
  if (!goal.order_all && !goal.rule(config_.goal)) return keep;
  return starts_full(features, goal) ? smallest_size(criterion().traits, goal) : features;
}

/// The size at which a search that removes features must stop to have passed through every size: one feature, or none if
/// the criterion measures losses, since the loss of the last feature is needed too.
std::uint64_t Stage::smallest_size(const Traits& criterion, const StageGoal& goal) {
  const std::uint64_t last = criterion.measures == Measures::loss ? 0 : 1;
  return std::max<std::uint64_t>(goal.always.size(), last);
}

bool Stage::starts_full(Feature features, const StageGoal& goal) const {
  const Traits& traits = search_plan_.descriptor().traits;
  if (!has_move(traits, Move::add)) return true;
  if (!has_move(traits, Move::remove)) return false;
  // a search with both moves starts from all features if keeping all of them costs nothing
  const auto scores = [&](std::uint64_t keep) {
    StageGoal all = goal;
    all.keep = keep;
    const tamis_goal c = to_c(all, config_.goal);
    return expected_scores(*search_, features, Goal(&c));
  };
  return scores(features) == 0 && scores(smallest_size(criterion().traits, goal)) > 0;
}

double Stage::scores(Feature features, const StageGoal& goal) const {
  const tamis_goal c = to_c(goal, config_.goal);
  const double scores = expected_scores(*search_, features, Goal(&c));
  return properties(criterion().traits.measures).depends_on_subset ? scores
                                                                   : std::min<double>(scores, features);
}

double Stage::cost(const Dataset& data, Feature units, const StageGoal& goal) const {
  const Cost cost = expected_cost(*criterion_, data);
  double scores = this->scores(units, goal);
  const double d = data.features();
  const SizeRule* rule = goal.rule(config_.goal);
  if (rule && rule->kind == SizeRule::Kind::knockoffs) {
    const auto both = static_cast<Feature>(2 * d);
    return cost.prepare + cost.per_candidate * scores +
           rule->draws * (2 * cost.prepare + cost.per_candidate * this->scores(both, goal));
  }
  if (!rule || rule->kind != SizeRule::Kind::permutation) return cost.prepare + cost.per_candidate * scores;
  // the cost of the first test, since the number of later tests is not known
  if (!starts_full(units, goal)) scores = std::min<double>(scores, units);
  return cost.prepare + cost.per_candidate * scores +
         rule->permutations * (cost.prepare + cost.per_candidate * d);
}

StageResult Stage::run(const LoadedData& loaded, const FeatureUnits& units, const StageGoal& goal,
                       KernelRuntime& kernel, GatheredColumns* columns) {
  const Dataset data = loaded.view();
  StageResult result;
  result.traits = criterion().traits;
  result.criterion = criterion_plan_.effective();
  result.search = search_plan_.effective();
  result.goal = describe_goal(goal, config_.goal, units.has_groups());
  ScoringChain chain(
      {.criterion = *criterion_,
       .plan = criterion_plan_,
       .data = loaded,
       .units = units,
       .always = goal.always,
       .limits = {config_.goal.tolerance.value_or(result.traits.tolerance),
                  config_.goal.max_evaluations.value_or(std::numeric_limits<std::uint64_t>::max())},
       .group_score = config_.goal.group_score,
       // the observer counts features: a criterion of single features scores each member of a group
       .expected_scores = scores(
           properties(result.traits.measures).depends_on_subset ? units.size() : data.features(), goal),
       .columns = columns},
      kernel, kernel.runtime());
  KernelSpace& space = chain.space();
  const SubsetLimits limits = limits_of(goal, config_.goal, chain.seen_by_search(), units);
  if (!limits.only_counts()) {
    limits.check_always(goal.always, config_.goal.path);
    space.set_add_filter([&](Subset subset, std::span<const Feature> candidates) {
      return limits.why_not_add(subset, candidates);
    });
  }
  std::optional<PermutationStopping> size;
  if (const SizeRule* rule = goal.rule(config_.goal); rule && rule->kind == SizeRule::Kind::permutation)
    size.emplace(PermutationTest(registry_, criterion_plan_, loaded, *rule, stream_of_rule(kernel),
                                 config_.goal.group_score, space, kernel),
                 starts_full(units.size(), goal), space);
  bool finished = ran_to_end(result, space, kernel, [&] {
    search(space, data, limits.only_counts() ? goal : offering_all(goal, units.size()), kernel);
  });
  if (finished || space.evaluations_spent()) {
    ReportSink diagnostics;
    (*search_)->report(diagnostics.sink());
    result.search_diagnostics = diagnostics.take();
  }
  if (finished && space.evaluations() == 0 && goal.keep > goal.always.size())
    kernel.warn(
        fmt::format("search '{}' removes features, and all are to be kept: nothing is scored; say how "
                    "many to keep",
                    search_plan_.descriptor().id));
  result.start = space.start();
  result.path = space.path();
  result.ranking = rank_features(space, chain.seen_by_search(), goal.always, result.traits);
  name_members(result.ranking, units, data);
  if (data.raw()->feature_costs) take_costs(result, chain.seen_by_search());
  if (goal.order_all && finished)
    for (RankedFeature& f : result.ranking) f.selected = true;
  if (goal.rule(config_.goal))
    finished = choose_size(size ? &*size : nullptr, space, loaded, units, goal, result, finished, kernel);
  result.timed_out = result.status == StageResult::Status::out_of_budget && !space.evaluations_spent();
  result.evaluations = space.evaluations();
  report(chain, data, units, goal, result, finished, kernel);
  return result;
}

bool Stage::choose_size(PermutationStopping* size, KernelSpace& space, const LoadedData& loaded,
                        const FeatureUnits& units, const StageGoal& goal, StageResult& result, bool finished,
                        KernelRuntime& kernel) {
  const SizeRule& rule = *goal.rule(config_.goal);
  if (rule.bounds_discoveries()) {  // nothing is a discovery until all is tested
    for (RankedFeature& f : result.ranking) f.selected = f.always;
    result.chosen_size = ChosenSize{rule, goal.always.size(), {}};
  }
  finished = finished && ran_to_end(result, space, kernel, [&] {
               if (size) size->test_ranking(result);
               if (knockoffs_) knockoffs_->choose(result, keep(knockoffs_->columns(), goal), space);
               if (rule.kind == SizeRule::Kind::p_values)
                 PValueRule(registry_, criterion_plan_, loaded, rule, stream_of_rule(kernel),
                            config_.goal.group_score, space, kernel)
                     .choose(result, **criterion_);
             });
  if (size) result.chosen_size = size->chosen(result);
  if (!finished || !size) return finished;
  find_plainly_related(*result.chosen_size, result.ranking, loaded, units, kernel.team());
  if (result.chosen_size->kept == 0)
    kernel.warn(
        "by this criterion no feature is more informative on the target than chance explains, so none is selected");
  return true;
}

Rng Stage::stream_of_rule(const KernelRuntime& kernel) const {
  return stream_of(kernel.runtime().seed(), config_.goal.path + ".keep");
}

void Stage::take_unprepared(const LoadedData& data, const PreparationOptions& how, const StageGoal& goal,
                            KernelRuntime& kernel) {
  const SizeRule* const rule = goal.rule(config_.goal);
  if (!rule || rule->kind != SizeRule::Kind::knockoffs) return;
  knockoffs_ = std::make_unique<KnockoffFilter>(registry_, criterion_plan_, search_plan_, *rule, data, how,
                                                stream_of_rule(kernel), kernel);
}

void Stage::report(ScoringChain& chain, const Dataset& data, const FeatureUnits& units, const StageGoal& goal,
                   StageResult& result, bool finished, KernelRuntime& kernel) const {
  KernelSpace& space = chain.space();
  // A report on a subset needs further scores. It is left out if the time is up, if the user stopped the run, and after
  // a ranking, which has no subset of interest.
  const bool of_subsets =
      properties(result.traits.measures).rates_subset && has_move(result.traits, Move::whole);
  if (of_subsets && space.ranked() && !goal.score_selected) return;
  if (!finished && !(of_subsets && space.evaluations_spent())) return;
  const bool reported = ran_to_end(result, space, kernel, [&] {
    kernel.begin_phase("reporting on the selected features");
    if (of_subsets && !score_selected(space, result)) return;
    chain.bring_criterion_up_to_date();
    ReportSink diagnostics;
    (*criterion_)->report(diagnostics.sink());
    result.diagnostics = diagnostics.take();
    add_memberships(result, data, units);
    result.class_distances = class_distances(registry_, criterion_plan_, data, kernel);
  });
  // no evaluation is counted here, so only the time can be spent
  if (!reported) result.timed_out = result.status == StageResult::Status::out_of_budget;
}

void Stage::record(Provenance& provenance) const {
  provenance.add(criterion_plan_);
  provenance.add(search_plan_);
}

void Stage::search(KernelSpace& space, const Dataset& data, const StageGoal& goal, KernelRuntime& kernel) {
  Runtime runtime = kernel.runtime();
  kernel.begin_phase(fmt::format("preparing {}", criterion().id));
  (*criterion_)->prepare(data, runtime);
  kernel.begin_phase("scoring");
  const tamis_goal c = to_c(goal, config_.goal);
  SearchSpace moves = space.space();
  try {
    (*search_)->run(moves, Goal(&c), runtime);
  } catch (const Cancelled&) {
    if (!space.stopped()) throw;
  }
}

void Stage::add_memberships(StageResult& result, const Dataset& data, const FeatureUnits& units) const {
  std::vector<Feature> features = units.features(selected_features(result));
  std::ranges::sort(features);
  if (fits_all_features(result.traits)) {
    if (result.traits.own_column) return;  // of a divided table this process may not have all columns
    features.resize(data.features());
    std::iota(features.begin(), features.end(), Feature{0});
  }
  if (features.empty() || data.target().classes() == 0) return;
  std::vector<double> values = memberships_of(**criterion_, data, features);
  if (values.empty()) return;
  ReportedTable table{Axis::samples, {}, data.samples(), std::move(values)};
  for (std::uint32_t s = 0; s < data.target().classes(); ++s)
    table.columns.emplace_back(data.target().class_name(s));
  result.diagnostics["memberships"] = std::move(table);
}

bool Stage::score_selected(KernelSpace& space, StageResult& result) {
  const std::vector<Feature> selected = selected_features(result);
  if (selected.empty()) return false;
  result.selected_score = space.score_whole(selected);
  return true;
}

}  // namespace tamis::framework
