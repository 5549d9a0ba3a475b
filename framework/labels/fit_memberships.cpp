#include <tamis/framework/labels/fit_memberships.hpp>

#include "cached_fit.hpp"

#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/feature_values.hpp>
#include <tamis/framework/run/describe_data.hpp>
#include <tamis/framework/run/estimates.hpp>
#include <tamis/framework/run/report.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

constexpr const char* kTable = "memberships";
constexpr double kRounding = 1e-9;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// \throws DataError  there are no two classes to compare.
void check_classes(const LoadedData& data) {
  const TargetColumn& target = data.parts().target;
  if (target.labels.empty()) return;
  const std::vector<double>& weights = data.parts().weights;
  std::vector<std::uint64_t> samples(target.class_names.size());
  for (std::size_t i = 0; i < target.labels.size(); ++i)
    if (target.labels[i] >= 0 && (weights.empty() || weights[i] > 0))
      ++samples[static_cast<std::size_t>(target.labels[i])];
  std::vector<std::string> large;
  for (std::size_t s = 0; s < samples.size(); ++s)
    if (samples[s] > 1) large.push_back(in_quotes(target.class_names[s]));
  if (large.size() > 1) return;
  const auto present = std::count_if(samples.begin(), samples.end(), [](std::uint64_t n) { return n > 0; });
  const std::string what =
      large.empty()  ? "no class has more than one sample"
      : present == 1 ? (target.vote_start.empty() ? "all labels are " : "all majorities are ") + large[0]
                     : "only class " + large[0] + " has more than one sample";
  throw DataError(fmt::format(
      "{}: {}{}, and wrong labels show where classes are compared; give labels of two classes or more, each of "
      "several samples",
      target.title(), weights.empty() ? "" : "of the samples whose weight is above 0 ", what));
}

/// \throws DataError  no feature varies.
void check_features(const LoadedData& data, Subset features) {
  const Dataset view = data.view();
  if (!view.has_dense() && !view.has_sparse()) return;
  const auto varies = [&](Feature f) {
    const std::vector<double> x = feature_values(view, f);
    return std::any_of(x.begin(), x.end(), [&](double v) { return v != x[0]; });
  };
  if (std::none_of(features.begin(), features.end(), varies))
    throw DataError(
        "every feature is constant, so there is no information on which labels are wrong; give features that vary");
}

[[noreturn]] void refuse(const Plan& plan, const std::string& why) {
  throw PluginError(fmt::format("criterion '{}' reports memberships that {}", plan.descriptor().id, why));
}

/// A library that was built before criteria had memberships() reports them as a table. It is no part of the report any more.
std::vector<double> take_reported(Report& report, const Dataset& view, const Plan& plan) {
  const auto found = report.find(kTable);
  if (found == report.end()) return {};
  const std::uint64_t n = view.samples(), l = view.target().classes();
  auto* const table = std::get_if<ReportedTable>(&found->second);
  if (!table || table->axis != tamis::Axis::samples || table->rows != n || table->columns.size() != l)
    refuse(plan, fmt::format("are no table of {} samples by {} classes", n, l));
  std::vector<double> values = std::move(table->values);
  report.erase(found);
  return values;
}

void check_probabilities(ConstMatrix p, const LoadedData& data, const Plan& plan) {
  for (std::uint64_t i = 0; i < p.rows; ++i) {
    double sum = 0;
    for (std::uint64_t s = 0; s < p.cols; ++s) {
      if (!(p(i, s) >= 0 && p(i, s) <= 1))
        refuse(plan, fmt::format("are not between 0 and 1 ({})", data.where(i)));
      sum += p(i, s);
    }
    if (std::fabs(sum - 1) > kRounding)
      refuse(plan, fmt::format("sum to {} ({}); expected 1", sum, data.where(i)));
  }
}

[[noreturn]] void refuse_without_memberships(const LoadedData& data, Subset features, const Plan& plan) {
  check_classes(data);
  check_features(data, features);
  throw ParamError(fmt::format(
      "{} '{}' reports no memberships; name a criterion that estimates the probability of each class for "
      "each sample",
      plan.path, plan.descriptor().id));
}

}  // namespace

std::vector<double> memberships_of(Criterion& criterion, const Dataset& data, Subset features) {
  const std::uint64_t n = data.samples(), l = data.target().classes();
  std::vector<double> values(n * l, kUnknown);
  criterion.memberships(features, Matrix(values.data(), n, l));
  if (std::ranges::all_of(values, [](double p) { return std::isnan(p); })) values.clear();
  return values;
}

bool fits_all_features(const Traits& traits) { return !properties(traits.measures).depends_on_subset; }

Plan plan_fit(const Registry& registry, const toml::node* config, const std::string& path,
              const std::string& by_default) {
  Plan plan = plan_component(registry, config, path, tamis::detail::Abi<Criterion>::kId, by_default);
  const Descriptor& criterion = plan.descriptor();
  if (!fits_all_features(criterion.traits) && !has_move(criterion.traits, Move::whole))
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
  check_soft_size(view.samples(), view.target().classes(), data.parts().target.title());
  Composed<Criterion> criterion(registry, plan);
  const Cost cost = expected_cost(criterion, view);
  kernel.announce_cost(cost.prepare + cost.per_candidate);
  try {
    kernel.begin_phase(fmt::format("preparing {}", plan.descriptor().id));
    criterion->prepare(view, kernel.runtime());
    kernel.begin_phase("fitting memberships");
    CachedFit remembered(plan, data, features, kernel);
    if (std::optional<MembershipFit> fit = remembered.recall()) return std::move(*fit);
    const Traits& traits = plan.descriptor().traits;
    MembershipFit fit;
    fit.samples = view.samples();
    fit.score = {kUnknown, "single features are scored"};
    if (!fits_all_features(traits)) {
      CriterionScorer scorer(*criterion, criterion.origin(), traits);
      fit.score = KernelSpace(scorer, view, traits, {}, {}, kernel.runtime()).score_whole(features);
    }
    fit.values = memberships_of(*criterion, view, features);
    ReportSink diagnostics;
    criterion->report(diagnostics.sink());
    fit.diagnostics = diagnostics.take();
    if (fit.values.empty()) fit.values = take_reported(fit.diagnostics, view, plan);
    if (fit.values.empty()) refuse_without_memberships(data, features, plan);
    check_probabilities(fit.memberships(), data, plan);
    remembered.keep(fit);
    return fit;
  } catch (const Error& e) {
    kernel.refuse_false_end(e);
    raise_named(e, data);
  }
}

}  // namespace tamis::framework
