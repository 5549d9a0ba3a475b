/// \file json_value.hpp
/// A JSON value as a member of a struct that most read without looking into it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <memory>

namespace tamis::framework {

/// Holds a JSON value that does not change, null at first; copies share it. Only who looks into one needs
/// <nlohmann/json.hpp>, a third of the time that a file with it takes to compile.
class JsonValue {
 public:
  JsonValue() = default;
  JsonValue(nlohmann::json value);
  const nlohmann::json& operator*() const;
  const nlohmann::json* operator->() const { return &**this; }
  /// The member of an object.
  /// \throws nlohmann::json::exception  there is none.
  const nlohmann::json& operator[](const char* key) const;

 private:
  std::shared_ptr<const nlohmann::json> value_;
};

}  // namespace tamis::framework
