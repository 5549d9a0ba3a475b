/// \file component_json.hpp
/// A component for programs: what it is, what it promises, its options.
#pragma once

#include <tamis/framework/kernel/registry.hpp>

#include <nlohmann/json_fwd.hpp>

namespace tamis::framework {

/// {"id", "kind", "interface", "summary", "cites", "options": [{"name", "type", "default", "expected", "doc"}, ...],
/// "version", "file"} and, by kind, what it promises, by the names of its manifest (tamis/traits.hpp). Of an
/// option that takes a component, "interface" says which.
nlohmann::json to_json(const RegistryEntry& entry);

}  // namespace tamis::framework
