#include <tamis/framework/run/select.hpp>

#include "json_diagnostics.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/run/compatibility.hpp>
#include <tamis/framework/run/ranking.hpp>
#include <tamis/framework/section.hpp>
#include <tamis/framework/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// Work that is expected to take longer is announced before it begins.
constexpr double kAnnounceSeconds = 60;

Plan plan_criterion(const Registry& registry, const SelectConfig& config, const std::string& by_default) {
  return plan_component(registry, config.criterion, "criterion", tamis::detail::Abi<Criterion>::kId,
                        by_default);
}
Plan plan_search(const Registry& registry, const SelectConfig& config, const std::string& by_default) {
  return plan_component(registry, config.search, "search", tamis::detail::Abi<SearchStrategy>::kId,
                        by_default, goal_keys());
}

bool has_move(const Traits& traits, Move move) {
  return (traits.moves >> static_cast<unsigned>(move) & 1u) != 0;
}

std::string default_criterion(const Defaults& defaults, const Target& target) {
  bool unknown = false;
  for (std::uint64_t i = 0; i < target.samples() && !unknown; ++i) unknown = !target.known(i);
  return defaults.criterion(target.kind(), unknown);
}

std::vector<Feature> find_features(const Dataset& data, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (Feature f = 0; f < data.features(); ++f) known.emplace_back(data.feature_name(f));
  std::vector<Feature> found;
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end())
      throw ParamError(fmt::format("search.always names the feature '{}', which does not exist{}", name,
                                   did_you_mean(name, known)));
    if (std::find(at + 1, known.end(), name) != known.end())
      throw ParamError(
          fmt::format("search.always names '{}', but several features are called that; rename them", name));
    found.push_back(static_cast<Feature>(at - known.begin()));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

json describe_data(const Dataset& data, const DataOptions& options) {
  const Target target = data.target();
  json t{{"kind", kTargetKindNames[static_cast<std::size_t>(target.kind())]}};
  if (target.classes() > 0) {
    t["classes"] = json::array();
    for (std::uint32_t c = 0; c < target.classes(); ++c) t["classes"].push_back(target.class_name(c));
  }
  if (target.kind() != TargetKind::none) {
    std::uint64_t known = 0;
    for (std::uint64_t i = 0; i < target.samples(); ++i) known += target.known(i);
    t["known"] = known;
  }
  return {{"options", to_json(options)},
          {"samples", data.samples()},
          {"features", data.features()},
          {"target", std::move(t)}};
}

/// The same error with the feature, sample or class by the name that the user knows.
[[noreturn]] void raise_named(const Error& e, const LoadedData& data) {
  const Dataset view = data.view();
  const auto index = static_cast<std::uint64_t>(e.at.index);
  std::string text = e.what();
  if (e.at.subject == TAMIS_FEATURE && index < view.features())
    text += fmt::format(" (feature '{}')", view.feature_name(static_cast<Feature>(index)));
  else if (e.at.subject == TAMIS_SAMPLE && index < view.samples())
    text += fmt::format(" ({})", data.where(index));
  else if (e.at.subject == TAMIS_CLASS && index < view.target().classes())
    text += fmt::format(" (class '{}')", view.target().class_name(static_cast<std::uint32_t>(index)));
  tamis_error c;
  tamis::detail::write_error(&c, e.code, text, {}, e.origin, e.step);
  tamis::detail::raise(c, "");
}

/// One run, step by step; what a step makes, the next ones use.
class Selection {
 public:
  Selection(Registry& registry, const SelectConfig& config, LoadedData data, const RuntimeOptions& options,
            Observer& observer)
      : registry_(registry),
        config_(config),
        data_(std::move(data)),
        observer_(observer),
        kernel_(options, observer) {
    result_.seed = options.seed;
  }

  SelectionResult run(const Defaults& defaults) {
    announce_data();
    choose_methods(defaults);
    prepare_data();
    Composed<Criterion> criterion(registry_, criterion_plan_);
    Composed<SearchStrategy> search(registry_, search_plan_);
    try {
      walk(*criterion, *search);
    } catch (const Error& e) {
      raise_named(e, data_);
    }
    record_inputs();
    return std::move(result_);
  }

 private:
  void note(const std::string& text) {
    observer_.note(text);
    result_.notes.push_back(text);
  }
  void announce_data() {
    for (; noted_ < data_.notes.size(); ++noted_) note(data_.notes[noted_]);
    for (; warned_ < data_.warnings.size(); ++warned_) kernel_.warn(data_.warnings[warned_]);
  }

  void choose_methods(const Defaults& defaults) {
    const bool by_default = !names_component(config_.criterion);
    criterion_plan_ = plan_criterion(registry_, config_,
                                     by_default ? default_criterion(defaults, data_.view().target()) : "");
    result_.traits = criterion_plan_.descriptor().traits;
    search_plan_ = plan_search(
        registry_, config_, names_component(config_.search) ? "" : defaults.search(result_.traits.measures));
    const Descriptor& criterion = criterion_plan_.descriptor();
    check_compatible(registry_, search_plan_.descriptor(), criterion, config_.goal);
    if (result_.traits.discrete)
      throw ParamError(fmt::format(
          "criterion '{}' reads discrete features, which this tamis cannot prepare yet", criterion.id));
    note(fmt::format("criterion '{}': {}{}", criterion.id, criterion.summary,
                     by_default ? " (the default for this target)" : ""));
  }

