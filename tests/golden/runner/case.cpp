#include "case.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

namespace tamis::golden {

Case read_case(const std::filesystem::path& folder) {
  std::ifstream file(folder / "case.json");
  if (!file) throw std::runtime_error("there is no case.json");
  return {folder, nlohmann::json::parse(file)};
}

void Verdict::compare(const nlohmann::json& tolerance, const std::string& what, double seen,
                      const nlohmann::json& expected) {
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
