#include <tamis/framework/support/json_value.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace tamis::framework {

JsonValue::JsonValue(nlohmann::json value)
    : value_(std::make_shared<const nlohmann::json>(std::move(value))) {}

const nlohmann::json& JsonValue::operator*() const {
  static const nlohmann::json null;
  return value_ ? *value_ : null;
}

const nlohmann::json& JsonValue::operator[](const char* key) const { return (**this).at(key); }

}  // namespace tamis::framework
