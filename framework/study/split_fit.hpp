/// \file split_fit.hpp
/// A criterion's model of the classes, fitted to some samples of a table.
#pragma once

#include <tamis/framework/labels/fit_memberships.hpp>
#include <tamis/framework/prediction/prediction_loss.hpp>

namespace tamis::framework {

/// The memberships of some samples of a table.
struct SplitFit {
  MembershipFit fit;
  std::vector<std::size_t> samples;  ///< by their number in the table, a row of `fit` each
  std::vector<std::int32_t> labels;  ///< that were fitted to, -1 unknown
};

/// Fits the criterion to the marked samples and features alone. Clean labels are not seen, nor weights and groups by a
/// criterion that uses none. Cost: that of the fit, and a copy of the data.
/// \param data      as it was loaded.
/// \param target    labels and weights of all samples, of one class each; -1 unknown.
/// \param features  how they are prepared for the criterion.
/// \throws DataError, ParamError, PluginError  the fit cannot be made.
/// \throws Cancelled, BudgetSpent
SplitFit fit_to_samples(Registry& registry, const Plan& criterion, const LoadedData& data,
                        const TrainingTarget& target, std::span<const char> samples,
                        std::span<const char> features, const PreparationOptions& how, KernelRuntime& kernel);

}  // namespace tamis::framework
