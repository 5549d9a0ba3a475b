#include <tamis/framework/labels/soft_labels.hpp>

#include <tamis/framework/labels/fit_memberships.hpp>
#include "fit_votes.hpp"

#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/preparation_undo.hpp>
#include <tamis/framework/run/refuse_unused.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/numerics/label_noise.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

double in_percent(double share) { return std::round(1e4 * share) / 100; }

/// "a 12.5 %, b 3 %", of the shares of each class.
std::string of_classes(const TargetColumn& target, const std::vector<double>& shares) {
  std::vector<std::string> parts;
  for (std::size_t s = 0; s < shares.size(); ++s)
    parts.push_back(fmt::format("{} {} %", shown(target.class_names[s]), in_percent(shares[s])));
  return listed(parts, 12);
}

/// Memberships of the kept samples among all of them; the others are unknown.
std::vector<double> spread(const MembershipFit& fit, std::span<const char> kept, std::uint64_t samples) {
  if (fit.samples == samples) return fit.values;
  const std::uint64_t l = fit.memberships().cols;
  std::vector<double> soft(samples * l, std::numeric_limits<double>::quiet_NaN());
  for (std::uint64_t s = 0, from = 0; s < l; ++s)
    for (std::uint64_t i = 0; i < samples; ++i)
      if (kept[i]) soft[i + s * samples] = fit.values[from++];
  return soft;
}

std::string shown_rates(const LoadedData& prepared, const MembershipFit& fit) {
  const TargetColumn& target = prepared.parts().target;
  return of_classes(target, numerics::flip_rates(fit.memberships(), target.labels));
}

/// How often the most probable class is the clean one, of the samples with both.
std::string shown_accuracy(const LoadedData& data, const std::vector<double>& memberships) {
  if (!data.parts().clean) return "";
  TargetColumn likeliest = data.parts().target;
  likeliest.soft = memberships;
  take_most_probable(likeliest, data.samples());
  std::uint64_t both = 0, right = 0;
  for (std::uint64_t i = 0; i < data.samples(); ++i) {
    if (!likeliest.known(i) || !data.parts().clean->known(i)) continue;
    ++both;
    right += likeliest.labels[i] == data.parts().clean->labels[i];
  }
  return fmt::format("; their most probable class is the clean one for {} of {}", right,
                     counted(both, "sample"));
}

bool is_noise_model(const Descriptor& d) { return d.interface_id == tamis::detail::Abi<NoiseModel>::kId; }

/// The component that a node names; null where there is none.
const RegistryEntry* find_named(const Registry& registry, const toml::node* node) {
  const toml::node* use = node && node->is_table() ? node->as_table()->get("use") : node;
  const auto id = use ? use->value_exact<std::string>() : std::nullopt;
  return id ? registry.find(*id) : nullptr;
}

std::vector<double> from_criterion(Registry& registry, const Plan& plan, const DataOptions& options,
                                   LoadedData& data, KernelRuntime& kernel) {
  const Descriptor& criterion = plan.descriptor();
  const TargetColumn& target = data.parts().target;
  if (target.kind != TargetKind::classes && target.vote_start.empty())
    throw DataError(target.title() +
                    ": data.soft.from is fitted to class labels, and these are none; "
                    "`data.target_kind = \"class\"` reads each distinct value as a class");
  refuse_unused_weights(registry, data.parts(), plan);
  refuse_missing_cells(registry, data.parts(), criterion);
  const std::uint64_t samples = data.samples();
  const std::size_t announced = data.notes.size();
  PreparationUndo loaded(data);
  loaded.prepare(data, requirements_of(criterion.traits), options, criterion.id);
  for (std::size_t k = announced; k < data.notes.size(); ++k) data.notes[k] = "soft labels: " + data.notes[k];

  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), Feature{0});
  const MembershipFit fit = fit_memberships(registry, plan, data, all, kernel);
  data.notes.push_back(
      fmt::format("soft labels are the memberships that criterion '{}' found on all {}{}", criterion.id,
                  counted(all.size(), "feature"),
                  target.labels.empty() ? "" : "; estimated flip rates: " + shown_rates(data, fit)));
  std::vector<double> soft = spread(fit, loaded.kept(), samples);
  loaded.restore(data, all);
  return soft;
}

std::vector<double> from_votes(Registry& registry, const Plan& plan, LoadedData& data,
                               KernelRuntime& kernel) {
  const std::string& id = plan.descriptor().id;
  const TargetColumn& target = data.parts().target;
  if (target.vote_labels.empty())
    throw DataError(
        fmt::format("{}: data.soft.from is noise model '{}', which is fitted to the votes of several "
                    "annotators, and there "
                    "are none: one label per sample does not tell the wrong ones from the right ones; name "
                    "the votes with "
                    "data.annotators, or in data.soft.from a criterion, which looks at the features",
                    target.title(), id));
  VoteFit fit = fit_votes(registry, plan, data, kernel);
  data.notes.push_back(
      fmt::format("soft labels are the memberships that noise model '{}' found in the {} alone ({}, "
                  "log-likelihood {:.2f}); prior: {}; {} % of the votes are expected to name the "
                  "true class{}",
                  id, counted(target.vote_labels.size(), "vote"), counted(fit.iterations, "iteration"),
                  fit.log_likelihood, of_classes(target, fit.priors), in_percent(fit.right),
                  shown_accuracy(data, fit.memberships)));
  if (!fit.settled)
    data.warnings.push_back(
        fmt::format("soft labels: the fit of '{}' was stopped after {} before it had settled; its "
                    "memberships may be rough",
                    id, counted(fit.iterations, "iteration")));
  return std::move(fit.memberships);
}

}  // namespace

Plan plan_soft_labels(const Registry& registry, const DataOptions& options) {
  constexpr const char* kKey = "data.soft.from";
  const RegistryEntry* named = find_named(registry, options.soft_from);
  return named && is_noise_model(named->descriptor) ? plan_vote_fit(registry, options.soft_from, kKey)
                                                    : plan_fit(registry, options.soft_from, kKey);
}

nlohmann::json take_soft_labels(Registry& registry, const DataOptions& options, LoadedData& data,
                                KernelRuntime& kernel) {
  const Plan plan = plan_soft_labels(registry, options);
  std::vector<double> soft = is_noise_model(plan.descriptor())
                                 ? from_votes(registry, plan, data, kernel)
                                 : from_criterion(registry, plan, options, data, kernel);
  std::uint64_t ties = 0;
  data.edit([&](DataTable& p) {
    p.target.kind = TargetKind::soft;
    p.target.labels.clear();
    p.target.soft = std::move(soft);
    if (options.harden) ties = take_most_probable(p.target, p.samples);
  });
  if (options.harden) data.notes.push_back(hardened(data.parts().target, ties));
  return plan.effective();
}

}  // namespace tamis::framework
