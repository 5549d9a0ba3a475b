/// \file membership_loss.hpp
/// How well a criterion that models the classes predicts them.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/prediction/prediction_loss.hpp>

namespace tamis::framework {

/// Fits a criterion to the samples that train and to those that test, whose labels it is not shown, and takes their
/// memberships as the prediction: classes are ordered by probability, then by index. What it estimates is the true
/// class, which is not always the one that wrong labels show most often.
///
/// Features are scaled or coded by all of these samples.
class MembershipLoss final : public PredictionLoss {
 public:
  /// \param kernel  outlives this object.
  /// \throws DataError  a truth that is not of classes.
  MembershipLoss(Registry& registry, Plan classifier, const LoadedData& data, const EvaluateOptions& options,
                 const PreparationOptions& features, KernelRuntime& kernel);

  using PredictionLoss::operator();
  /// Cost: that of a fit, and a copy of the data.
  double operator()(Subset features, const Split& split, std::span<const char> scales, std::uint64_t seed,
                    const TrainingTarget& trained_on) const override;

 private:
  Registry& registry_;
  Plan classifier_;
  PreparationOptions how_;
  KernelRuntime& kernel_;
};

}  // namespace tamis::framework