  void prepare_data() {
    prepare_for(data_, needs_of(result_.traits), config_.data.standardise, criterion_plan_.descriptor().id);
    announce_data();
    always_ = find_features(data_.view(), config_.goal.always);
    keep_ = config_.goal.keep(data_.features(), always_.size());
    const bool adds = has_move(search_plan_.descriptor().traits, Move::add);
    // a search that only removes orders features by removing all but one
    if (config_.order_all)
      keep_ = adds ? data_.features() : std::max<std::uint64_t>(always_.size(), 1);
    else if (!adds && keep_ == data_.features())
      kernel_.warn(
          fmt::format("search '{}' removes features, and all are to be kept: nothing is scored; say how "
                      "many to keep",
                      search_plan_.descriptor().id));
  }

  void walk(Criterion& criterion, SearchStrategy& search) {
    const Dataset view = data_.view();
    const tamis_goal c_goal{sizeof c_goal, keep_, always_.data(), always_.size(),
                            config_.goal.until.value_or(std::numeric_limits<double>::quiet_NaN())};
    const Goal goal(&c_goal);
    announce_cost(criterion.cost(view), search.evaluations(view.features(), goal));
    KernelSpace space(criterion, view, result_.traits, always_,
                      {config_.goal.tolerance.value_or(result_.traits.tolerance),
                       config_.goal.max_evaluations.value_or(std::numeric_limits<std::uint64_t>::max())},
                      kernel_.runtime());
    try {
      Runtime runtime = kernel_.runtime();
      kernel_.begin_phase(fmt::format("preparing {}", criterion_plan_.descriptor().id));
      criterion.prepare(view, runtime);
      kernel_.begin_phase("scoring");
      SearchSpace moves = space.space();
      search.run(moves, goal, runtime);
      JsonDiagnostics diagnostics;
      Diagnostics sink = diagnostics.sink();
      criterion.report(sink);
      result_.diagnostics = diagnostics.collected();
    } catch (const Cancelled& e) {
      result_.status = SelectionResult::Status::interrupted;
      result_.status_text = e.what();
    } catch (const BudgetSpent& e) {
      result_.status = SelectionResult::Status::out_of_budget;
      result_.status_text = e.what();
    }
    result_.evaluations = space.evaluations();
    result_.path = space.path();
    result_.ranking = rank_features(space, view, always_, result_.traits);
    if (config_.order_all && result_.status == SelectionResult::Status::complete)
      for (RankedFeature& f : result_.ranking) f.selected = true;
  }

  void announce_cost(const Cost& cost, double scores) const {
    if (result_.traits.measures == Measures::feature) scores = std::min<double>(scores, data_.features());
    const double seconds = (cost.prepare + cost.per_candidate * scores) * 1e-9 / kernel_.threads();
    if (seconds > kAnnounceSeconds) observer_.estimate(seconds);
  }

  void record_inputs() {
    const Dataset view = data_.view();
    result_.data = describe_data(view, config_.data);
    result_.criterion = criterion_plan_.effective();
    result_.search = search_plan_.effective();
    result_.goal = {{"keep", keep_}};
    if (!always_.empty()) result_.goal["always"] = config_.goal.always;
    if (config_.goal.until) result_.goal["until"] = *config_.goal.until;
    if (config_.goal.tolerance) result_.goal["tolerance"] = *config_.goal.tolerance;
    if (config_.goal.max_evaluations) result_.goal["max_evaluations"] = *config_.goal.max_evaluations;
    for (Feature f = 0; f < view.features(); ++f) result_.feature_names.emplace_back(view.feature_name(f));
    result_.warnings = kernel_.warnings();
  }

  Registry& registry_;
  const SelectConfig& config_;
  LoadedData data_;
  Observer& observer_;
  KernelRuntime kernel_;
  Plan criterion_plan_, search_plan_;
  std::vector<Feature> always_;
  std::uint64_t keep_ = 0;
  std::size_t noted_ = 0, warned_ = 0;  // of data_'s notes and warnings
  SelectionResult result_;
};

}  // namespace

SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       const RuntimeOptions& options, Observer& observer) {
  // what can be refused without reading the data is refused first
  const bool criterion_named = names_component(config.criterion),
             search_named = names_component(config.search);
  std::optional<Plan> criterion, search;
  if (criterion_named) criterion = plan_criterion(registry, config, "");
  if (search_named) search = plan_search(registry, config, "");
  if (criterion && search)
    check_compatible(registry, search->descriptor(), criterion->descriptor(), config.goal);
  const ThreadLimit limit(options.threads);
  return select(registry, defaults, config, load_data(config.data), options, observer);
}

SelectionResult select(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                       LoadedData data, const RuntimeOptions& options, Observer& observer) {
  return Selection(registry, config, std::move(data), options, observer).run(defaults);
}

}  // namespace tamis::framework
