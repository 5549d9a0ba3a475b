#include <tamis/framework/run/refuse_unused.hpp>

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

namespace tamis::framework {
namespace {

/// The criteria that were found to have a trait, as a way out; "" where none has it.
std::string or_use(const Registry& registry, bool Traits::*trait) {
  std::vector<std::string> ids;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == tamis::detail::Abi<Criterion>::kId &&
        entry->descriptor.traits.*trait)
      ids.push_back(in_quotes(entry->descriptor.id));
  return ids.empty() ? "" : ", or use a criterion that does: " + listed(ids);
}

}  // namespace

void refuse_unused_weights(const Registry& registry, const DataTable& data, const Descriptor& criterion) {
  if (data.weights.empty() || criterion.traits.weights) return;
  throw DataError(fmt::format("criterion '{}' does not use weights; leave out `data.weights`{}", criterion.id,
                              or_use(registry, &Traits::weights)));
}

void refuse_missing_cells(const Registry& registry, const DataTable& data, const Descriptor& criterion) {
  if (!data.filled.kept || data.filled.empty() || criterion.traits.missing || criterion.traits.discrete)
    return;
  throw DataError(
      fmt::format("criterion '{}' does not take missing cells; fill them with `data.missing = "
                  "\"neighbours\"` or \"median\", leave out their rows with \"drop_rows\"{}",
                  criterion.id, or_use(registry, &Traits::missing)));
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
                              ids.size() == 1 ? "does" : "do", remedy, or_use(registry, &Traits::groups)));
}

}  // namespace tamis::framework
