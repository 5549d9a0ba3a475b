#include <tamis/framework/evaluation/evaluate.hpp>

#include <tamis/framework/evaluation/knn_loss.hpp>
#include <tamis/framework/evaluation/path_subsets.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tamis::framework {
namespace {

std::string name_of(const Split& split, const SplitOptions& options) {
  std::string name = options.folds == 1 ? "hold-out" : fmt::format("fold {}", split.fold + 1);
  if (options.repeats > 1) name += fmt::format(" of repeat {}", split.repeat + 1);
  return name;
}

}  // namespace

void check_evaluable(const DataParts& data, const EvaluateOptions& options, std::uint64_t seed) {
  loss_for(data.target, options);
  make_splits(data, options.splits, seed);
}

Evaluation evaluate(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                    const LoadedData& data, const RuntimeOptions& options, Observer& observer) {
  const EvaluateOptions& wanted = *config.evaluate;
  SelectConfig selection = config;
  selection.evaluate.reset();
  selection.digest_inputs = false;
  Observer silent;  // what is said of a split has been said of the whole
  KernelRuntime kernel(options, silent);
  const KnnLoss loss(data, wanted, config.data.standardise != Standardise::none, kernel.runtime());
  const std::vector<Split> splits = make_splits(data.parts(), wanted.splits, options.seed);
  const std::vector<char> all(data.samples(), 1);

  Evaluation found{wanted, loss.loss(), 0, splits.size(), {}};
  std::map<std::size_t, std::vector<double>> by_size;
  SelectionResult selected;
  for (const Split& split : splits) {
    observer.progress("evaluating", found.splits, splits.size());
    try {
      if (found.splits == 0 || !wanted.prepare_on_all)
        selected = select(registry, defaults, selection,
                          data.copy_of_samples(wanted.prepare_on_all ? all : split.trains), options, silent);
      if (selected.status == SelectionResult::Status::interrupted) break;
      for (const auto& [size, subset] : path_subsets(selected))
        by_size[size].push_back(
            loss(subset, split, wanted.prepare_on_all ? all : split.trains, options.seed));
    } catch (const Cancelled&) {
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
