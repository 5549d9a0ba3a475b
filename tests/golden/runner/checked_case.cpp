#include "checked_case.hpp"

#include <tamis/framework/plugins/folders.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tamis::golden {

using nlohmann::json;

void CheckedCase::compare(const std::string& what, double seen, const json& expected) {
  const double allowed =
      case_.json.at("tolerance").get<double>() * std::max(1.0, std::abs(expected.get<double>()));
  verdict.compare({{"absolute", allowed}, {"relative", 0.0}}, what, seen, expected);
}

void CheckedCase::compare(const std::string& what, std::span<const double> seen, const json& expected) {
  same(what + ": how many", seen.size(), expected.size());
  for (std::size_t i = 0; i < std::min(seen.size(), expected.size()); ++i)
    compare(fmt::format("{}[{}]", what, i), seen[i], expected[i]);
}

void CheckedCase::same(const std::string& what, const json& seen, const json& expected) {
  if (seen != expected)
    verdict.failures.push_back(fmt::format("{}: {}, expected {}", what, seen.dump(), expected.dump()));
}

framework::Registry& registry() {
  static framework::Registry found(framework::plugin_folders({}));
  return found;
}

}  // namespace tamis::golden
