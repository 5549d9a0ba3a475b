/// \file tree_json.hpp
/// A config tree as JSON, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

namespace tamis::framework {

/// Texts, numbers, booleans, lists and tables; null for what no config holds (dates, nan, inf).
nlohmann::json to_json(const toml::node& node);

/// The tree that to_json() was given; nulls are left out.
toml::table to_tree(const nlohmann::json& object);

}  // namespace tamis::framework
