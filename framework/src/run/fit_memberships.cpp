#include "fit_memberships.hpp"

#include "describe_data.hpp"
#include "estimates.hpp"
#include "json_diagnostics.hpp"

#include <tamis/framework/run/compatibility.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tamis::framework {
namespace {

constexpr const char* kTable = "memberships";
constexpr double kRounding = 1e-9;

/// The reported table as a matrix, checked.
std::vector<double> take_memberships(const nlohmann::json& reported, const LoadedData& data,
                                     const std::string& id) {
  const auto found = reported.find(kTable);
  if (found == reported.end())
    throw ParamError(fmt::format(
        "criterion '{}' reports no memberships; name one that estimates the probability of each class for "
        "each sample",
        id));
  const std::uint64_t n = data.samples(), l = data.view().target().classes();
  const auto refuse = [&](const std::string& why) {
    throw PluginError(fmt::format("criterion '{}' reports memberships that {}", id, why));
  };
  if (!found->is_object() || found->at("rows") != "samples" || found->at("values").size() != n ||
      found->at("columns").size() != l)
    refuse(fmt::format("are no table of {} samples by {} classes", n, l));
  std::vector<double> values(n * l);
  for (std::uint64_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::uint64_t s = 0; s < l; ++s) {
      const nlohmann::json& cell = found->at("values")[i][s];
      const double p = cell.is_null() ? std::nan("") : cell.get<double>();
      if (!(p >= 0 && p <= 1)) refuse(fmt::format("are not between 0 and 1 ({})", data.where(i)));
      values[i + s * n] = p;
      sum += p;
    }
    if (std::fabs(sum - 1) > kRounding) refuse(fmt::format("sum to {} ({}); expected 1", sum, data.where(i)));
  }
  return values;
}

}  // namespace

Plan plan_fit(const Registry& registry, const toml::node* config, const std::string& path,
              const std::string& by_default) {
  Plan plan = plan_component(registry, config, path, tamis::detail::Abi<Criterion>::kId, by_default);
  const Descriptor& criterion = plan.descriptor();
  if (!has_move(criterion.traits, Move::whole))
    throw ParamError(fmt::format(
        "{} is '{}', which scores no whole subset and so reports no memberships; name a criterion that "
        "estimates the probability of each class for each sample",
        path, criterion.id));
  key_streams_by(plan, "criterion");
  return plan;
}

MembershipFit fit_memberships(Registry& registry, const Plan& plan, const LoadedData& data, Subset features,
                              KernelRuntime& kernel) {
  const Dataset view = data.view();
  const std::string& id = plan.descriptor().id;
  Composed<Criterion> criterion(registry, plan);
  const Cost cost = expected_cost(criterion, view);
  kernel.announce_cost(cost.prepare + cost.per_candidate);
  try {
    Runtime runtime = kernel.runtime();
    kernel.begin_phase(fmt::format("preparing {}", id));
    criterion->prepare(view, runtime);
    kernel.begin_phase("fitting memberships");
    KernelSpace space(*criterion, criterion.origin(), view, plan.descriptor().traits, {}, {},
                      kernel.runtime());
    MembershipFit fit;
    fit.samples = view.samples();
    fit.score = space.score_whole(features);
    JsonDiagnostics diagnostics;
    Diagnostics sink = diagnostics.sink();
    criterion->report(sink);
    fit.diagnostics = diagnostics.collected();
    fit.values = take_memberships(fit.diagnostics, data, id);
    fit.diagnostics.erase(kTable);
    return fit;
  } catch (const Error& e) {
    raise_named(e, data);
  }
}

}  // namespace tamis::framework
