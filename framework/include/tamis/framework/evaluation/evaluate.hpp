/// \file evaluate.hpp
/// The loss against the number of features, on samples that the selection has not seen.
#pragma once

#include <tamis/framework/evaluation/evaluate_options.hpp>
#include <tamis/framework/evaluation/evaluation.hpp>
#include <tamis/framework/run/select.hpp>

namespace tamis::framework {

/// What evaluate() would refuse of the data and the ground metric, before any search. \throws DataError, and
/// what KnnLoss throws. Cost: that of the ground metric, and O(n) for each split.
void check_evaluable(Registry& registry, const SelectConfig& config, const LoadedData& data,
                     const RuntimeOptions& options);

/// For each split of the samples: selects on those that train, as `config` says, and predicts those that test
/// from the subset after each step of the path. What the selection sees (features, labels, scales, codes) is
/// made of the training samples alone, unless `config.evaluate->prepare_on_all`. An interrupted or spent run
/// gives the splits that were finished.
/// \param config      with `evaluate`. \param data  as they were loaded, and drawn.
/// \param provenance  gets the ground metric and the files that it read.
/// \throws what select() throws, with the split's name. Cost: that of the selection and of a prediction per
/// step, times the splits.
Evaluation evaluate(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                    const LoadedData& data, const RuntimeOptions& options, Observer& observer,
                    Provenance& provenance);

}  // namespace tamis::framework
