#include <tamis/framework/run/select.hpp>

#include "json_diagnostics.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/run/compatibility.hpp>
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
    found.push_back(static_cast<Feature>(at - known.begin()));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

json describe_data(const Dataset& data, const DataOptions& options) {
  constexpr const char* kKinds[] = {"none", "classes", "soft", "real", "sets"};
  const Target target = data.target();
  json t{{"kind", kKinds[static_cast<int>(target.kind())]}};
  if (target.classes() > 0) {
    t["classes"] = json::array();
    for (std::uint32_t c = 0; c < target.classes(); ++c) t["classes"].push_back(target.class_name(c));
  }
  if (target.kind() != TargetKind::none) {
    std::uint64_t known = 0;
    for (std::uint64_t i = 0; i < target.samples(); ++i) known += target.known(i);
    t["known"] = known;
  }
  json out{{"samples", data.samples()}, {"features", data.features()}, {"target", std::move(t)}};
  if (!options.path.empty()) out["path"] = options.path;
  return out;
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

/// Best first: the selected ones in the order of the path, then those left out.
std::vector<RankedFeature> rank(const KernelSpace& space, const Dataset& data,
                                const std::vector<Feature>& always, const Traits& traits) {
  std::vector<std::optional<std::size_t>> step_of(data.features());
  for (std::size_t s = 0; s < space.path().size(); ++s)
    step_of[space.path()[s].feature] = s;  // the last one counts

  const auto ranked = [&](Feature f, bool selected) {
    RankedFeature r{f,
                    std::string(data.feature_name(f)),
                    selected,
                    std::binary_search(always.begin(), always.end(), f),
                    std::nullopt,
                    ""};
    if (step_of[f]) {
      r.score = space.path()[*step_of[f]].score;
      r.reason = space.path()[*step_of[f]].reason;
    } else if (const auto own = space.own_score(f)) {
      r.score = own->value;
      r.reason = own->reason;
    }
    return r;
  };
  const double sign = traits.better == Better::lower ? 1 : -1;
  const auto by_own_score = [&](const RankedFeature& a, const RankedFeature& b) {
    if (a.score.has_value() != b.score.has_value()) return a.score.has_value();
    if (a.score && *a.score != *b.score) return sign * *a.score < sign * *b.score;
    return a.feature < b.feature;
  };

  const std::vector<Feature> inside = space.subset();
  std::vector<RankedFeature> kept, joined, never, left;
  for (Feature f = 0; f < data.features(); ++f) {
    const bool selected = std::binary_search(inside.begin(), inside.end(), f);
    (selected ? (step_of[f] ? joined : kept) : (step_of[f] ? left : never)).push_back(ranked(f, selected));
  }
  const auto by_step = [&](const RankedFeature& a, const RankedFeature& b) {
    return *step_of[a.feature] < *step_of[b.feature];
  };
  std::sort(kept.begin(), kept.end(), by_own_score);
  std::sort(joined.begin(), joined.end(), by_step);
  std::sort(never.begin(), never.end(), by_own_score);
  std::sort(left.begin(), left.end(),
            [&](const auto& a, const auto& b) { return by_step(b, a); });  // last out first
  std::vector<RankedFeature> all;
  for (auto* part : {&kept, &joined, &left, &never}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

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
  KernelRuntime kernel(options, observer);
  Runtime runtime = kernel.runtime();
  SelectionResult result;
  const auto note = [&](const std::string& text) {
    observer.note(text);
    result.notes.push_back(text);
  };
  std::size_t noted = 0, warned = 0;
  const auto pass_on = [&] {
    for (; noted < data.notes.size(); ++noted) note(data.notes[noted]);
    for (; warned < data.warnings.size(); ++warned) kernel.warn(data.warnings[warned]);
  };
  pass_on();

  const Plan criterion_plan =
      plan_criterion(registry, config, default_criterion(defaults, data.view().target()));
  const Traits traits = criterion_plan.descriptor().traits;
  const Plan search_plan = plan_search(registry, config, defaults.search(traits.measures));
  check_compatible(registry, search_plan.descriptor(), criterion_plan.descriptor(), config.goal);
  note(fmt::format("criterion '{}': {}{}", criterion_plan.descriptor().id,
                   criterion_plan.descriptor().summary,
                   names_component(config.criterion) ? "" : " (the default for this target)"));

  // the data as the criterion wants it
  if (traits.discrete)
    throw ParamError(
        fmt::format("criterion '{}' reads discrete features, which this tamis cannot prepare yet",
                    criterion_plan.descriptor().id));
  prepare_for(data, needs_of(traits), config.data.standardise, criterion_plan.descriptor().id);
  pass_on();
  const Dataset view = data.view();
  const std::vector<Feature> always = find_features(view, config.goal.always);
  const std::uint64_t keep = config.goal.keep(view.features());

  Composed<Criterion> criterion(registry, criterion_plan);
  Composed<SearchStrategy> search(registry, search_plan);
  const tamis_goal goal{sizeof goal, keep, always.data(), always.size(),
                        config.goal.until.value_or(std::numeric_limits<double>::quiet_NaN())};

  const Cost cost = criterion->cost(view);
  double scores = search->evaluations(view.features(), Goal(&goal));
  if (traits.measures == Measures::feature) scores = std::min<double>(scores, view.features());
  const double seconds = (cost.prepare + cost.per_candidate * scores) * 1e-9 / kernel.threads();
  if (seconds > kAnnounceSeconds) observer.estimate(seconds);

  KernelSpace space(*criterion, view, traits, always,
                    {config.goal.tolerance.value_or(traits.tolerance),
                     config.goal.max_evaluations.value_or(std::numeric_limits<std::uint64_t>::max())},
                    runtime);
  try {
    kernel.begin_phase(fmt::format("preparing {}", criterion_plan.descriptor().id));
    criterion->prepare(view, runtime);
    kernel.begin_phase("scoring");
    SearchSpace walk = space.space();
    search->run(walk, Goal(&goal), runtime);
  } catch (const Cancelled& e) {
    result.status = SelectionResult::Status::interrupted;
    result.status_text = e.what();
  } catch (const BudgetSpent& e) {
    result.status = SelectionResult::Status::out_of_budget;
    result.status_text = e.what();
  } catch (const Error& e) {
    raise_named(e, data);
  }
  if (result.status == SelectionResult::Status::complete) {
    JsonDiagnostics diagnostics;
    Diagnostics sink = diagnostics.sink();
    criterion->report(sink);
    result.diagnostics = diagnostics.collected();
  }

  result.data = describe_data(view, config.data);
  result.criterion = criterion_plan.effective();
  result.search = search_plan.effective();
  result.goal = {{"keep", keep}};
  if (!always.empty()) result.goal["always"] = config.goal.always;
  if (config.goal.until) result.goal["until"] = *config.goal.until;
  if (config.goal.max_evaluations) result.goal["max_evaluations"] = *config.goal.max_evaluations;
  result.traits = traits;
  result.seed = options.seed;
  result.evaluations = space.evaluations();
  result.path = space.path();
  for (Feature f = 0; f < view.features(); ++f) result.feature_names.emplace_back(view.feature_name(f));
  result.ranking = rank(space, view, always, traits);
  result.warnings = kernel.warnings();
  return result;
}

}  // namespace tamis::framework
