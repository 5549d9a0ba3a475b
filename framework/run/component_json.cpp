#include <tamis/framework/run/component_json.hpp>

#include <tamis/detail/tables.hpp>

#include <nlohmann/json.hpp>

#include <span>
#include <string_view>

namespace tamis::framework {
namespace {

using nlohmann::json;

json names_of(unsigned bits, std::span<const std::string_view> names) {
  json list = json::array();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (bits >> i & 1u) list.push_back(names[i]);
  return list;
}

template <class Interface>
bool is_a(const Descriptor& d) {
  return d.interface_id == tamis::detail::Abi<Interface>::kId;
}

/// What a component promises of itself, by the names of its manifest: tamis/traits.hpp.
json traits_of(const Descriptor& d) {
  const Traits& t = d.traits;
  if (is_a<Criterion>(d))
    return {{"moves", names_of(t.moves, kMoveNames)},
            {"measures", kMeasuresNames[static_cast<std::size_t>(t.measures)]},
            {"better", kBetterNames[static_cast<std::size_t>(t.better)]},
            {"targets", names_of(static_cast<unsigned>(t.targets), kTargetKindNames)},
            {"uses_unknown", t.uses_unknown},
            {"distances", t.distances},
            {"discrete", t.discrete},
            {"sparse", t.sparse},
            {"own_column", t.own_column},
            {"prepares_from_target", t.prepares_from_target},
            {"monotone", t.monotone},
            {"diminishing_gains", t.diminishing_gains},
            {"weights", t.weights},
            {"groups", t.groups},
            {"missing", t.missing},
            {"size_biased", t.size_biased},
            {"order_immune", names_of(static_cast<unsigned>(t.order_immune), kLabelFlipsNames)},
            {"tolerance", t.tolerance}};
  if (is_a<SearchStrategy>(d))
    return {
        {"moves", names_of(t.moves, kMoveNames)}, {"any_move", t.any_move}, {"subset_only", t.subset_only}};
  if (is_a<NoiseModel>(d)) return {{"fits", t.fits}, {"corrupts", t.corrupts}};
  if (is_a<DistributionMetric>(d)) return {{"metric", t.metric}};
  return json::object();
}

json option_of(const OptionDescriptor& o) {
  json out{{"name", o.name},
           {"type", o.type_name()},
           {"default", o.shown_default()},
           {"expected", o.expected()},
           {"doc", o.doc}};
  if (o.names_parts()) out["interface"] = o.interface_id;
  if (o.part.bits() != 0) out["part"] = names_of(o.part.bits(), kPartTraitNames);
  return out;
}

}  // namespace

json to_json(const RegistryEntry& e) {
  const Descriptor& d = e.descriptor;
  json options = json::array();
  for (const OptionDescriptor& o : d.options) options.push_back(option_of(o));
  json out{{"id", d.id},           {"kind", d.kind()},       {"interface", d.interface_id},
           {"summary", d.summary}, {"cites", d.citation},    {"options", std::move(options)},
           {"version", e.version}, {"file", e.file.string()}};
  out.update(traits_of(d));
  return out;
}

}  // namespace tamis::framework
