/// \file knn_loss.hpp
/// How well k nearest neighbours predict, from some features of some samples.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/prediction/evaluate_options.hpp>
#include <tamis/numerics/neighbours.hpp>

namespace tamis::framework {

class KnnClassifier;

/// What is trained on.
struct TrainingTarget {
  TargetColumn labels;          ///< of all samples, in the form of the true ones; unknown ones do not train
  std::vector<double> weights;  ///< of the vote of each sample of a class, >= 0; empty: 1 each
};

/// Predicts by k-NN from the features of a subset, and judges by truth_of() the data.
class KnnLoss {
 public:
  /// \param data      as loaded; outlives this object.
  /// \param features  units and cuts of [data].
  /// \throws DataError  as resolved(); observed labels that are to be trained on but are of another kind than
  ///                    the clean ones.
  /// \throws ParamError, PluginError  and others from the ground metric.
  KnnLoss(Registry& registry, const LoadedData& data, const EvaluateOptions& options,
          const PreparationOptions& features, Runtime runtime);

  /// The loss on the samples that test and whose truth is known (at least one), from those that train.
  /// Units and cuts of features are those of the samples that `scales` (which train, or all).
  /// Cost: see numerics/neighbours.hpp; with several k to choose from, that and `inner_folds` times as much.
  /// \param features  at least one; their order does not matter.
  /// \throws DataError  as check(); features of which no units or codes can be made; no label to train on.
  double operator()(Subset features, const Split& split, std::span<const char> scales,
                    std::uint64_t seed) const {
    return (*this)(features, split, scales, seed, trains_on_);
  }
  /// The same from other labels.
  double operator()(Subset features, const Split& split, std::span<const char> scales, std::uint64_t seed,
                    const TrainingTarget& trained_on) const;

  /// \throws DataError  too few samples train to choose among several k.
  void check(const Split& split, std::uint64_t seed) const;

  Loss loss() const { return *options_.loss; }
  /// What is trained on as a rule: the labels of evaluate.train_on, each with the weight 1.
  const TrainingTarget& trains_on() const { return trains_on_; }
  /// As resolved().
  const EvaluateOptions& options() const { return options_; }

 private:
  LoadedData table_of(Subset features, std::span<const char> scales, const TrainingTarget& trained_on) const;
  std::vector<double> losses_of(const LoadedData& table, const Split& split,
                                std::span<const std::size_t> ks) const;
  double loss_of(const KnnClassifier& knn, const TargetColumn& truth, std::span<const numerics::Sample> test,
                 std::size_t k) const;
  std::size_t choose_k(const LoadedData& table, const Split& split, std::uint64_t seed) const;
  std::vector<Split> inner_splits(const LoadedData& training, std::uint64_t seed) const;

  const LoadedData& data_;
  EvaluateOptions options_;
  Discretise cuts_;
  TrainingTarget trains_on_;
  std::vector<double> ground_;
  Runtime runtime_;
};

}  // namespace tamis::framework
