#include <tamis/framework/prediction/prediction_loss.hpp>

#include "samples_of.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/prediction/ground_metric.hpp>
#include <tamis/framework/prediction/losses.hpp>
#include <tamis/framework/prediction/top_k_loss.hpp>

#include <fmt/format.h>

namespace tamis::framework {
namespace {

using numerics::Sample;

std::span<const std::int32_t> labels_of(const TargetColumn& target, Sample i) {
  if (target.kind == TargetKind::classes) return {target.labels.data() + i, 1};
  return {target.set_labels.data() + target.set_start[i], target.set_start[i + 1] - target.set_start[i]};
}

/// The labels that are trained on, in the form of the true ones.
TargetColumn training_target(const DataTable& data, TrainingLabels train_on) {
  const TargetColumn& truth = truth_of(data);
  if (train_on == TrainingLabels::clean) return truth;
  TargetColumn target = data.target;
  if (truth.kind == TargetKind::classes && target.kind == TargetKind::soft) {
    // a label that was given counts, however uncertain it is, as for a criterion of classes
    if (target.labels.empty()) take_most_probable(target, data.samples);
    target.kind = TargetKind::classes;
  }
  if (target.kind != truth.kind || target.class_names != truth.class_names)
    throw DataError(fmt::format(
        "{} cannot be trained on where the clean labels judge, as these are of another kind or have other classes; "
        "evaluate.train_on = \"clean\" trains on the clean ones",
        target.title()));
  return target;
}

}  // namespace

PredictionLoss::PredictionLoss(Registry& registry, const LoadedData& data, const EvaluateOptions& options,
                               const PreparationOptions& features, Runtime runtime)
    : data_(data),
      options_(resolved(options, data.parts(), features.standardise)),
      trains_on_{training_target(data.parts(), *options_.train_on), data.parts().weights} {
  if (loss() == Loss::top_k)
    ground_ = ground_distances(registry, plan_ground(registry, options), data, features, runtime);
}

std::vector<Sample> PredictionLoss::tested(const Split& split, const TargetColumn& truth) {
  std::vector<Sample> test = samples_of(split.tests);
  std::erase_if(test, [&](Sample i) { return !truth.known(i); });
  return test;
}

double PredictionLoss::of_guesses(std::span<const std::int32_t> guesses, const Tested& tested) const {
  const std::vector<std::int32_t> classes = at(tested.truth.labels, tested.samples);
  return loss() == Loss::error ? error_rate(guesses, classes, tested.weights)
                               : balanced_error_rate(guesses, classes, tested.weights);
}

double PredictionLoss::of_rankings(std::span<const std::vector<std::uint32_t>> rankings,
                                   const Tested& tested) const {
  if (loss() != Loss::top_k) {
    std::vector<std::int32_t> guesses;
    for (const std::vector<std::uint32_t>& classes : rankings)
      guesses.push_back(static_cast<std::int32_t>(classes.front()));
    return of_guesses(guesses, tested);
  }
  const std::size_t l = tested.truth.class_names.size();
  std::vector<double> losses;
  for (std::size_t q = 0; q < rankings.size(); ++q)
    losses.push_back(top_k_loss(rankings[q], labels_of(tested.truth, tested.samples[q]),
                                ConstMatrix(ground_.data(), l, l), *options_.top));
  return mean_loss(losses, tested.weights);
}

}  // namespace tamis::framework
