#include "soft_labels.hpp"

#include "../data/classes.hpp"
#include "fit_memberships.hpp"

#include <tamis/framework/data/unprepared.hpp>
#include <tamis/framework/text.hpp>
#include <tamis/numerics/label_noise.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

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
  const TargetParts& target = prepared.parts().target;
  const std::vector<double> rates = numerics::flip_rates(fit.memberships(), target.labels);
  std::vector<std::string> shown;
  for (std::size_t s = 0; s < rates.size(); ++s)
    shown.push_back(fmt::format("{} {} %", target.class_names[s], std::round(1e4 * rates[s]) / 100));
  return listed(shown, 12);
}

}  // namespace

Plan plan_soft_labels(const Registry& registry, const DataOptions& options) {
  return plan_fit(registry, options.soft_from, "data.soft.from");
}

nlohmann::json take_soft_labels(Registry& registry, const DataOptions& options, LoadedData& data,
                                KernelRuntime& kernel) {
  const Plan plan = plan_soft_labels(registry, options);
  const Descriptor& criterion = plan.descriptor();
  if (data.parts().target.kind != TargetKind::classes)
    throw DataError(
        data.parts().target.shown() +
        ": data.soft.from is fitted to class labels, and these are none; --target-kind class reads "
        "each distinct value as a class");
  const std::uint64_t samples = data.samples();
  const std::size_t announced = data.notes.size();
  Unprepared loaded(data);
  loaded.prepare(data, needs_of(criterion.traits), options, criterion.id);
  for (std::size_t k = announced; k < data.notes.size(); ++k) data.notes[k] = "soft labels: " + data.notes[k];

  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), Feature{0});
  const MembershipFit fit = fit_memberships(registry, plan, data, all, kernel);
  data.notes.push_back(fmt::format(
      "soft labels are the memberships that criterion '{}' found on all {}; estimated flip rates: {}",
      criterion.id, counted(all.size(), "feature"), shown_rates(data, fit)));

  std::vector<double> soft = spread(fit, loaded.kept(), samples);
  loaded.restore(data, all);
  std::uint64_t ties = 0;
  data.edit([&](DataParts& p) {
    p.target.kind = TargetKind::soft;
    p.target.labels.clear();
    p.target.soft = std::move(soft);
    if (options.harden) ties = take_most_probable(p.target, p.samples);
  });
  if (options.harden) data.notes.push_back(hardened(data.parts().target, ties));
  return plan.effective();
}

}  // namespace tamis::framework
