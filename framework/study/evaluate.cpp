#include "evaluate.hpp"

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/prediction/ground_metric.hpp>
#include <tamis/framework/run/cell_reader.hpp>
#include <tamis/framework/study/cleaned_labels.hpp>
#include <tamis/framework/study/make_loss.hpp>
#include <tamis/framework/study/path_subsets.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace tamis::framework {
namespace {

std::string name_of(const Split& split, const SplitOptions& options) {
  std::string name = options.folds == 1 ? "hold-out" : fmt::format("fold {}", split.fold + 1);
  if (options.repeats > 1) name += fmt::format(" of repeat {}", split.repeat + 1);
  return name;
}

}  // namespace

Evaluator::Evaluator(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                     const EvaluateOptions& evaluate, const LoadedData& data, const RuntimeOptions& options)
    : registry_(registry),
      defaults_(defaults),
      config_(config),
      evaluate_(evaluate),
      data_(evaluate.prepare_on_all || !can_fill_again(data.parts()) ? data
                                                                     : filled_again_.emplace(clone(data))),
      options_(options),
      start_(std::chrono::steady_clock::now()),
      kernel_(with_files(options), silent_),
      selection_(config),
      loss_(make_loss(registry, data_, evaluate, config.data, kernel_)),
      engine_(plan_engine(registry, defaults, evaluate)),
      splits_(make_splits(data.parts(), evaluate.splits, options.seed)),
      all_(data.samples(), 1) {
  selection_.groups_serve = true;
  selection_.digest_inputs = false;
  for (const Split& split : splits_) loss_->check(split, options.seed);
}

Evaluation Evaluator::run(Observer& observer, Provenance& provenance) {
  Evaluation found;
  found.options = loss_->options();
  found.judged_by = data_.parts().clean ? TrainingLabels::clean : TrainingLabels::observed;
  found.groups_whole = !data_.parts().groups.empty();
  found.weighted = !data_.parts().weights.empty();
  found.splits_wanted = splits_.size();
  record(provenance, found);
  tell_progress(observer, "splits evaluated", 0, 0);
  std::map<std::size_t, std::vector<double>> by_size;
  for (const Split& split : splits_) {
    tell_progress(observer, "splits evaluated", found.splits, splits_.size());
    std::map<std::size_t, double> losses;
    try {
      losses = losses_of(split);
    } catch (const Cancelled& e) {
      if (options_.team) options_.team->end(e);
      break;
    } catch (const BudgetSpent& e) {
      if (options_.team) options_.team->end(e);
      break;
    } catch (Error& e) {
      if (e.step.empty()) e.step = fmt::format("evaluating, {}", name_of(split, found.options.splits));
      throw;
    }
    for (const auto& [size, loss] : losses) by_size[size].push_back(loss);
    ++found.splits;
  }
  for (auto& [size, losses] : by_size) found.curve.push_back({size, std::move(losses)});
  return found;
}

std::map<std::size_t, double> Evaluator::losses_of(const Split& split) {
  const bool on_all = loss_->options().prepare_on_all;
  if (filled_again_)
    filled_again_->edit([&](DataTable& parts) { fill_again(config_.data.missing, split.trains, parts); });
  const std::vector<char>& seen = on_all ? all_ : split.trains;
  if (!on_all || selected_.feature_names.empty())
    selected_ = select_from(registry_, defaults_, selection_, data_.copy_of_samples(seen),
                            time_left(options_, start_), silent_);
  if (selected_.status == StageResult::Status::interrupted) throw Cancelled(selected_.status_text);
  if (selected_.timed_out) throw BudgetSpent(selected_.status_text);
  const TrainingTarget mended = engine_
                                    ? cleaned_labels(registry_, *engine_, evaluate_.suspects, data_,
                                                    loss_->trains_on().labels, split, config_.data, kernel_)
                                    : TrainingTarget();
  const TrainingTarget& trained_on = engine_ ? mended : loss_->trains_on();
  std::map<std::size_t, double> losses;
  for (const auto& [size, subset] : path_subsets(selected_, evaluate_.sizes))
    losses[size] = (*loss_)(subset, split, seen, options_.seed, trained_on);
  return losses;
}

void Evaluator::record(Provenance& provenance, Evaluation& found) const {
  if (const std::optional<Plan> ground = plan_ground(registry_, found.options)) {
    found.ground = ground->effective();
    provenance.add(*ground);
  }
  if (const std::optional<Plan> classifier = plan_classifier(registry_, found.options)) {
    found.classifier = classifier->effective();
    provenance.add(*classifier);
  }
  if (engine_) {
    found.engine = engine_->effective();
    provenance.add(*engine_);
  }
  if (config_.digest_inputs)
    for (const InputFile& file : kernel_.files()) provenance.add(file);
}

}  // namespace tamis::framework
