/// \file knn_loss.hpp
/// How well k nearest neighbours predict, from some features of some samples.
#pragma once

#include <tamis/framework/prediction/prediction_loss.hpp>

namespace tamis::framework {

/// Predicts by k-NN from the features of a subset, classes, sets of labels, or real values.
class KnnLoss final : public PredictionLoss {
 public:
  KnnLoss(Registry& registry, const LoadedData& data, const EvaluateOptions& options,
          const PreparationOptions& features, Runtime runtime);

  using PredictionLoss::operator();
  /// Cost: see numerics/neighbours.hpp; with several k to choose from, that and `inner_folds` times as much.
  double operator()(Subset features, const Split& split, std::span<const char> scales, std::uint64_t seed,
                    const TrainingTarget& trained_on) const override;

  /// \throws DataError  too few samples train to choose among several k.
  void check(const Split& split, std::uint64_t seed) const override;

 private:
  LoadedData table_of(Subset features, std::span<const char> scales, const TrainingTarget& trained_on) const;
  /// \param weights  of the samples of the table, by which losses count; empty: 1 each.
  std::vector<double> losses_of(const LoadedData& table, const Split& split,
                                const std::vector<double>& weights, std::span<const std::size_t> ks) const;
  std::size_t choose_k(const LoadedData& table, const Split& split, std::uint64_t seed) const;
  std::vector<Split> inner_splits(const LoadedData& training, std::uint64_t seed) const;

  Discretise cuts_;
  Runtime runtime_;
};

}  // namespace tamis::framework
