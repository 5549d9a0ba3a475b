/// \file evaluate.hpp
/// The loss against the number of features, on samples that the selection has not seen.
#pragma once

#include <tamis/framework/prediction/prediction_loss.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/framework/study/evaluation.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>

namespace tamis::framework {

/// For each split of the samples: selects on those that train, as a config says, and predicts those that test
/// from the subset after each step of the path. What the selection sees (features, labels, scales, codes, what missing cells
/// are filled with) is made of the training samples alone, unless evaluate.prepare_on is "all".
class Evaluator {
 public:
  /// Makes the splits and the ground metric: what is wrong with the options or the data is found here, before
  /// any search. The time of the run begins.
  /// \param config, evaluate, data, defaults  outlive this object.
  /// \param data  as they were loaded, and drawn.
  /// \throws DataError, and what make_loss() throws.
  Evaluator(Registry& registry, const Defaults& defaults, const SelectConfig& config,
            const EvaluateOptions& evaluate, const LoadedData& data, const RuntimeOptions& options);

  /// An interrupted or spent run gives the splits that were finished. Cost: that of the selection and of a
  /// prediction per step, times the splits.
  /// \param provenance  gets the ground metric, the classifier, the engine, and the files that were read.
  /// \throws Error  what select() throws, with the split's name.
  Evaluation run(Observer& observer, Provenance& provenance);

 private:
  /// By the number of features.
  /// \throws Cancelled, BudgetSpent
  std::map<std::size_t, double> losses_of(const Split& split);
  void record(Provenance& provenance, Evaluation& found) const;

  Registry& registry_;
  const Defaults& defaults_;
  const SelectConfig& config_;
  const EvaluateOptions& evaluate_;
  std::optional<LoadedData> filled_again_;  // where missing cells were filled: those that train fill them
  const LoadedData& data_;
  RuntimeOptions options_;
  std::chrono::steady_clock::time_point start_;
  Observer silent_;  // what is said of a split has been said of the whole
  KernelRuntime kernel_;
  SelectConfig selection_;  // of a split
  std::unique_ptr<PredictionLoss> loss_;
  std::optional<Plan> engine_;  // that finds suspects among the labels that train
  std::vector<Split> splits_;
  std::vector<char> all_;
  SelectionResult selected_;  // on the last split
};

}  // namespace tamis::framework
