/// \file long_json.hpp
/// JSON whose lists may have a row per feature. As a value, a million rows take a kilobyte each, and the end
/// of memory meets a destructor that wants more; here a row lives while it is written.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tamis::framework {

/// A list of n entries that is never in memory as a whole: each is made when it is written.
struct JsonRows {
  std::size_t n;
  std::function<nlohmann::json(std::size_t)> row;
};

/// An object with such lists among its members, or such objects or lists of them.
struct LongJson {
  std::map<std::string,
           std::variant<nlohmann::json, JsonRows, std::vector<LongJson>, std::shared_ptr<LongJson>>>
      members;
};

/// The text that dump(2) makes of the same object; bytes that are not UTF-8 are replaced.
std::string to_text(const LongJson& object);

}  // namespace tamis::framework
