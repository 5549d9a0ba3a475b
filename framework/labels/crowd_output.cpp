// A crowd as JSON and text.
#include <tamis/framework/labels/crowd.hpp>
#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/finite_json.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr std::size_t kMostShown = 10, kWorstShown = 5, kBestShown = 3;

std::string shown_or_dash(double v, const char* format, double scale = 1) {
  return std::isnan(v) ? "-" : fmt::format(fmt::runtime(format), scale * v);
}

std::vector<std::string> cells_of(const Annotator& a) {
  return {printable(a.name), std::to_string(a.votes), shown_or_dash(a.right, "{:.1f} %", 100),
          shown_or_dash(std::round(100 * a.kappa) / 100 + 0.0, "{:.2f}")};  // -0 becomes 0
}

}  // namespace

std::vector<std::size_t> worst_first(const Crowd& crowd) {
  const auto shrunk = [&](std::size_t r) {
    constexpr double kMore = 5;
    const Annotator& a = crowd.annotators[r];
    const auto votes = static_cast<double>(a.votes);
    return a.votes == 0 ? 2 : (votes * a.right + kMore * crowd.right) / (votes + kMore);
  };
  std::vector<std::size_t> order(crowd.annotators.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, shrunk);
  return order;
}

json to_json(const Crowd& crowd) {
  json annotators = json::array();
  for (const Annotator& a : crowd.annotators)
    annotators.push_back({{"annotator", a.name},
                          {"votes", a.votes},
                          {"right", finite_or_null(a.right)},
                          {"kappa", finite_or_null(a.kappa)}});
  json out{{"noise_model", *crowd.noise_model},
           {"votes", crowd.votes},
           {"right", crowd.right},
           {"ties", crowd.ties},
           {"rate_by_votes", crowd.rate_by_votes},
           {"annotators", std::move(annotators)}};
  if (crowd.clean)
    out["clean"] = {{"samples", crowd.clean->samples},
                    {"majority", crowd.clean->majority},
                    {"by_votes", crowd.clean->by_votes},
                    {"estimated", crowd.clean->estimated}};
  return out;
}

std::string to_text(const Crowd& crowd, bool all, std::size_t most_columns) {
  const std::vector<std::size_t> order = worst_first(crowd);
  const bool some = !all && order.size() > kMostShown;
  std::vector<std::vector<std::string>> rows{{"annotator", "votes", "right", "kappa"}};
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (some && k == kWorstShown) {
      rows.push_back({fmt::format("({} more)", order.size() - kWorstShown - kBestShown), "", "", ""});
      k = order.size() - kBestShown;
    }
    rows.push_back(cells_of(crowd.annotators[order[k]]));
  }
  return fmt::format("{:.1f} % of the {} are right, by the fit; the annotators, the least right first:\n{}",
                     100 * crowd.right, counted(crowd.votes, "vote"),
                     in_columns(rows, {false, true, true, true}, most_columns));
}

}  // namespace tamis::framework
