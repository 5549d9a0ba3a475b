#include <tamis/framework/prediction/knn_loss.hpp>

#include "subset_table.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/prediction/ground_metric.hpp>
#include <tamis/framework/prediction/knn_classifier.hpp>
#include <tamis/framework/prediction/knn_regressor.hpp>
#include <tamis/framework/prediction/losses.hpp>
#include <tamis/framework/prediction/top_k_loss.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

using numerics::Sample;

std::vector<Sample> members(std::span<const char> side) {
  std::vector<Sample> out;
  for (std::size_t i = 0; i < side.size(); ++i)
    if (side[i]) out.push_back(static_cast<Sample>(i));
  return out;
}

template <class T>
std::vector<T> at(const std::vector<T>& values, std::span<const Sample> samples) {
  std::vector<T> out;
  for (const Sample i : samples) out.push_back(values[i]);
  return out;
}

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
    // a label that was stated stands, however uncertain it is: as for a criterion of classes
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
    : data_(data),
      options_(resolved(options, data.parts(), features.standardise)),
      cuts_(features.discretise),
      trains_on_{training_target(data.parts(), *options_.train_on), {}},
      runtime_(runtime) {
  if (loss() == Loss::top_k)
    ground_ = ground_distances(registry, plan_ground(registry, options), data, features, runtime);
}

double KnnLoss::operator()(Subset features, const Split& split, std::span<const char> scales,
                           std::uint64_t seed, const TrainingTarget& trained_on) const {
  const LoadedData table = table_of(features, scales, trained_on);
  const std::size_t k = choose_k(table, split, seed);
  return losses_of(table, split, {&k, 1}).front();
}

void KnnLoss::check(const Split& split, std::uint64_t seed) const {
  if (options_.neighbours.size() > 1)
    inner_splits(training_part(table_of({}, split.trains, trains_on_), split), seed);
}

/// The columns of a subset with the labels that are trained on; the true ones beside them where they differ.
LoadedData KnnLoss::table_of(Subset features, std::span<const char> scales,
                             const TrainingTarget& trained_on) const {
  DataTable table = subset_table(data_, features, scales, *options_.features, cuts_);
  table.target = trained_on.labels;
  table.weights = trained_on.weights;
  if (*options_.train_on == TrainingLabels::observed) table.clean = data_.parts().clean;
  table.groups = data_.parts().groups;
  return LoadedData(std::move(table));
}

/// One loss for each k, from one search.
std::vector<double> KnnLoss::losses_of(const LoadedData& table, const Split& split,
                                       std::span<const std::size_t> ks) const {
  const TargetColumn& truth = truth_of(table.parts());
  const std::vector<Sample> training = members(split.trains);
  std::vector<Sample> test = members(split.tests);
  std::erase_if(test, [&](Sample i) { return !truth.known(i); });
  const std::size_t most = *std::max_element(ks.begin(), ks.end());
  std::vector<double> losses;
  if (loss() == Loss::rmse) {
    const KnnRegressor knn(table.view(), training, test, most, runtime_);
    for (const std::size_t k : ks)
      losses.push_back(root_mean_squared_error(knn.predict(k), at(truth.real, test)));
    return losses;
  }
  const KnnClassifier knn(table.view(), training, test, most, runtime_);
  for (const std::size_t k : ks) losses.push_back(loss_of(knn, truth, test, k));
  return losses;
}

double KnnLoss::loss_of(const KnnClassifier& knn, const TargetColumn& truth, std::span<const Sample> test,
                        std::size_t k) const {
  if (loss() == Loss::error) return error_rate(knn.predict(k), at(truth.labels, test));
  if (loss() == Loss::balanced_error) return balanced_error_rate(knn.predict(k), at(truth.labels, test));
  const std::size_t l = truth.class_names.size();
  const std::vector<std::vector<std::uint32_t>> ranking = knn.rank(k);
  double sum = 0;
  for (std::size_t q = 0; q < test.size(); ++q)
    sum +=
        top_k_loss(ranking[q], labels_of(truth, test[q]), ConstMatrix(ground_.data(), l, l), *options_.top);
  return sum / static_cast<double>(test.size());
}

std::size_t KnnLoss::choose_k(const LoadedData& table, const Split& split, std::uint64_t seed) const {
  const std::vector<std::size_t>& ks = options_.neighbours;
  if (ks.size() == 1) return ks.front();
  const LoadedData training = training_part(table, split);
  std::vector<double> sums(ks.size());
  for (const Split& fold : inner_splits(training, seed)) {
    const std::vector<double> losses = losses_of(training, fold, ks);
    for (std::size_t i = 0; i < ks.size(); ++i) sums[i] += losses[i];
  }
  return ks[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
}

std::vector<Split> KnnLoss::inner_splits(const LoadedData& training, std::uint64_t seed) const {
  SplitOptions inner;
  inner.folds = options_.inner_folds;
  inner.stratified = options_.splits.stratified;
  try {
    return make_splits(training.parts(), inner, seed);
  } catch (const DataError& e) {
    throw DataError(fmt::format(
        "evaluate.inner_folds is {}, by which evaluate.neighbours is chosen: of the samples that train, {}",
        inner.folds, e.what()));
  }
}

}  // namespace tamis::framework
