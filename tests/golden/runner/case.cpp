#include "case.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>

namespace tamis::golden {

Case read_case(const std::filesystem::path& folder) {
  std::ifstream file(folder / "case.json");
  if (!file) throw std::runtime_error("there is no case.json");
  return {folder, nlohmann::json::parse(file)};
}

const nlohmann::json& Verdict::use(const nlohmann::json& value) const {
  used_.insert(&value);
  return value;
}

std::vector<std::string> Verdict::unused(const nlohmann::json& value, const std::string& path) const {
  if (used_.contains(&value)) return {};
  if (!value.is_structured()) return {path};
  std::vector<std::string> all;
  bool used_any = false;
  for (const auto& [key, part] : value.items()) {
    const std::string at = value.is_array() ? fmt::format("{}[{}]", path, key) : path + "." + key;
    const std::vector<std::string> inside = unused(part, at);
    used_any = used_any || inside != std::vector{at};
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return used_any ? all : std::vector{path};
}

void Verdict::compare(const nlohmann::json& tolerance, const std::string& what, double seen,
                      const nlohmann::json& expected) {
  use(expected);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (expected.is_string()) {
    const double wanted = expected == "inf" ? kInfinity : expected == "-inf" ? -kInfinity : std::nan("");
    if (!(seen == wanted))
      failures.push_back(fmt::format("{} is {}, expected {}", what, seen, expected.dump()));
    return;
  }
  const double wanted = expected.get<double>();
  const double allowed =
      tolerance.at("absolute").get<double>() + tolerance.at("relative").get<double>() * std::abs(wanted);
  const double deviation = std::abs(seen - wanted) / allowed;
  if (!(deviation <= 1))
    failures.push_back(fmt::format("{} is {:.17g}, expected {:.17g}", what, seen, wanted));
  worst = std::max(worst, std::isnan(deviation) ? kInfinity : deviation);
}

}  // namespace tamis::golden
