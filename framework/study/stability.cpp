#include <tamis/framework/study/stability.hpp>

#include <tamis/framework/support/take_count.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

using nlohmann::json;

// Fleiss, Statistical Methods for Rates and Proportions, 1981, as cited by Nogueira, Sechidis, Brown (2018).
constexpr double kPoor = 0.40, kExcellent = 0.75;

std::string in_words(double phi) {
  if (phi < kPoor) return fmt::format("poor (below {:.2f})", kPoor);
  if (phi <= kExcellent) return fmt::format("intermediate to good ({:.2f} to {:.2f})", kPoor, kExcellent);
  return fmt::format("excellent (above {:.2f})", kExcellent);
}

}  // namespace

StabilityOptions parse_stability(const toml::table& table) {
  Section section(table, "stability");
  StabilityOptions options;
  options.resamples = take_count(section, "resamples", options.resamples, 2);
  if (const auto share = section.take<double>("share")) {
    if (!(*share > 0 && *share < 1))
      section.fail("share", fmt::format("is {}; expected a number between 0 and 1", *share));
    options.share = *share;
  }
  section.finish();
  return options;
}

json to_json(const Stability& s, const std::vector<std::string>& feature_names) {
  std::vector<std::size_t> order(s.selected_in.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return s.selected_in[a] > s.selected_in[b]; });
  json features = json::array();
  for (const std::size_t f : order)
    features.push_back({{"feature", feature_names[f]},
                        {"column", f},
                        {"selected_in", s.selected_in[f]},
                        {"rank_median", s.ranks[f].median},
                        {"rank_low", s.ranks[f].low},
                        {"rank_high", s.ranks[f].high}});
  json out{{"options", {{"resamples", s.options.resamples}, {"share", s.options.share}}},
           {"samples", s.samples},
           {"resamples", s.finished},
           {"resamples_wanted", s.options.resamples},
           {"features", std::move(features)}};
  if (s.groups_whole) out["groups_whole"] = true;
  out["mean_selected"] = s.finished > 0 ? json(s.mean_selected) : json(nullptr);
  const bool defined = s.index.reason.empty();
  out["index"] = defined ? json(s.index.phi) : json(nullptr);
  out["interval"] = defined ? json{s.index.low, s.index.high} : json(nullptr);
  if (!defined) out["reason"] = s.index.reason;
  return out;
}

std::string to_line(const Stability& s) {
  const std::string done = s.finished < s.options.resamples
                               ? fmt::format("{} of {}", s.finished, s.options.resamples)
                               : fmt::format("{}", s.finished);
  const std::string how = fmt::format("{} selections from {:.4g} % of the samples{}", done,
                                      100 * s.options.share, s.groups_whole ? " in whole groups" : "");
  if (!s.index.reason.empty()) return fmt::format("stability: undefined, {}; {}\n", s.index.reason, how);
  return fmt::format(
      "stability: {:.2f}, 95 % interval {:.2f} to {:.2f}, {}; {}, of {:.4g} features on average\n",
      s.index.phi, s.index.low, s.index.high, in_words(s.index.phi), how, s.mean_selected);
}

}  // namespace tamis::framework
