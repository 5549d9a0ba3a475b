#include <tamis/framework/evaluation/evaluate.hpp>

#include <tamis/framework/evaluation/ground_metric.hpp>
#include <tamis/framework/evaluation/knn_loss.hpp>
#include <tamis/framework/evaluation/path_subsets.hpp>

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <utility>

namespace tamis::framework {
namespace {

std::string name_of(const Split& split, const SplitOptions& options) {
  std::string name = options.folds == 1 ? "hold-out" : fmt::format("fold {}", split.fold + 1);
  if (options.repeats > 1) name += fmt::format(" of repeat {}", split.repeat + 1);
  return name;
}

}  // namespace

void check_evaluable(Registry& registry, const SelectConfig& config, const LoadedData& data,
                     const RuntimeOptions& options) {
  Observer silent;
  const KernelRuntime kernel(options, silent);
  const KnnLoss loss(registry, data, *config.evaluate, config.data, kernel.runtime());
  for (const Split& split : make_splits(data.parts(), config.evaluate->splits, options.seed))
    loss.check(split, options.seed);
}

Evaluation evaluate(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                    const LoadedData& data, const RuntimeOptions& options, Observer& observer,
                    Provenance& provenance) {
  const auto start = std::chrono::steady_clock::now();
  const EvaluateOptions& wanted = *config.evaluate;
  SelectConfig selection = config;
  selection.evaluate.reset();
  selection.digest_inputs = false;
  Observer silent;  // what is said of a split has been said of the whole
  KernelRuntime kernel(options, silent);
  const KnnLoss loss(registry, data, wanted, config.data, kernel.runtime());
  const std::vector<Split> splits = make_splits(data.parts(), wanted.splits, options.seed);
  const std::vector<char> all(data.samples(), 1);

  Evaluation found;
  found.options = loss.options();
  found.judged_by = data.parts().clean ? Teach::clean : Teach::observed;
  found.splits_wanted = splits.size();
  if (const std::optional<Plan> ground = plan_ground(registry, wanted)) {
    found.ground = ground->effective();
    provenance.add(*ground);
  }
  if (config.digest_inputs)
    for (const std::string& file : kernel.files()) provenance.add_file(file);

  std::map<std::size_t, std::vector<double>> by_size;
  SelectionResult selected;
  for (const Split& split : splits) {
    const std::vector<char>& seen = wanted.prepare_on_all ? all : split.trains;
    observer.progress("splits evaluated", found.splits, splits.size());
    try {
      if (found.splits == 0 || !wanted.prepare_on_all)
        selected = select(registry, defaults, selection, data.copy_of_samples(seen),
                          time_left(options, start), silent);
      if (selected.status == SelectionResult::Status::interrupted || selected.timed_out) break;
      std::vector<std::pair<std::size_t, double>> losses;
      for (const auto& [size, subset] : path_subsets(selected))
        losses.emplace_back(size, loss(subset, split, seen, options.seed));
      for (const auto& [size, lost] : losses) by_size[size].push_back(lost);
    } catch (const Cancelled&) {
      break;
    } catch (const BudgetSpent&) {
      break;
    } catch (Error& e) {
      if (e.step.empty()) e.step = fmt::format("evaluating, {}", name_of(split, wanted.splits));
      throw;
    }
    ++found.splits;
  }
  for (auto& [size, losses] : by_size) found.curve.push_back({size, std::move(losses)});
  return found;
}

}  // namespace tamis::framework
