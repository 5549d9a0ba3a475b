#include <tamis/framework/study/noise_sweep.hpp>

#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/finite_json.hpp>
#include <tamis/framework/support/statistics.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr const char* kUndefined = "no feature was selected, neither with nor without noise";

json numbers(const std::vector<double>& values) {
  json out = json::array();
  for (const double v : values) out.push_back(finite_or_null(v));
  return out;
}

std::string percent(double share) { return std::isnan(share) ? "" : fmt::format("{:.1f} %", 100 * share); }
std::string two_decimals(double v) { return std::isnan(v) ? "" : fmt::format("{:.2f}", v); }

}  // namespace

json to_json(const NoiseSweep& sweep) {
  json curve = json::array();
  for (const NoiseLevel& level : sweep.levels) {
    const Estimate found = estimate(level.agreement);
    json row{{"value", level.value},
             {"labels_changed", finite_or_null(estimate(level.changed).mean)},
             {"agreement", finite_or_null(found.mean)},
             {"by_chance", finite_or_null(estimate(level.by_chance).mean)},
             {"agreements", numbers(level.agreement)}};
    row["interval"] = std::isnan(found.low) ? json(nullptr) : json{found.low, found.high};
    if (found.n < level.agreement.size()) row["reason"] = kUndefined;
    curve.push_back(std::move(row));
  }
  return {{"options", *sweep.options},
          {"selections", sweep.finished},
          {"selections_wanted", sweep.wanted},
          {"curve", std::move(curve)}};
}

std::string to_table(const NoiseSweep& sweep) {
  std::vector<std::vector<std::string>> rows{
      {sweep.vary, "labels changed", "agreement", "95 % interval", "by chance"}};
  bool undefined = false;
  for (const NoiseLevel& level : sweep.levels) {
    const Estimate found = estimate(level.agreement);
    undefined = undefined || found.n < level.agreement.size();
    rows.push_back({shortest(level.value), percent(estimate(level.changed).mean), two_decimals(found.mean),
                    std::isnan(found.low) ? "" : fmt::format("{:.2f} to {:.2f}", found.low, found.high),
                    two_decimals(estimate(level.by_chance).mean)});
  }
  const std::string done =
      sweep.finished < sweep.wanted ? fmt::format(" ({} of {} done)", sweep.finished, sweep.wanted) : "";
  return fmt::format("agreement with the features above, where {} makes labels wrong{}\n", sweep.noise,
                     done) +
         in_columns(rows, {true, true, true, false, true}) +
         (undefined ? fmt::format("undefined where {}\n", kUndefined) : "");
}

}  // namespace tamis::framework
