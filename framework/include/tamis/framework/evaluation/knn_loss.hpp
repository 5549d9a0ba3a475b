/// \file knn_loss.hpp
/// How well k nearest neighbours predict, from some features of some samples.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/evaluation/evaluate_options.hpp>
#include <tamis/numerics/neighbours.hpp>

namespace tamis::framework {

/// The loss that was asked for, or the default one of the target. \throws DataError  for a target that is
/// neither classes nor real values, or a loss that does not go with it.
Loss loss_for(const TargetParts& target, const EvaluateOptions& options);

/// Predicts by k-NN from the features of a subset. Distances are Euclidean, on z-scores (population standard
/// deviation) unless `standardised` is false.
class KnnLoss {
 public:
  /// \param data  with a target of classes or real values; outlives this object. \throws DataError  as
  /// loss_for().
  KnnLoss(const LoadedData& data, const EvaluateOptions& options, bool standardised, Runtime runtime);

  /// The loss on the samples that test and are known, taught by those that train; z-scores are those of the
  /// samples that `scales` (which train, or all).
  /// \param features  at least one; their order does not matter. Cost: see numerics/neighbours.hpp; with
  /// several k to choose from, 5 times as much for each.
  double operator()(Subset features, const Split& split, std::span<const char> scales,
                    std::uint64_t seed) const;

  Loss loss() const { return loss_; }

 private:
  double loss_of(const LoadedData& table, const Split& split, std::size_t k) const;
  std::size_t choose_k(const LoadedData& table, const Split& split, std::uint64_t seed) const;

  const LoadedData& data_;
  const EvaluateOptions& options_;
  bool standardised_;
  Loss loss_;
  Runtime runtime_;
};

}  // namespace tamis::framework
