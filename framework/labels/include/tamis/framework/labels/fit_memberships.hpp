/// \file fit_memberships.hpp
/// What a criterion estimates of each sample's true class, on the way to its score.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/run/report.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// Of n samples and l classes.
struct MembershipFit {
  std::uint64_t samples = 0;
  std::vector<double> values;  ///< n x l, column-major: the estimated p(true class = s | sample i)
  ReasonedScore score;         ///< of the features that were fitted
  Report diagnostics;          ///< what else was reported

  ConstMatrix memberships() const {
    return {values.data(), samples, samples == 0 ? 0 : values.size() / samples};
  }
};

/// Criterion::memberships() of a criterion that is prepared, n x l, column-major; empty where it says nothing.
std::vector<double> memberships_of(Criterion& criterion, const Dataset& data, Subset features);

/// Whether a criterion scores single features, so that what it models is fitted to all that it is given, never to
/// some of them.
bool fits_all_features(const Traits& traits);

/// Plans a criterion that is to report memberships. Its random streams are the same wherever it stands in the
/// config, those of the criterion of a run: what is fitted for soft labels is what `tamis noise` fits.
/// \param config  null: nothing was said.
/// \throws ParamError  also when it measures subsets and cannot score a whole one.
Plan plan_fit(const Registry& registry, const toml::node* config, const std::string& path,
              const std::string& by_default = "");

/// Prepares the criterion, scores `features` as a whole unless it scores single ones, and asks for its memberships;
/// of one that has no Criterion::memberships(), takes the table "memberships" of its report.
/// \param data      prepared for the criterion, with a target of classes or of soft labels.
/// \param features  sorted, at least one; all, where fits_all_features().
/// \throws ParamError   the criterion reports no memberships; DataError where that is no wonder, as fewer
///   than two classes have two samples or no feature varies.
/// \throws PluginError  they are not probabilities of each class for each sample, with sums of 1 within 1e-9.
/// \throws Cancelled, BudgetSpent, and what the criterion throws.
MembershipFit fit_memberships(Registry& registry, const Plan& plan, const LoadedData& data, Subset features,
                              KernelRuntime& kernel);

}  // namespace tamis::framework
