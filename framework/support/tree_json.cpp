#include <tamis/framework/support/tree_json.hpp>

#include <tamis/framework/support/finite_json.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::framework {

using nlohmann::json;

namespace {

toml::array to_array(const json& items);

/// Calls `take` with the value as TOML has it; null is no value.
template <class Take>
void give(const json& value, Take&& take) {
  if (value.is_boolean()) return take(value.get<bool>());
  if (value.is_number_integer()) return take(value.get<std::int64_t>());
  if (value.is_number()) return take(value.get<double>());
  if (value.is_string()) return take(value.get<std::string>());
  if (value.is_object()) return take(to_tree(value));
  if (value.is_array()) return take(to_array(value));
}

toml::array to_array(const json& items) {
  toml::array out;
  for (const json& item : items)
    give(item, [&](auto&& each) { out.push_back(std::forward<decltype(each)>(each)); });
  return out;
}

}  // namespace

json to_json(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto integer = node.value_exact<std::int64_t>()) return *integer;
  if (const auto real = node.value_exact<double>()) return finite_or_null(*real);
  if (const auto flag = node.value_exact<bool>()) return *flag;
  json out;
  if (const toml::array* items = node.as_array()) {
    out = json::array();
    for (const toml::node& item : *items) out.push_back(to_json(item));
  } else if (const toml::table* table = node.as_table()) {
    out = json::object();
    for (const auto& [key, value] : *table) out[std::string(key.str())] = to_json(value);
  }
  return out;
}

toml::table to_tree(const json& object) {
  toml::table tree;
  for (const auto& [key, value] : object.items())
    give(value, [&, &name = key](auto&& each) { tree.insert(name, std::forward<decltype(each)>(each)); });
  return tree;
}

}  // namespace tamis::framework
