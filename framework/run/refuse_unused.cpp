#include <tamis/framework/run/refuse_unused.hpp>

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

/// The components of an interface that were found to have a trait, as a way out; "" where none has it.
template <class Interface>
std::string or_use(const Registry& registry, bool Traits::*trait, const char* what) {
  std::vector<std::string> ids;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == tamis::detail::Abi<Interface>::kId &&
        entry->descriptor.traits.*trait)
      ids.push_back(in_quotes(entry->descriptor.id));
  return ids.empty() ? "" : fmt::format(", or use a {} that does: {}", what, listed(ids));
}

std::string or_use_criterion(const Registry& registry, bool Traits::*trait) {
  return or_use<Criterion>(registry, trait, "criterion");
}

/// A noise model that a criterion fits to rows, not to masses; null if there is none.
const Plan* fitted_to_rows(const Plan& criterion) {
  const auto found = std::ranges::find_if(criterion.parts, [](const Plan& part) {
    return part.descriptor().traits.fits && !part.descriptor().traits.weights;
  });
  return found == criterion.parts.end() ? nullptr : &*found;
}

}  // namespace

bool uses_weights(const Plan& criterion) {
  return criterion.descriptor().traits.weights && !fitted_to_rows(criterion);
}

void refuse_unused_weights(const Registry& registry, const DataTable& data, const Plan& criterion) {
  if (data.weights.empty()) return;
  const Descriptor& descriptor = criterion.descriptor();
  if (!descriptor.traits.weights)
    throw DataError(fmt::format("criterion '{}' does not use weights; leave out `data.weights`{}",
                                descriptor.id, or_use_criterion(registry, &Traits::weights)));
  if (const Plan* const model = fitted_to_rows(criterion))
    throw DataError(
        fmt::format("noise model '{}' of criterion '{}' does not use weights; leave out `data.weights`{}",
                    model->descriptor().id, descriptor.id,
                    or_use<NoiseModel>(registry, &Traits::weights, "noise model")));
}

void refuse_missing_cells(const Registry& registry, const DataTable& data, const Descriptor& criterion) {
  if (!data.filled.kept || data.filled.empty() || criterion.traits.missing || criterion.traits.discrete)
    return;
  throw DataError(
      fmt::format("criterion '{}' does not take missing cells; fill them with `data.missing = "
                  "\"neighbours\"` or \"median\", leave out their rows with \"drop_rows\"{}",
                  criterion.id, or_use_criterion(registry, &Traits::missing)));
}

void refuse_unused_groups(const Registry& registry, const DataTable& data,
                          const std::vector<const Descriptor*>& criteria, const std::string& remedy) {
  if (data.groups.empty()) return;
  std::vector<std::string> ids;
  for (const Descriptor* criterion : criteria) {
    if (criterion->traits.groups) return;
    ids.push_back(in_quotes(criterion->id));
  }
  const std::string who = (ids.size() == 1 ? "criterion " : "criteria ") + listed(ids);
  throw DataError(fmt::format("nothing uses the groups: {} {} not; leave out `data.groups`{}{}", who,
                              ids.size() == 1 ? "does" : "do", remedy,
                              or_use_criterion(registry, &Traits::groups)));
}

}  // namespace tamis::framework
