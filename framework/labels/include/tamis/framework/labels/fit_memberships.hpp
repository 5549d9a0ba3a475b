/// \file fit_memberships.hpp
/// Estimated probabilities of the true class of each sample, from a criterion.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/run/report.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// The fit for n samples and l classes.
struct MembershipFit {
  std::uint64_t samples = 0;
  std::vector<double> values;  ///< n x l, column-major: the estimated p(true class = s | sample i)
  ReasonedScore score;         ///< of the features that were used
  Report diagnostics;          ///< the rest of the report

  ConstMatrix memberships() const {
    return {values.data(), samples, samples == 0 ? 0 : values.size() / samples};
  }
};

/// Criterion::memberships() of a prepared criterion, n x l, column-major; empty if it gives none.
std::vector<double> memberships_of(Criterion& criterion, const Dataset& data, Subset features);

/// Whether a criterion scores single features, so that its model is fitted to all features that it gets, never to a subset.
bool fits_all_features(const Traits& traits);

/// Plans a criterion for memberships. Its random streams are those of the criterion of a run, whatever its place in the
/// config, so that soft labels are fitted as by `tamis noise`.
/// \param config  null: not given.
/// \throws ParamError  also if it measures subsets and does not score Move::whole.
Plan plan_fit(const Registry& registry, const toml::node* config, const std::string& path,
              const std::string& by_default = "");

/// Prepares the criterion, scores `features` as a whole unless it scores single features, and gets its memberships. For a
/// library without Criterion::memberships() it reads the table "memberships" of the report.
/// \param data      prepared for the criterion, with a target of classes or of soft labels.
/// \param features  sorted, at least one; all of them if fits_all_features().
/// \throws ParamError   the criterion gives no memberships.
/// \throws DataError    no estimate is possible: fewer than two classes have two samples, or no feature varies.
/// \throws PluginError  they are not probabilities of each class for each sample, with sums of 1 within 1e-9.
/// \throws Cancelled, BudgetSpent, and what the criterion throws.
MembershipFit fit_memberships(Registry& registry, const Plan& plan, const LoadedData& data, Subset features,
                              KernelRuntime& kernel);

}  // namespace tamis::framework
