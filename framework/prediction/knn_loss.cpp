#include <tamis/framework/prediction/knn_loss.hpp>

#include "samples_of.hpp"
#include "subset_table.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/prediction/knn_classifier.hpp>
#include <tamis/framework/prediction/knn_regressor.hpp>
#include <tamis/framework/prediction/losses.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

using numerics::Sample;

/// The samples that train, without clean labels. k is chosen on them by a cross-validation, which then
/// judges by the labels that teach: clean labels may be there for the test alone, and must not take
/// part in the choice.
LoadedData training_part(const LoadedData& table, const Split& split) {
  LoadedData training = table.copy_of_samples(split.trains);
  training.edit([](DataTable& p) { p.clean.reset(); });
  return training;
}

}  // namespace

KnnLoss::KnnLoss(Registry& registry, const LoadedData& data, const EvaluateOptions& options,
                 const PreparationOptions& features, Runtime runtime)
    : PredictionLoss(registry, data, options, features, runtime),
      cuts_(features.discretise),
      runtime_(runtime) {}

double KnnLoss::operator()(Subset features, const Split& split, std::span<const char> scales,
                           std::uint64_t seed, const TrainingTarget& trained_on) const {
  const LoadedData table = table_of(features, scales, trained_on);
  const std::size_t k = choose_k(table, split, seed);
  return losses_of(table, split, data().parts().weights, {&k, 1}).front();
}

void KnnLoss::check(const Split& split, std::uint64_t seed) const {
  if (options().neighbours.size() > 1)
    inner_splits(training_part(table_of({}, split.trains, trains_on()), split), seed);
}

/// The columns of a subset with the labels that are trained on; the true ones beside them where they differ.
LoadedData KnnLoss::table_of(Subset features, std::span<const char> scales,
                             const TrainingTarget& trained_on) const {
  DataTable table = subset_table(data(), features, scales, *options().features, cuts_);
  table.target = trained_on.labels;
  table.weights = trained_on.weights;
  if (*options().train_on == TrainingLabels::observed) table.clean = data().parts().clean;
  table.groups = data().parts().groups;
  return LoadedData(std::move(table));
}

/// One loss for each k, from one search.
std::vector<double> KnnLoss::losses_of(const LoadedData& table, const Split& split,
                                       const std::vector<double>& weights,
                                       std::span<const std::size_t> ks) const {
  const TargetColumn& truth = truth_of(table.parts());
  const std::vector<Sample> training = samples_of(split.trains), test = tested(split, truth);
  const std::size_t most = *std::max_element(ks.begin(), ks.end());
  const Tested judged{test, truth, at(weights, test)};
  std::vector<double> losses;
  if (loss() == Loss::rmse) {
    const KnnRegressor knn(table.view(), training, test, most, runtime_);
    for (const std::size_t k : ks)
      losses.push_back(root_mean_squared_error(knn.predict(k), at(truth.real, test), judged.weights));
    return losses;
  }
  const KnnClassifier knn(table.view(), training, test, most, runtime_);
  for (const std::size_t k : ks)
    losses.push_back(loss() == Loss::top_k ? of_rankings(knn.rank(k), judged)
                                           : of_guesses(knn.predict(k), judged));
  return losses;
}

std::size_t KnnLoss::choose_k(const LoadedData& table, const Split& split, std::uint64_t seed) const {
  const std::vector<std::size_t>& ks = options().neighbours;
  if (ks.size() == 1) return ks.front();
  const LoadedData training = training_part(table, split);
  const std::vector<double> weights = at(data().parts().weights, samples_of(split.trains));
  std::vector<double> sums(ks.size());
  for (const Split& fold : inner_splits(training, seed)) {
    const std::vector<double> losses = losses_of(training, fold, weights, ks);
    for (std::size_t i = 0; i < ks.size(); ++i) sums[i] += losses[i];
  }
  return ks[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
}

std::vector<Split> KnnLoss::inner_splits(const LoadedData& training, std::uint64_t seed) const {
  SplitOptions inner;
  inner.folds = options().inner_folds;
  inner.stratified = options().splits.stratified;
  try {
    return make_splits(training.parts(), inner, seed);
  } catch (const DataError& e) {
    throw DataError(fmt::format(
        "evaluate.inner_folds is {}, by which evaluate.neighbours is chosen: of the samples that train, {}",
        inner.folds, e.what()));
  }
}

}  // namespace tamis::framework
