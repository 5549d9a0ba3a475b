#include <tamis/framework/evaluation/knn_loss.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/evaluation/knn_classifier.hpp>
#include <tamis/framework/evaluation/knn_regressor.hpp>
#include <tamis/framework/evaluation/losses.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

using numerics::Sample;

constexpr std::uint32_t kInnerFolds = 5;

std::vector<Sample> members(std::span<const char> side) {
  std::vector<Sample> out;
  for (std::size_t i = 0; i < side.size(); ++i)
    if (side[i]) out.push_back(static_cast<Sample>(i));
  return out;
}

/// The columns of a subset, with the target of all samples.
LoadedData table_of(const LoadedData& data, Subset features, std::span<const char> scales,
                    bool standardised) {
  const DataParts& from = data.parts();
  std::vector<Feature> sorted(features.begin(), features.end());
  std::sort(sorted.begin(), sorted.end());
  DataParts to;
  to.samples = from.samples;
  to.target = from.target;
  to.values.resize(from.samples * sorted.size());
  std::vector<double> scaling;
  for (std::size_t j = 0; j < sorted.size(); ++j) {
    const std::span<double> column = to.values.span().subspan(j * from.samples, from.samples);
    if (from.sparse.empty()) {
      std::copy_n(from.values.data() + sorted[j] * from.samples, from.samples, column.begin());
    } else {
      std::fill(column.begin(), column.end(), 0.0);
      const auto rows = from.sparse.rows(sorted[j]);
      for (std::size_t e = 0; e < rows.size(); ++e) column[rows[e]] = from.sparse.values(sorted[j])[e];
    }
    to.feature_names.push_back(from.feature_names[sorted[j]]);
    if (!standardised) continue;
    scaling.clear();
    for (std::size_t i = 0; i < column.size(); ++i)
      if (scales[i]) scaling.push_back(column[i]);
    const CentreAndScale cs = centre_and_scale(scaling, 0, to.feature_names.back());
    to.centre.push_back(cs.centre);
    to.scale.push_back(cs.scale);
  }
  return LoadedData(std::move(to));
}

}  // namespace

Loss loss_for(const TargetParts& target, const EvaluateOptions& options) {
  const bool real = target.kind == TargetKind::real;
  if (!real && target.kind != TargetKind::classes)
    throw DataError(
        fmt::format("{}: [evaluate] predicts classes or real values; --harden takes the most probable class "
                    "of soft labels",
                    target.shown()));
  const Loss loss = options.loss.value_or(real ? Loss::rmse : Loss::error);
  if (real != (loss == Loss::rmse))
    throw DataError(fmt::format("{} has {}, of which evaluate.loss cannot be the {}; leave it out",
                                target.shown(), real ? "real values" : "classes", name_of(loss)));
  return loss;
}

KnnLoss::KnnLoss(const LoadedData& data, const EvaluateOptions& options, bool standardised, Runtime runtime)
    : data_(data),
      options_(options),
      standardised_(standardised),
      loss_(loss_for(data.parts().target, options)),
      runtime_(runtime) {}

double KnnLoss::operator()(Subset features, const Split& split, std::span<const char> scales,
                           std::uint64_t seed) const {
  const LoadedData table = table_of(data_, features, scales, standardised_);
  return loss_of(table, split, choose_k(table, split, seed));
}

double KnnLoss::loss_of(const LoadedData& table, const Split& split, std::size_t k) const {
  const Dataset view = table.view();
  const std::vector<Sample> teachers = members(split.trains), asked = members(split.tests);
  if (loss_ == Loss::rmse) {
    std::vector<double> truth;
    for (const Sample i : asked) truth.push_back(view.target().real()[i]);
    return root_mean_squared_error(knn_values(view, teachers, asked, k, runtime_), truth);
  }
  std::vector<std::int32_t> truth, predicted;
  for (const Sample i : asked) truth.push_back(view.target().labels()[i]);
  for (const auto& ranking : knn_rank_classes(view, teachers, asked, k, runtime_))
    predicted.push_back(static_cast<std::int32_t>(ranking.front()));
  return loss_ == Loss::error ? error_rate(predicted, truth) : balanced_error_rate(predicted, truth);
}

std::size_t KnnLoss::choose_k(const LoadedData& table, const Split& split, std::uint64_t seed) const {
  const std::vector<std::size_t>& ks = options_.neighbours;
  if (ks.size() == 1) return ks.front();
  DataParts training;  // the target of the samples that train, the others unknown
  training.samples = table.samples();
  training.target = table.parts().target;
  training.groups = data_.parts().groups;
  for (std::size_t i = 0; i < training.samples; ++i) {
    if (split.trains[i]) continue;
    if (training.target.kind == TargetKind::real)
      training.target.real[i] = std::numeric_limits<double>::quiet_NaN();
    else
      training.target.labels[i] = -1;
  }
  SplitOptions inner;
  inner.folds = kInnerFolds;
  inner.stratified = options_.splits.stratified;
  std::vector<double> sums(ks.size());
  for (Split& fold : make_splits(training, inner, seed)) {
    for (std::size_t i = 0; i < fold.trains.size(); ++i) fold.trains[i] = fold.trains[i] && split.trains[i];
    for (std::size_t i = 0; i < ks.size(); ++i) sums[i] += loss_of(table, fold, ks[i]);
  }
  return ks[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
}

}  // namespace tamis::framework
