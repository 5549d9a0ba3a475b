#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/study/study.hpp>

#include "evaluated_selection.hpp"
#include "robustness.hpp"

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/prediction/ground_metric.hpp>
#include <tamis/framework/run/run_notes.hpp>
#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/selection/stage.hpp>
#include <tamis/framework/study/cleaned_labels.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace tamis::framework {
namespace {

/// The selection as it is made once, of all samples and the labels as given.
SelectConfig selection_of(const StudyConfig& config) {
  SelectConfig selection = config;
  selection.groups_serve = config.groups_serve || config.evaluate || config.stability;
  return selection;
}

/// The selection with its evaluation, and the selections from other samples and labels.
StudyResult select_again_and_again(Registry& registry, const Defaults& defaults, const StudyConfig& config,
                                   LoadedData data, const RuntimeOptions& options, Observer& observer) {
  const SelectConfig selection = selection_of(config);
  const EvaluateOptions* evaluate = config.evaluate ? &*config.evaluate : nullptr;
  if (!config.stability && !config.noise_sweep)
    return select_and_evaluate(registry, defaults, selection, evaluate, std::move(data), options, observer);
  if (config.data.sample) draw_sample(data, *config.data.sample, options.seed);  // of those rows alone
  Robustness robustness(registry, config, data, options);
  StudyResult result =
      select_and_evaluate(registry, defaults, selection, evaluate, clone_with_notes(data), options, observer);
  if (result.status != StageResult::Status::interrupted) robustness.run(defaults, observer, result);
  if (result.stability)
    note_end(result, "stability", result.stability->finished == result.stability->options.resamples, options);
  if (result.noise_sweep)
    note_end(result, "noise sweep", result.noise_sweep->finished == result.noise_sweep->wanted, options);
  return result;
}

StudyResult run(Registry& registry, const Defaults& defaults, const StudyConfig& config, LoadedData data,
                const RuntimeOptions& options, Observer& observer) {
  const std::vector<char> relevant = data.parts().relevant;
  StudyResult result = select_again_and_again(registry, defaults, config, std::move(data), options, observer);
  if (std::any_of(relevant.begin(), relevant.end(), [](char matters) { return matters; }))
    result.recovery = recovery(result.ranking, result.units.any_of(relevant));
  nlohmann::json asked = *result.run;
  asked["config"].update(asked_for(config, {"evaluate", "stability", "noise_sweep"}));
  result.run = std::move(asked);
  return result;
}

/// Each process of a team holds its share of the columns where the study is one selection that needs no more.
std::optional<Division> division_of(const Registry& registry, const Defaults& defaults,
                                    const StudyConfig& config, Team* team) {
  if (!team || team->size() == 1 || config.evaluate || config.stability || config.noise_sweep ||
      config.chained || config.stages[0].goal.size_rule || !is_divisible(config.data))
    return std::nullopt;
  const ColumnsRead read = columns_read(registry, config.stages[0], defaults, config.order_all);
  // features that are sent are dense, and a criterion may read sparse ones otherwise
  if (read == ColumnsRead::all || (read == ColumnsRead::own_and_selected && config.data.is_libsvm()))
    return std::nullopt;
  return Division{team->rank(), team->size(),
                  [team](std::string_view mine) { return team->all_gather(mine, "the table"); }};
}

}  // namespace

StudyResult study(Registry& registry, const Defaults& defaults, const StudyConfig& config,
                  const RuntimeOptions& options, Observer& observer) {
  check_components(registry, config);
  if (config.evaluate) {
    plan_ground(registry, *config.evaluate);
    plan_engine(registry, defaults, *config.evaluate);
  }
  check_robustness(registry, config);
  const ThreadLimit limit(options.threads);
  std::vector<InputFile> read;
  tell_progress(observer, "reading the data", 0, 0);
  const std::optional<Division> division = division_of(registry, defaults, config, options.team);
  LoadedData data =
      load_data(config.data, options.seed, config.digest_inputs || options.team ? &read : nullptr,
                division ? &*division : nullptr);
  decide_on_categories(registry, config, data);
  if (options.team) {
    check_same_files(*options.team, read);
    expect_equal_in(*options.team, "the config",
                    asked_for(config, {"data", "criterion", "search", "stage", "seed", "evaluate",
                                       "stability", "noise_sweep"})
                        .dump());
  }
  StudyResult result = run(registry, defaults, config, std::move(data), options, observer);
  if (config.digest_inputs)
    for (const InputFile& file : read) result.provenance.add(file);
  return result;
}

StudyResult study(Registry& registry, const Defaults& defaults, const StudyConfig& config, LoadedData data,
                  const RuntimeOptions& options, Observer& observer) {
  note_unread(config.data, observer);
  describe_features(data, config.data);
  decide_on_categories(registry, config, data);
  return run(registry, defaults, config, std::move(data), options, observer);
}

}  // namespace tamis::framework
