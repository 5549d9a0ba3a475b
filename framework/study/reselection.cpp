#include "reselection.hpp"

#include "evaluated_selection.hpp"

#include <tamis/framework/run/parallel_tasks.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tamis::framework {

Reselection::Reselection(Registry& registry, const Defaults& defaults, const StudyConfig& config,
                         const StudyResult& first, const RuntimeOptions& options,
                         std::chrono::steady_clock::time_point start)
    : registry_(registry),
      defaults_(defaults),
      config_(config),
      evaluate_(sized_by_evaluation(config) ? &*config.evaluate : nullptr),
      options_(options),
      start_(start) {
  config_.digest_inputs = false;
  config_.groups_serve = true;
  for (std::size_t s = 0; s < config_.stages.size(); ++s) {
    if (config_.chained && s >= first.stages.size()) break;  // the first selection did not get there
    const StageResult& stage = config_.chained ? first.stages[s] : first;
    config_.stages[s].default_criterion = stage.criterion->at("use").get<std::string>();
  }
}

std::vector<std::optional<std::vector<Feature>>> Reselection::run(
    std::size_t n, const std::string& what, const std::function<std::string(std::size_t)>& name,
    const Change& change, Observer& observer) const {
  std::vector<std::optional<std::vector<Feature>>> found(n);
  std::mutex mutex;
  std::size_t done = 0;
  observer.progress(what, 0, 0);
  parallel_tasks(n, options_, observer, [&](std::size_t i, const RuntimeOptions& alone) {
    try {
      std::vector<Feature> selected = select_from(change(i, alone), alone);
      const std::scoped_lock lock(mutex);
      found[i] = std::move(selected);
      observer.progress(what, ++done, n);
    } catch (Error& e) {
      e.step = e.step.empty() ? name(i) : fmt::format("{}, {}", name(i), e.step);
      throw;
    }
  });
  return found;
}

std::vector<Feature> Reselection::select_from(Input input, RuntimeOptions options) const {
  options = time_left(options, start_);
  options.seed = input.seed;
  Observer silent;  // what is said of this selection was said of the first
  const StudyResult found =
      select_and_evaluate(registry_, defaults_, config_, evaluate_, std::move(input.data), options, silent);
  if (found.status == StageResult::Status::interrupted) throw Cancelled(found.status_text);
  if (found.timed_out) throw BudgetSpent(found.status_text);
  return selected_features(found);
}

std::vector<Feature> selected_features(const StageResult& result) {
  std::vector<Feature> selected;
  for (const RankedFeature& f : result.ranking)
    if (f.selected) selected.push_back(f.feature);
  std::sort(selected.begin(), selected.end());
  return selected;
}

}  // namespace tamis::framework
