#include "checked_case.hpp"

#include <tamis/framework/kernel/folders.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::golden {

using nlohmann::json;

void CheckedCase::compare(const std::string& what, double seen, const json& expected) {
  const double allowed =
      use(case_.json.at("tolerance")).get<double>() * std::max(1.0, std::abs(expected.get<double>()));
  const json tolerance{{"absolute", allowed}, {"relative", 0.0}};
  verdict.compare(tolerance, what, seen, expected);
}

void CheckedCase::compare(const std::string& what, std::span<const double> seen, const json& expected) {
  same(what + ": how many", seen.size(), expected.size());
  for (std::size_t i = 0; i < std::min(seen.size(), expected.size()); ++i)
    compare(fmt::format("{}[{}]", what, i), seen[i], expected[i]);
}

void CheckedCase::holds(const std::string& key, const json& with_us) {
  if (!case_.json.at("params").contains(key)) return;
  const json& said = param(key);
  const bool one_of = with_us.is_array() && std::find(with_us.begin(), with_us.end(), said) != with_us.end();
  if (!one_of) same("with us params." + key + " is", with_us, said);
}

void CheckedCase::same(const std::string& what, const json& seen, const json& expected) {
  use(expected);
  if (seen != expected)
    verdict.failures.push_back(fmt::format("{}: {}, expected {}", what, seen.dump(), expected.dump()));
}

framework::Registry& registry() {
  static framework::Registry found(framework::plugin_folders({}));
  return found;
}

}  // namespace tamis::golden
