/// \file prediction_loss.hpp
/// How wrong predictions from some features are, on samples that were not used for them.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/prediction/evaluate_options.hpp>
#include <tamis/numerics/neighbours.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// What is trained on.
struct TrainingTarget {
  TargetColumn labels;          ///< of all samples, in the form of the true ones; unknown ones do not train
  std::vector<double> weights;  ///< of each sample, >= 0; empty: 1 each
};

/// Predicts those samples of a split that test, from those that train, and judges by truth_of() the data. Who
/// predicts is said by a class that derives from it.
class PredictionLoss {
 public:
  /// \param data      as loaded; outlives this object.
  /// \param features  units and cuts of [data].
  /// \throws DataError  as resolved(); observed labels that are to be trained on but are of another kind than
  ///                    the clean ones.
  /// \throws ParamError, PluginError  and others from the ground metric.
  PredictionLoss(Registry& registry, const LoadedData& data, const EvaluateOptions& options,
                 const PreparationOptions& features, Runtime runtime);
  virtual ~PredictionLoss() = default;

  /// The loss on the samples that test and whose truth is known (at least one), from those that train.
  /// \param features  at least one; their order does not matter.
  /// \param scales    the samples (which train, or all) by which features are scaled.
  /// \throws DataError  as check(); features of which no units or codes can be made; no label to train on.
  virtual double operator()(Subset features, const Split& split, std::span<const char> scales,
                            std::uint64_t seed, const TrainingTarget& trained_on) const = 0;
  /// The same from trains_on().
  double operator()(Subset features, const Split& split, std::span<const char> scales,
                    std::uint64_t seed) const {
    return (*this)(features, split, scales, seed, trains_on_);
  }

  /// Before any work on a split.
  /// \throws DataError  too few of its samples train.
  virtual void check(const Split& /*split*/, std::uint64_t /*seed*/) const {}

  Loss loss() const { return *options_.loss; }
  /// What is trained on as a rule: the labels of evaluate.train_on with the weights of the data.
  const TrainingTarget& trains_on() const { return trains_on_; }
  /// As resolved().
  const EvaluateOptions& options() const { return options_; }

 protected:
  const LoadedData& data() const { return data_; }
  /// The samples of a split that test and whose truth is known.
  static std::vector<numerics::Sample> tested(const Split& split, const TargetColumn& truth);
  /// Samples that test, of some table.
  struct Tested {
    std::span<const numerics::Sample> samples;
    const TargetColumn& truth;    ///< of all samples of the table
    std::vector<double> weights;  ///< of those that test; empty: 1 each
  };
  /// Of the class that is guessed for each of them. Not of Loss::top_k.
  double of_guesses(std::span<const std::int32_t> guesses, const Tested& tested) const;
  /// Of all classes for each of them, the likeliest first.
  double of_rankings(std::span<const std::vector<std::uint32_t>> rankings, const Tested& tested) const;

 private:
  const LoadedData& data_;
  EvaluateOptions options_;
  TrainingTarget trains_on_;
  std::vector<double> ground_;  // of Loss::top_k
};

}  // namespace tamis::framework
